import type { SharedSections, StateSections } from '../users/state-section.ts';
import { presentCustomEmoji } from './custom-emoji.ts';
import { listDomains } from './domain.ts';
import { listLinkifiers } from './linkifier.ts';
import { listPlaygrounds } from './playground.ts';

/** Sections of the initial state about the organization, the same for all users. */
export const sharedOrganizationSections: SharedSections = {
  realm_domains: ({ db }) => ({ realm_domains: listDomains(db) }),
  realm_emoji: ({ db }) => ({ realm_emoji: presentCustomEmoji(db) }),
  realm_playgrounds: ({ db }) => ({ realm_playgrounds: listPlaygrounds(db) }),
};

/** The others, which differ by client. */
export const organizationSections: StateSections = {
  realm_linkifiers: (app, _user, { linkifier_url_template }) => ({
    realm_linkifiers: linkifier_url_template ? listLinkifiers(app.db) : [],
  }),
};
