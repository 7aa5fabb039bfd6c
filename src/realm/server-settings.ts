import { type Endpoint, publicEndpoint } from '../http/endpoint.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { versionFields } from '../version.ts';
import { authenticationMethods, realmIconUrl } from './presentation.ts';
import { findRealm } from './realm.ts';
import { findRealmSetting } from './settings.ts';

export const getServerSettings: Endpoint = publicEndpoint({
  method: 'GET',
  path: '/server_settings',
  summary: 'Get what a client needs to know before logging in',
  params: {},
  errors: [],
  handler({ app, db }) {
    const realm = findRealm(db);
    const url = app.config.public_url;
    const anyWebPublic = db.value<number>('SELECT 1 FROM channels WHERE is_web_public = 1 AND is_archived = 0 LIMIT 1');
    return {
      authentication_methods: authenticationMethods,
      external_authentication_methods: [],
      ...versionFields,
      push_notifications_enabled: findRealmSetting(db, 'push_notifications_enabled'),
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_uri: url,
      realm_url: url,
      realm_name: realm.name,
      realm_icon: realmIconUrl,
      realm_description: renderMarkdown(realm.description),
      realm_web_public_access_enabled:
        findRealmSetting(db, 'enable_spectator_access') === true && anyWebPublic !== undefined,
    };
  },
});
