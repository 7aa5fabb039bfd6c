/** What a page has, for code that runs without a browser. Import it before that code. */

class FakeStorage {
  readonly #items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    this.#items.set(key, text);
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

class FakeElement {
  value = '';
  addEventListener(): void {}
  append(): void {}
  focus(): void {}
  remove(): void {}
}

const window = new EventTarget();
const location = new FakeLocation();

Object.assign(globalThis, {
  document: { activeElement: null, body: new FakeElement(), createElement: () => new FakeElement() },
  HTMLElement: FakeElement,
  location,
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
