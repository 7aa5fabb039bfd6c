import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { PageHead } from './page.tsx';

type Load<Props> = () => Promise<FunctionComponent<Props>>;

interface Instead<Props> {
  /** Shown until the view is loaded. */
  Before?: FunctionComponent<Props>;
  /** Shown if it cannot be loaded. */
  Failed?: FunctionComponent<Props>;
}

/** A view that is loaded when it is first shown. */
export function lazy<Props extends object>(load: Load<Props>, { Before, Failed }: Instead<Props> = {}) {
  let known: FunctionComponent<Props> | undefined;
  return function Lazy(props: Props) {
    const state = useSignal<'loading' | 'ready' | 'failed'>(known ? 'ready' : 'loading');
    // Before painting, so that a view that is already loaded gets the next key.
    useLayoutEffect(() => {
      if (known) return;
      load().then(
        (View) => {
          known = View;
          state.value = 'ready';
        },
        () => {
          state.value = 'failed';
        },
      );
    }, []);
    const View = state.value === 'ready' ? known : state.value === 'failed' ? Failed : Before;
    return View ? <View {...props} /> : null;
  };
}

function NotLoaded() {
  return (
    <main class="page">
      <PageHead title="Not loaded" />
      <p class="empty">This page could not be loaded. Reload once the server can be reached.</p>
    </main>
  );
}

/** A page that is loaded when it is first opened. */
export function lazyPage<Props extends object>(load: Load<Props>) {
  return lazy(load, { Failed: NotLoaded });
}
