// The only place where text becomes HTML or the URL of a script. The HTML is rendered by the server from a short list
// of elements; the only script is the service worker.

interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy('chatd', { createHTML: (html) => html, createScriptURL: () => '/sw.js' });

/** The URL of the service worker. */
export function workerUrl(): string {
  return policy ? policy.createScriptURL('') : '/sw.js';
}

/** Shows the server's HTML in an element. */
export function setHtml(element: Element, html: string): void {
  element.innerHTML = trust(html);
}

/** Parses HTML to be read and not shown, even that of other programs: outside of a page nothing of it is run or loaded. */
export function parseHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(trust(html), 'text/html').body;
}

function trust(html: string): string {
  return policy ? policy.createHTML(html) : html;
}
