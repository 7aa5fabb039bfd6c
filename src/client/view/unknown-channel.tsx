import { PageHead } from './page.tsx';

/** Where an address names a channel that does not exist, or that the user may not see. */
export function UnknownChannel() {
  return (
    <main class="page">
      <PageHead title="Unknown channel" />
      <p class="empty">
        There is no channel with this number, or you may not know of it. See <a href="#channels">all channels</a>.
      </p>
    </main>
  );
}
