import {
  doConfirmEmail,
  type EmailChange,
  emailChangeClosed,
  findEmailChange,
} from '../accounts/email-confirmation.ts';
import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
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
  show({ app, key = '', texts }) {
    const change = findEmailChange(app, key);
    return change ? { status: 200, html: renderQuestion(app, texts, change) } : closed(texts);
  },
  async submit({ app, key = '', texts }) {
    try {
      const { email } = await app.writes.submit(() => doConfirmEmail(app, key));
      const html = renderMessage(texts, texts.t('confirm.changed'), texts.t('confirm.changedHint', { address: email }));
      return { status: 200, html };
    } catch (error) {
      if (isKind(error, emailChangeClosed)) return closed(texts);
      throw error;
    }
  },
};

function renderQuestion(app: Site, texts: Texts, { user, email }: EmailChange): string {
  const title = texts.t('confirm.title');
  const text = texts.html('confirm.text', {
    name: user.full_name,
    organization: findRealm(app.db).name,
    address: email,
    b: (inside) => `<strong>${inside}</strong>`,
  });
  return renderPage(texts, {
    title,
    main: `<h1>${escapeHtml(title)}</h1>
<div class="about"><p>${text}</p></div>
${renderForm(texts, [], texts.t('confirm.change'))}`,
  });
}

function closed(texts: Texts): Reply {
  return { status: 404, html: renderMessage(texts, texts.t('page.linkUsed'), texts.t('confirm.closed')) };
}
