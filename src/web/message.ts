import { escapeHtml } from '../ground/text.ts';
import { renderPage } from './page.ts';

/** A page with nothing but a message and a way on. HTML. */
export function renderMessage(title: string, text: string): string {
  return renderPage({
    title,
    main: `<h1>${escapeHtml(title)}</h1>
<div class="about"><p>${escapeHtml(text)}</p></div>
${loginHint}`,
  });
}

/** For people on a way to an account who have one. HTML. */
export const loginHint = '<p class="way">You have an account already? <a href="/login">Log in</a>.</p>';
