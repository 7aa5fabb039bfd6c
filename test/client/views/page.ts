/** What a page has, for code that runs without a browser. Import it before that code. */

class FakeStorage {
  readonly #items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    this.#items.set(key, text);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
}

/** The address bar: setting it tells the page a moment later, as browsers do. */
class FakeLocation {
  #hash = '';
  readonly origin = 'http://127.0.0.1';

  get hash(): string {
    return this.#hash;
  }

  set hash(hash: string) {
    if (hash === this.#hash) return;
    this.#hash = hash;
    setImmediate(() => window.dispatchEvent(new Event('hashchange')));
  }

  replace(hash: string): void {
    this.#hash = hash;
  }
}

export class FakeElement extends EventTarget {
  value = '';
  readonly tagName: string;
  /** Selectors that it or something around it matches. */
  readonly #around: readonly string[];

  constructor(tagName = 'div', ...around: string[]) {
    super();
    this.tagName = tagName.toUpperCase();
    this.#around = [tagName, ...around];
  }

  append(): void {}

  closest(selectors: string): FakeElement | null {
    return selectors.split(', ').some((one) => this.#around.includes(one)) ? this : null;
  }

  focus(): void {
    fakeDocument.activeElement = this;
  }

  remove(): void {
    if (fakeDocument.activeElement === this) fakeDocument.activeElement = null;
  }

  /** Presses a key here, and says whether that still has its usual effect. */
  press(key: string, fields: object = {}): boolean {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ...fields });
    this.dispatchEvent(event);
    Object.defineProperty(event, 'target', { value: this });
    if (!event.defaultPrevented) fakeDocument.dispatchEvent(event);
    return !event.defaultPrevented;
  }
}

class FakeDocument extends EventTarget {
  activeElement: FakeElement | null = null;
  visibilityState = 'visible';
  readonly body = new FakeElement('body');
  readonly createElement = (name: string) => new FakeElement(name);
  readonly hasFocus = () => this.visibilityState === 'visible';
  /** The menu that is open. */
  menu: FakeElement | null = null;
  readonly querySelector = () => this.menu;
}

export const fakeDocument = new FakeDocument();
const window = new EventTarget();
const location = new FakeLocation();

Object.assign(globalThis, {
  document: fakeDocument,
  Element: FakeElement,
  HTMLElement: FakeElement,
  location,
  matchMedia: () => ({ matches: true, addEventListener: () => {} }),
  localStorage: new FakeStorage(),
  sessionStorage: new FakeStorage(),
  history: { replaceState: (_state: unknown, _title: string, hash: string) => location.replace(hash) },
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
  CSS: { supports: () => true, escape: (text: string) => text },
});

/** Goes to an address as a link or the back button does. */
export async function openAddress(hash: string): Promise<void> {
  location.hash = hash;
  await new Promise(setImmediate);
}

/** The page is left. */
export function leavePage(): void {
  window.dispatchEvent(new Event('pagehide'));
}
