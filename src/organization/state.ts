import type { StateSections } from '../users/state-section.ts';
import { presentCustomEmoji } from './custom-emoji.ts';
import { listDomains } from './domain.ts';
import { listLinkifiers } from './linkifier.ts';
import { listPlaygrounds } from './playground.ts';

/** Sections of the initial state about the organization. */
export const organizationSections: StateSections = {
  realm_domains: (app) => ({ realm_domains: listDomains(app.db) }),
  realm_emoji: (app) => ({ realm_emoji: presentCustomEmoji(app.db) }),
  realm_linkifiers: (app, _user, { linkifier_url_template }) => ({
    realm_linkifiers: linkifier_url_template ? listLinkifiers(app.db) : [],
  }),
  realm_playgrounds: (app) => ({ realm_playgrounds: listPlaygrounds(app.db) }),
};
