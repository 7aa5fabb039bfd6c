import { hasSpectators } from '../../conversations/spectators.ts';
import { textsIn } from '../../ground/texts.ts';
import { versionFields } from '../../ground/version.ts';
import { browserLanguage } from '../../http/accepted-languages.ts';
import { renderMarkdown } from '../../markdown/render.ts';
import { presentLegacyMethods } from '../../organization/authentication.ts';
import { realmImageUrl } from '../../organization/realm-image.ts';
import { findRealm } from '../../realm/realm.ts';
import { presentMethods } from '../../sso/methods.ts';
import { arePasswordsOpen } from '../../users/password-permission.ts';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';

export const getServerSettings: Endpoint = publicEndpoint({
  method: 'GET',
  path: '/server_settings',
  summary: 'Get the settings of the server that clients need before login',
  params: {},
  errors: [],
  handler({ app, db, request }) {
    const realm = findRealm(db);
    const url = app.config.public_url;
    return {
      authentication_methods: presentLegacyMethods(app),
      external_authentication_methods: presentMethods(app, textsIn(browserLanguage(request) ?? 'en')),
      ...versionFields,
      push_notifications_enabled: app.config.push_service !== undefined,
      is_incompatible: false,
      email_auth_enabled: arePasswordsOpen(app),
      require_email_format_usernames: app.config.sso?.ldap === undefined,
      realm_uri: url,
      realm_url: url,
      realm_name: realm.name,
      realm_icon: realmImageUrl(db, 'icon'),
      realm_description: renderMarkdown(realm.description),
      realm_web_public_access_enabled: hasSpectators(db),
    };
  },
});
