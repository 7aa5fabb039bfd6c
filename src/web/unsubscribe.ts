import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { doUnsubscribe, findUnsubscription, type MailKind } from '../missed/unsubscribe.ts';
import { findRealm } from '../realm/realm.ts';
import { renderForm } from './form.ts';
import type { FormPage } from './form-page.ts';
import { renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import { renderHeader } from './realm-header.ts';
import type { Site } from './site.ts';

/**
 * The page of the unsubscribe links in mails. Opening it changes nothing yet, because programs open links too. Mail
 * programs post to it at once (RFC 8058).
 */
export const unsubscribePage: FormPage = {
  show({ app, key = '', texts }) {
    const found = findUnsubscription(app, key);
    if (!found) return refuse(app, texts);
    const title = texts.t('unsubscribe.title');
    const what = texts.t(words[found.kind].question, {
      organization: findRealm(app.db).name,
      address: found.user.email,
    });
    const main = `${renderHeader(app, title, what)}${renderForm(texts, [], texts.t('unsubscribe.send'))}`;
    return { status: 200, html: renderPage(texts, { title, main }) };
  },
  async submit({ app, key = '', texts }) {
    const found = findUnsubscription(app, key);
    if (!found) return refuse(app, texts);
    await app.writes.submit(() => doUnsubscribe(app, found));
    const text = texts.t(words[found.kind].end, { address: found.user.email });
    return { status: 200, html: renderEnd(app, texts, texts.t('unsubscribe.ended'), text) };
  },
};

const words = {
  missed: { question: 'unsubscribe.missed', end: 'unsubscribe.missedEnded' },
  digest: { question: 'unsubscribe.digest', end: 'unsubscribe.digestEnded' },
} as const satisfies Record<MailKind, object>;

function refuse(app: Site, texts: Texts): Reply {
  const html = renderEnd(app, texts, texts.t('page.linkUsed'), texts.t('unsubscribe.chooseHint'));
  return { status: 404, html };
}

/** A page with a link to the mail settings. HTML. */
function renderEnd(app: Site, texts: Texts, title: string, text: string): string {
  const way = `<p class="way"><a href="/#settings/notifications">${escapeHtml(texts.t('unsubscribe.choose'))}</a></p>`;
  return renderPage(texts, { title, main: renderHeader(app, title, text) + way });
}
