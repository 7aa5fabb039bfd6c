import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { type Field, renderField } from './field.ts';
import { newAccountScript } from './new-account-script.ts';
import { hasProblems, mark, type Problems } from './problems.ts';

/** A form: empty, or with the submitted text and its problems. HTML. */
export function renderForm(texts: Texts, fields: readonly Field[], button: string, problems: Problems = {}): string {
  const sentence = problems[''] ?? texts.t('page.correctFields');
  return `<form method="post" class="card">
${hasProblems(problems) ? `<p class="error" role="alert">${escapeHtml(sentence)}</p>` : ''}
${mark(fields, problems).map(renderField).join('\n')}
<button>${escapeHtml(button)}</button>
</form>
${fields.some(({ meter }) => meter) ? `<script>${newAccountScript}</script>` : ''}`;
}

/** The title of a page; it indicates problems of the form. */
export function titleOf(texts: Texts, title: string, problems: Problems): string {
  return hasProblems(problems) ? texts.t('page.notYet', { title }) : title;
}
