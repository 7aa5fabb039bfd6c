import { passwordLimits } from '../accounts/password.ts';
import type { Field } from './field.ts';

export const newPasswordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: `A new one, of at least ${passwordLimits.min} characters.`,
};
