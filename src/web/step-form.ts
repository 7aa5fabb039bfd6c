import { escapeHtml } from '../ground/text.ts';
import { type Field, renderField } from './field.ts';
import type { Visit } from './form-page.ts';

/** Options of WebAuthn for one passkey, with bytes in base64url, and the origin of the page that may ask. */
export interface PasskeyQuestion {
  origin: string;
  challenge: string;
  [option: string]: unknown;
}

interface StepForm {
  hidden?: Readonly<Record<string, string>>;
  fields?: readonly Field[];
  button: string;
  problem?: string;
  /** A place in the web client to open in the end, where the address of the page names none. */
  fragment?: string | undefined;
  /** What a script asks an authenticator. Without scripts or passkeys the form is not shown. */
  passkey?: PasskeyQuestion | undefined;
}

/** A form of a log-in, for a code or a passkey. HTML. */
export function renderStepForm(visit: Visit, step: StepForm): string {
  const { hidden = {}, fields = [], button, problem = '', passkey } = step;
  const values = passkey ? { ...hidden, credential: '' } : hidden;
  const inputs = Object.entries(values).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  // A button alone stands below the form to which it is another way.
  const isAlone = passkey !== undefined && fields.length === 0;
  const question = passkey ? ` hidden data-passkey="${escapeHtml(JSON.stringify(passkey))}"` : '';
  return `<form method="post"${actionOf(visit, step)} class="${isAlone ? 'alone' : 'card'}"${question}>
${problem === '' ? '' : `<p class="error" role="alert">${escapeHtml(problem)}</p>`}
${fields.map(renderField).join('')}
${passkey ? `<p class="error" role="alert" hidden>${escapeHtml(visit.texts.t('secondStep.passkeyFails'))}</p>` : ''}
<button${isAlone ? ' class="other"' : ''}>${escapeHtml(button)}</button>
${inputs.join('')}
</form>`;
}

// Pages that are used once, such as a sign-up, do not take the second step.
function actionOf({ request: { url = '' } }: Visit, { fragment }: StepForm): string {
  if (['/', '/login', '/second-step'].includes(url.split('?')[0] ?? '')) return '';
  return ` action="/login${fragment === undefined ? '' : `#${fragment}`}"`;
}
