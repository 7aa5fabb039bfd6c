import { passwordLimits } from '../accounts/password.ts';
import type { Texts } from '../ground/texts.ts';
import type { Field } from './field.ts';
import { newAccountScript } from './new-account-script.ts';
import { allowScript } from './page.ts';
import type { Reply } from './page-reply.ts';

export function newPasswordField(texts: Texts): Field {
  return {
    name: 'password',
    label: texts.t('settings.password'),
    type: 'password',
    autocomplete: 'new-password',
    hint: texts.t('page.newPasswordHint', { min: passwordLimits.min }),
    meter: { label: texts.t('page.passwordStrength'), least: passwordLimits.min },
  };
}

/** A page with the form of such a field, whose script may run. */
export function newPasswordReply(status: number, html: string): Reply {
  return { status, html, headers: allowScript(newAccountScript) };
}
