import { keepTrying, part } from '../api/part.ts';
import type { Playground } from '../api/types.ts';
import { t } from '../language/texts.ts';

/** The actions on blocks of code. */
export interface CodeUse {
  playgrounds: readonly Playground[];
  copy(text: string): void;
}

/** Adds a button to copy a block of code, and one to run it if the organization has a playground for its language. */
export function addCodeTools(block: HTMLElement, { playgrounds, copy }: CodeUse): void {
  const code = block.querySelector('pre')?.textContent ?? '';
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = t('common.copy');
  button.addEventListener('click', () => copy(code));
  tools.append(button);
  const language = block.dataset.codeLanguage;
  for (const playground of playgrounds) {
    if (playground.pygments_language !== language) continue;
    const link = document.createElement('a');
    link.textContent = t('parts.openIn', { name: playground.name });
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    fill(link, playground.url_template, code);
    tools.append(link);
  }
  block.append(tools);
}

/** Templates are rare, so their parser is loaded on first use. */
const templates = part('text/url-templates.ts', () => import('../text/url-templates.ts'));

function fill(link: HTMLAnchorElement, template: string, code: string): void {
  keepTrying(templates, ({ parseTemplate }) => {
    const { href, protocol } = new URL(parseTemplate(template).expand({ code }), location.origin);
    if (/^https?:$/.test(protocol)) link.href = href;
  });
}
