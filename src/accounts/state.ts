import { findAvailability } from '../users/availability-record.ts';
import type { SharedSections, StateSections } from '../users/state-section.ts';
import { listAlertWords } from './alert-word.ts';
import { presentMutedUsers } from './muted-user.ts';
import { listNavigationViews } from './navigation-view.ts';
import { presentPresences } from './presence.ts';
import { fieldTypes, presentFields } from './profile-field.ts';
import { presentRealmUsers } from './realm-users.ts';
import { presentNewUserSettings, presentUserSettings } from './setting-change.ts';
import { presentStatuses } from './status.ts';

/** Sections of the initial state about users, the same for all users. */
export const sharedAccountSections: SharedSections = {
  custom_profile_fields: ({ db }) => ({
    custom_profile_fields: presentFields(db),
    custom_profile_field_types: fieldTypes,
  }),
  realm_user_settings_defaults: ({ db }) => ({ realm_user_settings_defaults: presentNewUserSettings(db) }),
};

/** The others, which differ by user. */
export const accountSections: StateSections = {
  availability: (app, user) => ({ availability: findAvailability(app.db, user.id) }),
  alert_words: (app, user) => ({ alert_words: listAlertWords(app.db, user) }),
  muted_users: (app, user) => ({ muted_users: presentMutedUsers(app.db, user) }),
  navigation_views: (app, user) => ({ navigation_views: listNavigationViews(app.db, user) }),
  presence: (app, user, { slim_presence: slim, presence_history_limit_days: history_limit_days }) =>
    presentPresences(app, user, { slim, history_limit_days, last_update_id: undefined }),
  realm_user: presentRealmUsers,
  user_settings: (app, user) => ({ user_settings: presentUserSettings(app.db, user) }),
  user_status: (app, user) => ({ user_status: presentStatuses(app, user) }),
};
