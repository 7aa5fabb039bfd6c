import { escapeHtml } from '../ground/text.ts';

/** An input of a form. */
export interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  value?: string | undefined;
  /** Read-only. */
  isFixed?: boolean;
  hint?: string | undefined;
  /** The problem with the submitted text. */
  error?: string | undefined;
  /** Whether it has the focus when the page opens. */
  isFocused?: boolean;
}

/** A labeled input; screen readers read hint and error with it. HTML. */
export function renderField(field: Field): string {
  const { name, label, hint, error } = field;
  const notes = [
    ...(error === undefined ? [] : [`<p class="error" id="${name}-error">${escapeHtml(error)}</p>`]),
    ...(hint === undefined ? [] : [`<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>`]),
  ];
  return `<div class="field">
<label for="${name}">${escapeHtml(label)}</label>
<input ${attributesOf(field)}>
${notes.join('\n')}
</div>`;
}

function attributesOf(field: Field): string {
  const { name, type, autocomplete, value = '', hint, error } = field;
  const described = [
    ...(error === undefined ? [] : [`${name}-error`]),
    ...(hint === undefined ? [] : [`${name}-hint`]),
  ];
  const attributes: Record<string, string | boolean> = {
    id: name,
    name,
    type,
    autocomplete,
    value,
    dir: 'auto',
    required: true,
    readonly: field.isFixed ?? false,
    autofocus: field.isFocused ?? false,
    'aria-invalid': error === undefined ? false : 'true',
    'aria-describedby': described.length === 0 ? false : described.join(' '),
  };
  return Object.entries(attributes)
    .filter(([key, text]) => text !== false && !(key === 'value' && text === ''))
    .map(([key, text]) => (text === true ? key : `${key}="${escapeHtml(String(text))}"`))
    .join(' ');
}
