import { escapeHtml } from '../ground/text.ts';
import { renderPage } from './page.ts';

/** A page with a short message. HTML. */
export function renderMessage(title: string, text: string): string {
  return renderPage({
    title,
    main: `<h1>${escapeHtml(title)}</h1>
<div class="about"><p>${escapeHtml(text)}</p></div>
${loginHint}`,
  });
}

/** For visitors of the sign-up pages who have an account. HTML. */
export const loginHint = '<p class="way">Already have an account? <a href="/login">Log in</a>.</p>';
