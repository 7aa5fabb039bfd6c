import { checkEmail } from '../accounts/email.ts';
import { checkFullName } from '../accounts/full-name.ts';
import { ensurePasswordAcceptable, hashPassword } from '../accounts/password.ts';
import { canSetUp, doSetUp, setupClosed } from '../accounts/setup.ts';
import { ApiError } from '../http/errors.ts';
import { realmName } from '../realm/setting-kinds.ts';
import type { Field } from './field.ts';
import { renderForm, titleOf } from './form.ts';
import { type Form, type FormPage, redirect, type Visit } from './form-page.ts';
import { logIn } from './log-in.ts';
import { renderMessage } from './message.ts';
import { renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import { newPasswordField } from './password-field.ts';
import { hasProblems, type Problems, problemOf, problemWith } from './problems.ts';
import { nameField } from './sign-up-page.ts';

/** The page where the first owner creates an account and names the organization. */
export const setupPage: FormPage = {
  show({ app, key = '' }) {
    return canSetUp(app, key) ? { status: 200, html: renderSetup(() => '') } : closed;
  },
  async submit(visit, form) {
    const { app, key = '' } = visit;
    if (!canSetUp(app, key)) return closed;
    const problems = findProblems(form);
    if (hasProblems(problems)) return again(form, problems);
    try {
      return await begin(visit, form);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.kind === setupClosed ? closed : again(form, problemOf(error));
    }
  },
};

async function begin(visit: Visit, form: Form): Promise<Reply> {
  const { app, key = '' } = visit;
  const password_hash = await hashPassword(app, form('password'));
  const organization = realmName.read(form('organization'), organizationField.label);
  const person = { full_name: form('full_name'), email: form('email'), password_hash };
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
  return (await logIn(visit, id)) ?? redirect('/login');
}

function findProblems(form: Form): Problems {
  return {
    ...problemWith(() => realmName.read(form('organization'), organizationField.label), 'organization'),
    ...problemWith(() => checkFullName(form('full_name'))),
    ...problemWith(() => checkEmail(form('email'))),
    ...problemWith(() => ensurePasswordAcceptable(form('password'))),
  };
}

function again(form: Form, problems: Problems): Reply {
  return { status: 422, html: renderSetup(form, problems) };
}

const organizationField: Field = {
  name: 'organization',
  label: 'Name of the organization',
  type: 'text',
  autocomplete: 'organization',
  hint: 'Your team, club or family. It can be changed later.',
};

function renderSetup(typed: Form, problems: Problems = {}): string {
  const title = 'Set up chatd';
  const email = typed('email');
  const fields: Field[] = [
    { ...organizationField, value: typed('organization') },
    nameField(typed('full_name')),
    {
      name: 'email',
      label: 'E-mail address',
      type: 'email',
      autocomplete: 'email',
      value: email,
      hint: 'You log in with it.',
    },
    newPasswordField,
  ];
  return renderPage({
    title: titleOf(title, problems),
    main: `<header>
<img src="/icon.png" alt="" width="64" height="64">
<h1>${title}</h1>
<div class="about"><p>Create your account: it owns the organization and can do everything there.</p></div>
</header>
${renderForm(fields, 'Begin', problems)}`,
  });
}

const closed: Reply = {
  status: 404,
  html: renderMessage(
    'This link does not work',
    'It expires after half an hour, or once there is an owner. The operator gets another one by restarting the server.',
  ),
};
