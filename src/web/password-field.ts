import { passwordLimits } from '../accounts/password.ts';
import type { Field } from './field.ts';

/** Where one chooses a password. */
export const newPasswordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: `A new one, of at least ${passwordLimits.min} characters.`,
};
