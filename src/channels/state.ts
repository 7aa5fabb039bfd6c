import { listFolders } from '../conversations/channel-folder.ts';
import type { SharedSections, StateSections } from '../users/state-section.ts';
import { presentDefaultChannels } from './default-channel.ts';
import { presentFolder } from './folder.ts';
import { listOwnSections } from './own-section.ts';
import { presentStreamState, presentSubscriptionState } from './subscription-record.ts';
import { presentMutedTopics, presentUserTopics } from './user-topic.ts';

/** Sections of the initial state about channels, the same for all users. */
export const sharedChannelSections: SharedSections = {
  channel_folders: ({ db }) => ({ channel_folders: listFolders(db).map(presentFolder) }),
};

/** The others, which differ by user. */
export const channelSections: StateSections = {
  default_streams: (app, user) => ({ realm_default_streams: presentDefaultChannels(app.db, user) }),
  muted_topics: (app, user, options) => ({ muted_topics: presentMutedTopics(app, user, options) }),
  own_sections: (app, user) => ({ own_sections: listOwnSections(app.db, user) }),
  stream: presentStreamState,
  subscription: presentSubscriptionState,
  user_topic: (app, user, options) => ({ user_topics: presentUserTopics(app, user, options) }),
};
