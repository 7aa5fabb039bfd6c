import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { renderPage } from './page.ts';

/** A page with a short message. HTML. */
export function renderMessage(texts: Texts, title: string, text: string): string {
  return renderPage(texts, {
    title,
    main: `<h1>${escapeHtml(title)}</h1>
<div class="about"><p>${escapeHtml(text)}</p></div>
${renderLoginHint(texts)}`,
  });
}

/** For visitors of the sign-up pages who have an account. HTML. */
export function renderLoginHint(texts: Texts): string {
  return `<p class="way">${texts.html('page.alreadyHaveAccount', { link: linkTo('/login') })}</p>`;
}

/** Makes a link of the text between tags. HTML. */
export function linkTo(path: string): (inside: string) => string {
  return (inside) => `<a href="${path}">${inside}</a>`;
}
