import { checkEmail } from '../accounts/email.ts';
import { checkFullName } from '../accounts/full-name.ts';
import { ensurePasswordAcceptable, hashPassword } from '../accounts/password.ts';
import { canSetUp, doSetUp, setupClosed } from '../accounts/setup.ts';
import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { browserLanguage } from '../http/accepted-languages.ts';
import { ApiError } from '../http/errors.ts';
import { realmName } from '../realm/setting-kinds.ts';
import type { Field } from './field.ts';
import { renderForm, titleOf } from './form.ts';
import { type Form, type FormPage, redirect, type Visit } from './form-page.ts';
import { renderLanguages } from './languages.ts';
import { renderMessage } from './message.ts';
import { renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import { newPasswordField, newPasswordReply } from './password-field.ts';
import { hasProblems, type Problems, problemOf, problemWith } from './problems.ts';
import { logIn } from './session-start.ts';
import { nameField } from './sign-up-page.ts';

/** The page where the first owner creates an account and names the organization. */
export const setupPage: FormPage = {
  show({ app, key = '', texts }) {
    return canSetUp(app, key)
      ? newPasswordReply(
          200,
          renderSetup(texts, () => ''),
        )
      : closed(texts);
  },
  async submit(visit, form) {
    const { app, key = '', texts } = visit;
    if (!canSetUp(app, key)) return closed(texts);
    const problems = findProblems(texts, form);
    if (hasProblems(problems)) return again(texts, form, problems);
    try {
      return await begin(visit, form);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.kind === setupClosed ? closed(texts) : again(texts, form, problemOf(texts, error));
    }
  },
};

async function begin(visit: Visit, form: Form): Promise<Reply> {
  const { app, key = '' } = visit;
  const password_hash = await hashPassword(app, form('password'));
  const organization = realmName.read(form('organization'), 'organization');
  const language = browserLanguage(visit.request);
  const person = { full_name: form('full_name'), email: form('email'), password_hash, language };
  // The link comes from the operator, so the act is recorded as the operator's.
  const act = {
    actor_id: null,
    action: 'setup',
    address: app.addresses.of(visit.request),
    about: {},
    isAdministrative: true,
  };
  const { id } = await app.writes.submit(() =>
    app.audit.record(act, () => doSetUp(app, key, { organization, ...person })),
  );
  return (await logIn(visit, id, 'welcome')) ?? redirect('/login');
}

function findProblems(texts: Texts, form: Form): Problems {
  const { label } = organizationField(texts);
  return {
    ...problemWith(texts, () => realmName.read(form('organization'), label), 'organization'),
    ...problemWith(texts, () => checkFullName(form('full_name'))),
    ...problemWith(texts, () => checkEmail(form('email'))),
    ...problemWith(texts, () => ensurePasswordAcceptable(form('password'))),
  };
}

function again(texts: Texts, form: Form, problems: Problems): Reply {
  return newPasswordReply(422, renderSetup(texts, form, problems));
}

function organizationField(texts: Texts): Field {
  return {
    name: 'organization',
    label: texts.t('setup.organization'),
    type: 'text',
    autocomplete: 'organization',
    hint: texts.t('setup.organizationHint'),
  };
}

function renderSetup(texts: Texts, typed: Form, problems: Problems = {}): string {
  const title = texts.t('setup.title');
  const fields: Field[] = [
    {
      name: 'email',
      label: texts.t('settings.email'),
      type: 'email',
      autocomplete: 'email',
      value: typed('email'),
      hint: texts.t('page.whereYouLogIn'),
      isFocused: true,
    },
    newPasswordField(texts),
    nameField(texts, typed('full_name')),
    { ...organizationField(texts), value: typed('organization') || texts.t('setup.usualOrganization') },
  ];
  return renderPage(texts, {
    title: titleOf(texts, title, problems),
    main: `${renderLanguages(texts)}
<header>
<img src="/icon.png" alt="" width="64" height="64">
<h1>${escapeHtml(title)}</h1>
<div class="about"><p>${escapeHtml(texts.t('setup.about'))}</p></div>
</header>
${renderForm(texts, fields, texts.t('setup.begin'), problems)}`,
  });
}

function closed(texts: Texts): Reply {
  return { status: 404, html: renderMessage(texts, texts.t('page.linkFails'), texts.t('setup.closed')) };
}
