import { doUnsubscribe, findUnsubscription, mailKinds } from '../missed/unsubscribe.ts';
import { findRealm } from '../realm/realm.ts';
import { renderForm } from './form.ts';
import type { FormPage } from './form-page.ts';
import { renderPage } from './page.ts';
import { renderHeader } from './realm-header.ts';
import type { Site } from './site.ts';

/**
 * The page of the unsubscribe links in mails. Opening it changes nothing yet, because programs open links too. Mail
 * programs post to it at once (RFC 8058).
 */
export const unsubscribePage: FormPage = {
  show({ app, key = '' }) {
    const found = findUnsubscription(app, key);
    if (!found) return refuse(app);
    const what = `Mails of ${findRealm(app.db).name} ${mailKinds[found.kind]} go to ${found.user.email}.`;
    const title = 'No more of these mails?';
    const main = `${renderHeader(app, title, what)}${renderForm([], 'Send no more')}`;
    return { status: 200, html: renderPage({ title, main }) };
  },
  async submit({ app, key = '' }) {
    const found = findUnsubscription(app, key);
    if (!found) return refuse(app);
    await app.writes.submit(() => doUnsubscribe(app, found));
    const text = `Mails ${mailKinds[found.kind]} go to ${found.user.email} no longer. You can have them again.`;
    return { status: 200, html: renderEnd(app, 'You will get no more of these mails', text) };
  },
};

function refuse(app: Site) {
  const text = 'You can choose yourself which mails you get.';
  return { status: 404, html: renderEnd(app, 'This link cannot be used any more', text) };
}

/** A page with a link to the mail settings. HTML. */
function renderEnd(app: Site, title: string, text: string): string {
  const way = '<p class="way"><a href="/#settings/notifications">Choose your mails</a></p>';
  return renderPage({ title, main: renderHeader(app, title, text) + way });
}
