import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { keepTrying } from '../api/part.ts';
import { t } from '../language/texts.ts';
import { PageHead } from './page.tsx';

type Load<Props> = () => Promise<FunctionComponent<Props>>;

interface Instead<Props> {
  /** Shown until the view is loaded. */
  Before?: FunctionComponent<Props>;
  /** Shown while it cannot be loaded, with the reason. */
  Failed?: FunctionComponent<Props & { problem: string }>;
}

/** A view that is loaded when it is first shown, and as soon as that is possible. */
export function lazy<Props extends object>(load: Load<Props>, { Before, Failed }: Instead<Props> = {}) {
  let known: FunctionComponent<Props> | undefined;
  return function Lazy(props: Props) {
    const isReady = useSignal(known !== undefined);
    const problem = useSignal('');
    // Before painting, so that a view that is already loaded gets the next key.
    useLayoutEffect(() => {
      if (known) return undefined;
      const found = (View: FunctionComponent<Props>) => {
        known = View;
        isReady.value = true;
      };
      return keepTrying(load, found, (error) => {
        problem.value = error.message;
      });
    }, []);
    const View = isReady.value ? known : Before;
    if (Failed && !isReady.value && problem.value !== '') return <Failed {...props} problem={problem.value} />;
    return View ? <View {...props} /> : null;
  };
}

function NotLoaded({ problem }: { problem: string }) {
  return (
    <main class="page">
      <PageHead title={t('parts.notLoaded')} />
      <p class="empty">{problem}</p>
    </main>
  );
}

/** A page that is loaded when it is first opened. */
export function lazyPage<Props extends object>(load: Load<Props>) {
  return lazy(load, { Failed: NotLoaded });
}
