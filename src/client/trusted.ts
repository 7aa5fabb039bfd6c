// The only place where text becomes HTML. What comes here is what the server rendered, out of a short list of elements.

interface Policy {
  createHTML(html: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy('chatd', { createHTML: (html) => html });

/** Shows the server's HTML in an element. */
export function setHtml(element: Element, html: string): void {
  element.innerHTML = trust(html);
}

/** The words of the server's HTML, in one line. */
export function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(trust(html), 'text/html');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function trust(html: string): string {
  return policy ? policy.createHTML(html) : html;
}
