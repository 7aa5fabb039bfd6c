import { PageHead } from './page.tsx';

/** The page of an address whose channel does not exist, or is not visible to the user. */
export function UnknownChannel() {
  return (
    <main class="page">
      <PageHead title="Unknown channel" />
      <p class="empty">
        There is no channel with this id, or you cannot see it. See <a href="#channels">all channels</a>.
      </p>
    </main>
  );
}
