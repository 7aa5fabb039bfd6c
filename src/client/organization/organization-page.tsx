import { type Section, SectionedPage } from '../forms/sectioned-page.tsx';
import { Bots } from './bots.tsx';
import { ChannelsSection } from './channels.tsx';
import { DataExports } from './data-exports.tsx';
import { Newcomers, OrganizationProfile, OrganizationSettings, Permissions } from './declared-sections.tsx';
import { EmojiSection } from './emoji.tsx';
import { Groups } from './groups.tsx';
import { Invitations } from './invitations.tsx';
import { Linkifiers } from './linkifiers.tsx';
import { Playgrounds } from './playgrounds.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { Retention } from './retention.tsx';
import { Users } from './users.tsx';

const sections: readonly Section[] = [
  { id: 'profile', name: 'Profile', Body: OrganizationProfile },
  { id: 'settings', name: 'Settings', Body: OrganizationSettings },
  { id: 'permissions', name: 'Permissions', Body: Permissions },
  { id: 'users', name: 'Users', Body: Users },
  { id: 'invitations', name: 'Invitations', Body: Invitations },
  { id: 'groups', name: 'Groups', Body: Groups },
  { id: 'channels', name: 'Channels', Body: ChannelsSection },
  { id: 'retention', name: 'Message retention', Body: Retention },
  { id: 'newcomers', name: 'New people', Body: Newcomers },
  { id: 'profile-fields', name: 'Profile fields', Body: ProfileFields },
  { id: 'emoji', name: 'Custom emoji', Body: EmojiSection },
  { id: 'linkifiers', name: 'Linkifiers', Body: Linkifiers },
  { id: 'playgrounds', name: 'Code playgrounds', Body: Playgrounds },
  { id: 'bots', name: 'Bots', Body: Bots },
  { id: 'data-export', name: 'Data export', Body: DataExports },
];

/** The settings and members of the organization; administrators can change them. */
export function OrganizationPage({ section, id }: { section: string; id?: number | undefined }) {
  return <SectionedPage title="Organization" base="#organization" sections={sections} section={section} id={id} />;
}
