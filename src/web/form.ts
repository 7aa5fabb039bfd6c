import { escapeHtml } from '../ground/text.ts';
import { type Field, renderField } from './field.ts';
import { hasProblems, mark, type Problems } from './problems.ts';

/** A form: empty, or with the submitted text and its problems. HTML. */
export function renderForm(fields: readonly Field[], button: string, problems: Problems = {}): string {
  const sentence = problems[''] ?? 'Please correct the marked fields.';
  return `<form method="post" class="card">
${hasProblems(problems) ? `<p class="error" role="alert">${escapeHtml(sentence)}</p>` : ''}
${mark(fields, problems).map(renderField).join('\n')}
<button>${escapeHtml(button)}</button>
</form>`;
}

/** The title of a page; it indicates problems of the form. */
export function titleOf(title: string, problems: Problems): string {
  return `${hasProblems(problems) ? 'Not yet: ' : ''}${title}`;
}
