import {
  doConfirmEmail,
  type EmailChange,
  emailChangeClosed,
  findEmailChange,
} from '../accounts/email-confirmation.ts';
import { escapeHtml } from '../ground/text.ts';
import { isKind } from '../http/errors.ts';
import { findRealm } from '../realm/realm.ts';
import { renderForm } from './form.ts';
import type { FormPage } from './form-page.ts';
import { renderMessage } from './message.ts';
import { renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import type { Site } from './site.ts';

/** The page behind a link that confirms a new address. Opening it changes nothing yet. */
export const confirmEmailPage: FormPage = {
  show({ app, key = '' }) {
    const change = findEmailChange(app, key);
    return change ? { status: 200, html: renderQuestion(app, change) } : closed;
  },
  async submit({ app, key = '' }) {
    try {
      const { email } = await app.writes.submit(() => doConfirmEmail(app, key));
      return message(200, 'Your address has changed', `From now on you log in with ${email}.`);
    } catch (error) {
      if (isKind(error, emailChangeClosed)) return closed;
      throw error;
    }
  },
};

function renderQuestion(app: Site, { user, email }: EmailChange): string {
  const { name } = findRealm(app.db);
  return renderPage({
    title: 'Change your address?',
    main: `<h1>Change your address?</h1>
<div class="about"><p>${escapeHtml(user.full_name)} will log in to ${escapeHtml(name)} with
<strong>${escapeHtml(email)}</strong>.</p></div>
${renderForm([], 'Change it')}`,
  });
}

function message(status: number, title: string, text: string): Reply {
  return { status, html: renderMessage(title, text) };
}

const closed = message(404, 'This link cannot be used any more', 'Ask for a new one in your settings.');
