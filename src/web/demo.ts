import { timingSafeEqual } from 'node:crypto';
import { escapeHtml } from '../ground/text.ts';
import { findRealm } from '../realm/realm.ts';
import { isBot, listUsers, roles, type User } from '../users/user.ts';
import type { FormPage } from './form-page.ts';
import { logIn } from './log-in.ts';
import { renderMessage } from './message.ts';
import { renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import { renderRealmHeader } from './realm-header.ts';
import type { Site } from './site.ts';

/** The page that logs a visitor in to the demo as a user of their choice. Only the demo has a key for it. */
export const demoPage: FormPage = {
  show({ app, key = '' }) {
    return isDemoKey(app, key) ? { status: 200, html: renderDemo(app) } : closed;
  },
  async submit(visit, form) {
    const { app, key = '' } = visit;
    const user = isDemoKey(app, key) ? listPeople(app).find(({ id }) => String(id) === form('user_id')) : undefined;
    return (user && (await logIn(visit, user.id))) ?? closed;
  },
};

function isDemoKey({ config }: Site, key: string): boolean {
  const [expected, actual] = [Buffer.from(config.demo_key ?? ''), Buffer.from(key)];
  return config.demo_key !== undefined && expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Users who can log in, owners first. */
function listPeople({ db }: Site): User[] {
  const people = listUsers(db).filter((user) => user.is_active && !isBot(user));
  return people.sort((a, b) => a.role - b.role || a.id - b.id);
}

function renderDemo(app: Site): string {
  const title = `A look around ${findRealm(app.db).name}`;
  return renderPage({
    title,
    main: `${renderRealmHeader(app, title, 'This is a demo. Choose a user to log in as, and come back here to switch.')}
<form method="post" class="card">
${listPeople(app).map(renderButton).join('\n')}
</form>`,
  });
}

function renderButton({ id, full_name, role }: User, index: number): string {
  const who = `${escapeHtml(full_name)} <small>${roleWords[role]}</small>`;
  return `<button name="user_id" value="${id}"${index === 0 ? '' : ' class="other"'}>${who}</button>`;
}

const roleWords: Record<User['role'], string> = {
  [roles.owner]: 'owner',
  [roles.administrator]: 'administrator',
  [roles.moderator]: 'moderator',
  [roles.member]: 'member',
  [roles.guest]: 'guest',
};

const closed: Reply = {
  status: 404,
  html: renderMessage('This link does not work', 'Every start of the demo prints another one.'),
};
