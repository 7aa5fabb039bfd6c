import { passwordLimits } from '../accounts/password.ts';
import { escapeHtml } from '../ground/text.ts';
import { type Entry, isOpenToAll, needsConfirmation } from '../invites/sign-up.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { realmImageUrl } from '../organization/realm-image.ts';
import { findRealm } from '../realm/realm.ts';
import { type Field, renderField } from './field.ts';
import { renderPage } from './page.ts';
import type { Site } from './site.ts';

export const welcomePath = '/welcome/';
export const checkMailPath = '/check-mail/';
export const registerPath = '/register/';

/** What was typed into the form. The password is never shown again. */
export interface Typed {
  full_name: string;
  email: string;
}

/** What is wrong with what was typed, by the name of the field; under '' what concerns no field. */
export type Problems = Partial<Record<keyof Typed | 'password' | '', string>>;

/** The form by which somebody gets an account: at first, or again with what was typed and what is wrong with it. HTML. */
export function renderSignUp(app: Site, entry: Entry, typed: Typed, problems: Problems): string {
  const { name } = findRealm(app.db);
  const isWrong = Object.keys(problems).length > 0;
  const asksForMail = needsConfirmation(app, entry);
  return renderPage({
    title: `${isWrong ? 'Not yet: ' : ''}Join ${name}`,
    main: `${renderHeader(app, `Join ${name}`, sentenceOn(entry))}
<form method="post" class="card">
${isWrong ? `<p class="error" role="alert">${escapeHtml(problems[''] ?? 'Please look at what is marked below.')}</p>` : ''}
${fieldsFor(entry, typed, problems, asksForMail).map(renderField).join('\n')}
<button>${asksForMail ? 'Go on' : 'Join'}</button>
</form>
<p class="way">You have an account already? <a href="${welcomePath}">See how to log in</a>.</p>`,
  });
}

function fieldsFor(entry: Entry, typed: Typed, problems: Problems, asksForMail: boolean): Field[] {
  const fields = asksForMail ? [emailField(entry, typed)] : [nameField(typed), emailField(entry, typed), passwordField];
  const first = fields.findIndex(({ name }) => name in problems);
  return fields.map((field, index) => ({
    ...field,
    error: problems[field.name as keyof Problems],
    isFocused: index === first,
  }));
}

function nameField({ full_name }: Typed): Field {
  const hint = 'This is how others see you.';
  return { name: 'full_name', label: 'Your name', type: 'text', autocomplete: 'name', value: full_name, hint };
}

function emailField(entry: Entry, { email }: Typed): Field {
  const isFixed = entry.email !== undefined;
  const value = entry.email ?? email;
  const hint = isFixed ? 'With it you log in.' : undefined;
  return { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email', value, isFixed, hint };
}

const passwordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: `A new one, of at least ${passwordLimits.min} characters.`,
};

function sentenceOn({ inviter }: Entry): string {
  return inviter ? `${inviter.full_name} invites you.` : '';
}

function renderHeader(app: Site, title: string, sentence: string): string {
  const { description } = findRealm(app.db);
  return `<header>
<img src="${realmImageUrl(app.db, 'icon')}" alt="" width="64" height="64">
<h1 dir="auto">${escapeHtml(title)}</h1>
${description === '' ? '' : `<div class="about" dir="auto">${renderMarkdown(description)}</div>`}
${sentence === '' ? '' : `<p class="status" dir="auto">${escapeHtml(sentence)}</p>`}
</header>`;
}

/** Why there is no talk of the desktop app: it shows the web client of the server, and this one has none. HTML. */
export const desktopHint = `<p class="hint">On a computer, take a program for the terminal. The Zulip desktop app shows
what a server has on its own pages, which here are only these.</p>`;

const example = 'you@example.com';

/** The page that says how to log in; `email` is the newcomer's, where it is known. HTML. */
export function renderWelcome(app: Site, email: string | undefined): string {
  const { name } = findRealm(app.db);
  const url = escapeHtml(app.config.public_url);
  const address = escapeHtml(email ?? example);
  return renderPage({
    title: email === undefined ? `Log in to ${name}` : `Welcome to ${name}`,
    main: `<header>
<img src="${realmImageUrl(app.db, 'icon')}" alt="" width="64" height="64">
<h1 dir="auto">${email === undefined ? 'Log in to' : 'Welcome to'} ${escapeHtml(name)}</h1>
${email === undefined ? '' : '<p class="status">Your account is ready.</p>'}
</header>
<section aria-labelledby="apps">
<h2 id="apps">Log in with an app</h2>
<p>Take the Zulip app for your phone (Android, iPhone). It asks for the address of your organization:</p>
<p class="address">${url}</p>
<p>Then it asks for your password and your e-mail address${
      email === undefined
        ? '.</p>'
        : `:</p>
<p class="address">${address}</p>`
    }
<p>If you forget your password, whoever runs this server can give you a new one.</p>
${desktopHint}
</section>
<section aria-labelledby="terminal">
<h2 id="terminal">In a terminal, and for scripts</h2>
<p>Programs such as <code>zulip-term</code> ask for the same and keep the answer in a file named
<code>zuliprc</code>. To write that file by hand, get a key first:</p>
<pre tabindex="0"><code>curl ${url}/api/v1/fetch_api_key \\
  --data-urlencode ${escapeHtml(quoteForShell(`username=${email ?? example}`))} \\
  --data-urlencode password=YOUR_PASSWORD</code></pre>
<pre tabindex="0"><code>[api]
email=${address}
key=YOUR_API_KEY
site=${url}</code></pre>
</section>`,
  });
}

function quoteForShell(text: string): string {
  return /^[\w.@=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The page after a mail was sent to an address to see whether it is theirs. HTML. */
export function renderCheckMail(email: string | undefined): string {
  const where = email === undefined ? 'your address' : `<strong>${escapeHtml(email)}</strong>`;
  return renderPage({
    title: 'Look into your mail',
    main: `<h1>Look into your mail</h1>
<div class="about"><p>A link is on its way to ${where}. Open it to choose your name and password; it is good for a
day.</p></div>
<p>If nothing comes within some minutes, look among the unwanted mails, or go back and type the address again.</p>`,
  });
}

/** The page of a key that opens nothing. HTML. */
export function renderClosed(): string {
  return renderMessage(
    'This invitation does not work',
    'It may have expired, or been used or taken back, or its address is not complete. ' +
      'Please ask the one who invited you for another one.',
  );
}

/** The page for those who want to sign up where one must be invited. HTML. */
export function renderInvitationNeeded(): string {
  return renderMessage(
    'One joins here by invitation',
    'Please ask somebody who is here already, or whoever runs this server, for an invitation.',
  );
}

/** A page with nothing but a message and a way on. HTML. */
export function renderMessage(title: string, text: string): string {
  return renderPage({
    title,
    main: `<h1>${escapeHtml(title)}</h1>
<div class="about"><p>${escapeHtml(text)}</p></div>
<p class="way">You have an account already? <a href="${welcomePath}">See how to log in</a>.</p>`,
  });
}

/** Where those without an account get one, for the page at the server's address. HTML. */
export function renderWayIn(app: Site): string {
  if (!isOpenToAll(app)) return 'If you have none yet, ask whoever runs this server.';
  return `If you have none yet, <a href="${registerPath}">sign up</a>.`;
}
