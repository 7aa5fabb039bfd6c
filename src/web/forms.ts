import { confirmEmailPage } from './confirm-email.ts';
import { demoPage } from './demo.ts';
import type { FormPage, Visit } from './form-page.ts';
import { loginPage, logoutPage } from './log-in.ts';
import { nearbyPage } from './nearby.ts';
import { openIdPage, openIdReturnPage } from './openid.ts';
import { forgotPage, resetPage } from './reset.ts';
import { secondStepPage } from './second-step.ts';
import { setupPage } from './setup.ts';
import { checkMailPage, signUpPage } from './sign-up.ts';
import { unsubscribePage } from './unsubscribe.ts';

/** Form pages by the first segment of their path; `hasKey` if a key follows. */
const pages: Readonly<Record<string, { page: FormPage; hasKey?: boolean }>> = {
  '': { page: loginPage },
  login: { page: loginPage },
  logout: { page: logoutPage },
  join: { page: signUpPage, hasKey: true },
  register: { page: signUpPage },
  setup: { page: setupPage, hasKey: true },
  forgot: { page: forgotPage },
  reset: { page: resetPage, hasKey: true },
  openid: { page: openIdPage, hasKey: true },
  'openid-return': { page: openIdReturnPage, hasKey: true },
  demo: { page: demoPage, hasKey: true },
  nearby: { page: nearbyPage, hasKey: true },
  'second-step': { page: secondStepPage },
  'check-mail': { page: checkMailPage },
  'confirm-email': { page: confirmEmailPage, hasKey: true },
  unsubscribe: { page: unsubscribePage, hasKey: true },
};

/** The form page at a path, and the key in that path. */
export function findFormPage([name = '', key, ...more]: readonly string[]):
  | { page: FormPage; key: Visit['key'] }
  | undefined {
  const { page, hasKey = false } = (Object.hasOwn(pages, name) && pages[name]) || {};
  const isWhole = more.length === 0 && (key !== undefined) === hasKey;
  return page && isWhole ? { page, key } : undefined;
}
