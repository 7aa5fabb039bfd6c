// The only place where text becomes HTML or the URL of a script. The HTML is rendered by the server from a short list
// of elements; the only script is the service worker.

import type { Language } from '../../languages/list.ts';

interface Policy {
  createHTML(html: string): string;
  createScriptURL(language: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy('chatd', { createHTML: (html) => html, createScriptURL: workerPath });

/** The URL of the service worker, which keeps the messages of one language. */
export function workerUrl(language: Language): string {
  return policy ? policy.createScriptURL(language) : workerPath(language);
}

function workerPath(language: string): string {
  return `/sw.js?language=${language}`;
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
