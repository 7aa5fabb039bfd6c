import { passwordLimits } from '../accounts/password.ts';
import { presenceTimes } from '../accounts/presence.ts';
import { folderLimits } from '../channels/folder.ts';
import type { Context } from '../context.ts';
import { channelLimits } from '../conversations/channel.ts';
import { emptyTopicDisplayName, maxTopicLength } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import { emojiDataPath } from '../emoji/data.ts';
import { ownSettings } from '../events/wishes.ts';
import type { Fields } from '../http/endpoint.ts';
import { maxImageMib } from '../images/image.ts';
import { maxNoteLength } from '../later/reminder.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { maxMessageLength } from '../messages/message.ts';
import { maxBulkSubscriptionMessages } from '../messages/notices.ts';
import { reportTypes } from '../messages/report.ts';
import { presentAuthenticationMethods } from '../organization/authentication.ts';
import { defaultExternalAccounts } from '../organization/external-accounts.ts';
import { presentLegacyPolicies } from '../organization/legacy-policy.ts';
import { imagePurposes, presentRealmImage } from '../organization/realm-image.ts';
import { presentServiceStatus } from '../push/service-status.ts';
import { findRealm } from '../realm/realm.ts';
import { gifRatings, videoChatProviders } from '../realm/setting-table.ts';
import { findRealmSetting, presentRealmSettings } from '../realm/settings.ts';
import { thumbnailFormat } from '../uploads/picture.ts';
import { organizationTexts } from '../users/language.ts';
import { arePasswordsOpen } from '../users/password-permission.ts';
import { presentPermissionRules } from './permission-rules.ts';

/** A port for the start time of this process. */
export interface Serves {
  /** UNIX seconds. */
  started_at: number;
}

/** What the initial state of a registration tells of the organization and the server. */
export function presentRealmState(app: Facts): Fields {
  return { ...storedRealmState(app), ...configuredRealmState(app) };
}

type Facts = Pick<Context, 'db' | 'config'> & Serves;

/** The fields that only the database determines, or nothing at all. */
export function storedRealmState({ db }: Pick<Context, 'db'>): Fields {
  return {
    ...withPrefix(presentRealmSettings(db, (name) => !ownSettings.has(name))),
    ...presentLegacyPolicies(db),
    ...withPrefix(Object.assign({}, ...imagePurposes.map((purpose) => presentRealmImage(db, purpose)))),
    ...identityFields(db),
    realm_mandatory_topics: findRealmSetting(db, 'topics_policy') === 'disable_empty_topic',
    realm_allow_edit_history: findRealmSetting(db, 'message_edit_history_visibility_policy') !== 'none',
    jitsi_server_url: findRealmSetting(db, 'jitsi_server_url') ?? publicJitsiServer,
    realm_giphy_rating: findRealmSetting(db, 'gif_rating_policy'),
    server_report_message_types: presentReportTypes(db),
    ...fixedFields,
  };
}

/** What only clients get that ask for what chatd alone has; it replaces some fields of the others. */
export function ownRealmState({ db }: Pick<Context, 'db'>): Fields {
  return {
    ...withPrefix(presentRealmSettings(db, (name) => ownSettings.has(name))),
    server_supported_permission_settings: allPermissionRules,
  };
}

/** The fields that depend on the configuration and the start of the server. */
export function configuredRealmState(app: Facts): Fields {
  const { config } = app;
  const hasPasswords = arePasswordsOpen({ config });
  return {
    ...withPrefix(presentServiceStatus(app)),
    realm_authentication_methods: presentAuthenticationMethods(),
    realm_email_auth_enabled: hasPasswords,
    realm_password_auth_enabled: hasPasswords || config.sso?.ldap !== undefined,
    realm_url: config.public_url,
    realm_uri: config.public_url,
    realm_bot_domain: config.host,
    realm_upload_quota_mib: config.upload_quota_mib ?? null,
    server_emoji_data_url: `${config.public_url}${emojiDataPath}`,
    server_generation: app.started_at,
    max_file_upload_size_mib: config.max_upload_mib,
    settings_send_digest_emails: config.mail !== undefined,
  };
}

function withPrefix(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`realm_${name}`, value]));
}

/** The same for all: whoever reads a report is not the one who wrote it. */
function presentReportTypes(db: Database): Fields[] {
  const texts = organizationTexts(db);
  return Object.entries(reportTypes).map(([key, name]) => ({ key, name: texts.t(name) }));
}

function identityFields(db: Database): Fields {
  const { name, description, uuid, created_at } = findRealm(db);
  return {
    realm_name: name,
    realm_description: description,
    realm_rendered_description: renderMarkdown(description),
    realm_uuid: uuid,
    realm_date_created: created_at,
  };
}

/** The server for video calls, unless the organization names another one. */
const publicJitsiServer = 'https://meet.jit.si';

const allPermissionRules = presentPermissionRules(() => true);

const fixedFields: Fields = {
  max_message_length: maxMessageLength,
  max_topic_length: maxTopicLength,
  max_stream_name_length: channelLimits.name,
  max_stream_description_length: channelLimits.description,
  max_channel_folder_name_length: folderLimits.name,
  max_channel_folder_description_length: folderLimits.description,
  max_reminder_note_length: maxNoteLength,
  max_bulk_new_subscription_messages: maxBulkSubscriptionMessages,
  max_avatar_file_size_mib: maxImageMib,
  max_icon_file_size_mib: maxImageMib,
  max_logo_file_size_mib: maxImageMib,
  password_min_length: passwordLimits.min,
  password_max_length: passwordLimits.max,
  password_min_guesses: 0,
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: presenceTimes.ping,
  server_presence_offline_threshold_seconds: presenceTimes.offline,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: false,
  server_thumbnail_formats: [thumbnailFormat],
  server_jitsi_server_url: publicJitsiServer,
  server_min_deactivated_realm_deletion_days: null,
  server_max_deactivated_realm_deletion_days: null,
  server_can_summarize_topics: false,
  server_web_public_streams_enabled: true,
  realm_available_video_chat_providers: videoChatProviders,
  realm_default_external_accounts: defaultExternalAccounts,
  realm_empty_topic_display_name: emptyTopicDisplayName,
  realm_owner_full_content_access: false,
  realm_plan_type: 1,
  development_environment: false,
  gif_rating_policy_options: gifRatings,
  giphy_rating_options: gifRatings,
  upgrade_text_for_wide_organization_logo: '',
  zulip_plan_is_not_limited: true,
  server_supported_permission_settings: presentPermissionRules((name) => !ownSettings.has(name)),
};
