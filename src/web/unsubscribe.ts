import { escapeHtml } from '../ground/text.ts';
import { doUnsubscribe, findUnsubscription, mailKinds } from '../missed/unsubscribe.ts';
import { findRealm } from '../realm/realm.ts';
import { renderForm } from './form.ts';
import type { FormPage } from './form-page.ts';
import { renderMessage } from './message.ts';
import { renderPage } from './page.ts';

/**
 * The page behind a link in mails that ends them. Opening it changes nothing yet: programs open links too. Mail programs
 * post to it at once (RFC 8058).
 */
export const unsubscribePage: FormPage = {
  show({ app, key = '' }) {
    const found = findUnsubscription(app, key);
    if (!found) return closed;
    const what = `Mails of ${findRealm(app.db).name} ${mailKinds[found.kind]} go to ${found.user.email}.`;
    const title = 'No more of these mails?';
    const main = `<h1>${title}</h1><div class="about"><p>${escapeHtml(what)}</p></div>${renderForm([], 'Send no more')}`;
    return { status: 200, html: renderPage({ title, main }) };
  },
  async submit({ app, key = '' }) {
    const found = findUnsubscription(app, key);
    if (!found) return closed;
    await app.writes.submit(() => doUnsubscribe(app, found));
    const text = `No more mails ${mailKinds[found.kind]} go to ${found.user.email}. Your settings have them again.`;
    return { status: 200, html: renderMessage('You get no more of these mails', text) };
  },
};

const closed = {
  status: 404,
  html: renderMessage('This link cannot be used any more', 'Your settings say which mails you get.'),
};
