import { isSameSecret } from '../ground/same-secret.ts';
import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { findRealm } from '../realm/realm.ts';
import { roleWords } from '../users/role-words.ts';
import { isBot, listUsers, type User } from '../users/user.ts';
import type { FormPage } from './form-page.ts';
import { renderLanguages } from './languages.ts';
import { renderMessage } from './message.ts';
import { renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import { renderRealmHeader } from './realm-header.ts';
import { logIn } from './session-start.ts';
import type { Site } from './site.ts';

/** The page that logs a visitor in to the demo as a user of their choice. Only the demo has a key for it. */
export const demoPage: FormPage = {
  show({ app, key = '', texts }) {
    return isDemoKey(app, key) ? { status: 200, html: renderDemo(app, texts) } : closed(texts);
  },
  async submit(visit, form) {
    const { app, key = '', texts } = visit;
    const user = isDemoKey(app, key) ? listPeople(app).find(({ id }) => String(id) === form('user_id')) : undefined;
    return (user && (await logIn(visit, user.id))) ?? closed(texts);
  },
};

function isDemoKey({ config }: Site, key: string): boolean {
  return config.demo_key !== undefined && isSameSecret(key, config.demo_key);
}

/** Users who can log in, owners first. */
function listPeople({ db }: Site): User[] {
  const people = listUsers(db).filter((user) => user.is_active && !isBot(user));
  return people.sort((a, b) => a.role - b.role || a.id - b.id);
}

function renderDemo(app: Site, texts: Texts): string {
  const title = texts.t('demo.title', { organization: findRealm(app.db).name });
  return renderPage(texts, {
    title,
    main: `${renderLanguages(texts)}
${renderRealmHeader(app, title, texts.t('demo.text'))}
<form method="post" class="card">
${listPeople(app)
  .map((user, index) => renderButton(texts, user, index))
  .join('\n')}
</form>`,
  });
}

function renderButton(texts: Texts, { id, full_name, role }: User, index: number): string {
  const who = `${escapeHtml(full_name)} <small>${escapeHtml(texts.t(roleWords[role]))}</small>`;
  return `<button name="user_id" value="${id}"${index === 0 ? '' : ' class="other"'}>${who}</button>`;
}

function closed(texts: Texts): Reply {
  return { status: 404, html: renderMessage(texts, texts.t('page.linkFails'), texts.t('demo.closed')) };
}
