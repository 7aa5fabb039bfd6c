import { organizationSections } from '../dialogs/setting-sections.ts';
import { type Section, SectionedPage } from '../forms/sectioned-page.tsx';
import { t } from '../language/texts.ts';
import { Audit } from './audit.tsx';
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

const bodies: Record<ReturnType<typeof organizationSections>[number]['id'], Section['Body']> = {
  profile: OrganizationProfile,
  settings: OrganizationSettings,
  permissions: Permissions,
  users: Users,
  invitations: Invitations,
  groups: Groups,
  channels: ChannelsSection,
  retention: Retention,
  newcomers: Newcomers,
  'profile-fields': ProfileFields,
  emoji: EmojiSection,
  linkifiers: Linkifiers,
  playgrounds: Playgrounds,
  bots: Bots,
  'data-export': DataExports,
  audit: Audit,
};

const sections = (): readonly Section[] =>
  organizationSections().map(({ id, name }) => ({ id, name, Body: bodies[id] }));

/** The settings and members of the organization; administrators can change them. */
export function OrganizationPage({ section, id }: { section: string; id?: number | undefined }) {
  return (
    <SectionedPage
      title={t('organization.organization')}
      base="#organization"
      sections={sections()}
      section={section}
      id={id}
    />
  );
}
