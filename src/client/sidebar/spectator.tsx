import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { PageHead } from '../parts/page.tsx';
import type { Route } from '../store/routes.ts';
import { Channels } from './side-channels.tsx';

/** Links to the login form, which then leads back to the present view. */
function LogIn() {
  const { router } = useClient();
  // Renders again when the address changes.
  router.route.value;
  return (
    <a class="button" href={`/login${location.hash}`}>
      {t('sidebar.logIn')}
    </a>
  );
}

/** The side bar for people without an account: the channels that are open to the web. */
export function SpectatorSide({ route }: { route: Route }) {
  const { store } = useClient();
  const { state } = store.read('realm');
  return (
    <nav class="side" aria-label={t('sidebar.conversations')}>
      <div class="organization">
        <img src={state.realm_icon_url} alt="" width="32" height="32" />
        <strong dir="auto">{state.realm_name}</strong>
        <LogIn />
      </div>
      <div class="side-scroll">
        <Channels route={route} />
      </div>
    </nav>
  );
}

/** Shown instead of the composer. */
export function SpectatorBar() {
  return (
    <div class="bar">
      <p>{t('sidebar.readsWithoutAccount')}</p>
      <LogIn />
    </div>
  );
}

/** Shown instead of pages that need an account. */
export function AccountNeeded() {
  return (
    <main class="page">
      <PageHead title={t('sidebar.logInToSee')} />
      <div class="empty">
        <p>{t('sidebar.logInToSeeHint')}</p>
        <LogIn />
      </div>
    </main>
  );
}
