import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { PageHead } from './page.tsx';

interface Place {
  section: string;
  id?: number | undefined;
}

type SectionPage = FunctionComponent<Place>;

/** A page that is loaded when it is opened first. */
export function LazyPage({ load, section, id }: Place & { load: () => Promise<SectionPage> }) {
  const loaded = useSignal<{ Page: SectionPage } | 'failed' | undefined>(undefined);
  useEffect(() => {
    load().then(
      (Page) => {
        loaded.value = { Page };
      },
      () => {
        loaded.value = 'failed';
      },
    );
  }, [load]);
  if (loaded.value === 'failed')
    return (
      <main class="page">
        <PageHead title="Not loaded" />
        <p class="empty">This page could not be loaded. Load the client again once the server can be reached.</p>
      </main>
    );
  return loaded.value ? <loaded.value.Page section={section} id={id} /> : null;
}

export const loadSettings = async () => (await import('../settings/settings-page.tsx')).SettingsPage;
export const loadOrganization = async () => (await import('../organization/organization-page.tsx')).OrganizationPage;
export const loadChannel = async () => (await import('../channels/channel-page.tsx')).ChannelPage;
export const loadNewChannel = async () => (await import('../channels/new-channel-page.tsx')).NewChannelPage;
