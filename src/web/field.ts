import { escapeHtml } from '../ground/text.ts';

/** An input of a form. */
export interface Field {
  name: string;
  /** In the document; the name if it is there once. */
  id?: string;
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
  /** For a new password: the label of the meter of its strength, and the least number of characters. */
  meter?: { label: string; least: number };
}

/** A labeled input; screen readers read hint and error with it. HTML. */
export function renderField(field: Field): string {
  const { name, id = name, label, hint, error, meter } = field;
  const notes = [
    ...(error === undefined ? [] : [`<p class="error" id="${id}-error">${escapeHtml(error)}</p>`]),
    ...(hint === undefined ? [] : [`<p class="hint" id="${id}-hint">${escapeHtml(hint)}</p>`]),
  ];
  return `<div class="field">
<label for="${id}">${escapeHtml(label)}</label>
<input ${attributesOf(field)}>
${meter ? renderMeter(meter) : ''}${notes.join('\n')}
</div>`;
}

/** A script shows the strength in it. HTML. */
function renderMeter({ label, least }: { label: string; least: number }): string {
  const scale = 'min="0" max="4" low="1.5" high="3" optimum="4"';
  return `<meter id="strength" ${scale} data-least="${least}" aria-label="${escapeHtml(label)}"></meter>\n`;
}

function attributesOf(field: Field): string {
  const { name, id = name, type, autocomplete, value = '', hint, error } = field;
  const described = [...(error === undefined ? [] : [`${id}-error`]), ...(hint === undefined ? [] : [`${id}-hint`])];
  const attributes: Record<string, string | boolean> = {
    id,
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
