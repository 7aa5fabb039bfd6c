import { doDeactivateUser } from '../../accounts/activity.ts';
import { createApiKey } from '../../accounts/api-key.ts';
import { doChangeAvatar } from '../../accounts/avatar.ts';
import { botNameInUse, doChangeFullName, nameErrors } from '../../accounts/full-name.ts';
import { newUserErrors } from '../../accounts/new-user.ts';
import { doChangeRole, ensureCanChangeRole } from '../../accounts/role.ts';
import {
  accessBot,
  botAccessErrors,
  botEmailErrors,
  doChangeBotSettings,
  doChangeShortName,
  presentDefaults,
} from '../../bots/bot.ts';
import {
  botTypeInvalid,
  checkBotType,
  checkInterface,
  checkNewBot,
  createServiceToken,
  doCreateBot,
  embeddedBotsDisabled,
  ensureNotEmbedded,
  interfaceInvalid,
} from '../../bots/new-bot.ts';
import { accessNewOwner, doChangeOwner, newOwnerErrors } from '../../bots/owner.ts';
import { ensureCanCreateBot, ensureMayCallOut } from '../../bots/permission.ts';
import { accessScope, doChangeScope, scopeKind } from '../../bots/scope.ts';
import { webhookUrl } from '../../bots/webhook-url.ts';
import type { Context } from '../../context.ts';
import { accessChannelByName, invalidChannelId, invalidChannelName } from '../../conversations/channel.ts';
import { mapOf } from '../../http/combined-kinds.ts';
import type { Fields, UploadedFile } from '../../http/endpoint.ts';
import { errorKind, insufficientPermission, parameterMissing } from '../../http/errors.ts';
import { boolean, integer, oneOfNumbers, optional, required, text } from '../../http/params.ts';
import { type Image, imageErrors, readSquare, type SquaresPictures } from '../../images/image.ts';
import type { SendsMail } from '../../mail/mail.ts';
import { insertImage } from '../../realm/stored-image.ts';
import { avatarUrl } from '../../users/avatar-url.ts';
import {
  type BotSettings,
  type BotType,
  botTypes,
  findBotSettings,
  interfaces,
  listBotsOf,
  noSettings,
} from '../../users/bot.ts';
import { listFull } from '../../users/own-list.ts';
import { apiEmail, findUser, getUser, isAdministrator, type Role, roles, type User } from '../../users/user.ts';
import { type Call, type Endpoint, endpoint } from '../endpoint.ts';

const configurationInvalid = errorKind('Invalid configuration data!');
const notOutgoing = errorKind('Only outgoing webhooks send messages to a URL.');

const defaultParams = {
  default_sending_stream: optional(text(), 'Default channel of the messages of the bot; empty: none.'),
  default_events_register_stream: optional(text(), 'Channel whose events the bot receives by default; empty: none.'),
  default_all_public_streams: optional(
    boolean(),
    'Whether the bot receives the events of all public channels by default.',
  ),
};
const config_data = optional(
  mapOf(text()),
  'For webhooks: `webhook_secret`, the secret of the signatures of requests from the tool or to the URL, or empty; it cannot be read back. For other bots: empty.',
);

const scope = optional(scopeKind, 'What the bot may do within the rights of its account; null: everything.');

export const createBot: Endpoint<SquaresPictures> = endpoint({
  method: 'POST',
  path: '/bots',
  summary: 'Create a bot',
  access: 'member',
  onlyPeople: true,
  params: {
    full_name: required(text(), 'Name of the bot.'),
    short_name: required(text(), 'First part of the address of the bot.'),
    bot_type: optional(integer(), '1: generic, 2: incoming webhook, 3: outgoing webhook.', {
      fallback: botTypes.generic as number,
    }),
    payload_url: optional(webhookUrl(), 'URL that an outgoing webhook sends messages to.'),
    interface_type: optional(integer(), 'Message format of an outgoing webhook: 1 Zulip, 2 Slack.', {
      fallback: interfaces.generic as number,
    }),
    service_name: optional(text(), 'Name of the service behind the bot; not shown anywhere.'),
    config_data,
    scope,
    ...defaultParams,
  },
  file: 'Picture of the bot, if it has one.',
  errors: [
    insufficientPermission,
    ...newUserErrors,
    botNameInUse,
    listFull,
    embeddedBotsDisabled,
    botTypeInvalid,
    interfaceInvalid,
    configurationInvalid,
    invalidChannelName,
    invalidChannelId,
    ...imageErrors,
  ],
  prepare: ({ app, files }) => readPicture(app, files),
  handler({ app, user }, params, picture) {
    const { full_name, short_name } = params;
    ensureNotEmbedded(params.bot_type);
    checkNewBot(app, { full_name, short_name });
    const bot_type = checkBotType(params.bot_type);
    ensureCanCreateBot(app, user, bot_type);
    const configuration = readConfiguration(bot_type, params.config_data);
    const settings = { ...readSettings(app, user, bot_type, params), ...configuration };
    const avatar_image_id = picture ? insertImage(app, picture) : null;
    const bot = doCreateBot(app, user, { full_name, short_name, bot_type, settings, avatar_image_id });
    if (params.scope) doChangeScope(app, bot, accessScope(app, user, params.scope));
    const api_key = createApiKey(app, bot);
    return { user_id: bot.id, api_key, avatar_url: avatarUrl(app, bot), ...presentDefaults(app.db, bot) };
  },
});

export const getBots: Endpoint = endpoint({
  method: 'GET',
  path: '/bots',
  summary: 'Get your bots',
  access: 'member',
  onlyPeople: true,
  params: {},
  errors: [],
  handler({ app, user }) {
    const bots = listBotsOf(app.db, user.id).filter((bot) => bot.is_active);
    return {
      bots: bots.map((bot) => ({
        user_id: bot.id,
        username: apiEmail(app, bot),
        full_name: bot.full_name,
        avatar_url: avatarUrl(app, bot),
        ...presentDefaults(app.db, bot),
      })),
    };
  },
});

export const updateBot: Endpoint<SendsMail & SquaresPictures> = endpoint({
  method: 'PATCH',
  path: '/bots/{bot_id}',
  summary: 'Change a bot',
  access: 'member',
  onlyPeople: true,
  params: {
    bot_id: required(integer(), 'Id of the bot.'),
    full_name: optional(text(), 'New name.'),
    short_name: optional(text(), 'New first part of the address.'),
    bot_owner_id: optional(integer(), 'Id of the new owner.'),
    role: optional(oneOfNumbers(Object.values(roles)), 'New role, set by administrators.'),
    service_payload_url: optional(webhookUrl(), 'URL that an outgoing webhook sends messages to.'),
    service_interface: optional(integer(), 'Message format of an outgoing webhook: 1 Zulip, 2 Slack.'),
    config_data,
    scope,
    ...defaultParams,
  },
  file: 'New picture of the bot.',
  errors: [
    ...botAccessErrors,
    ...nameErrors,
    botNameInUse,
    ...botEmailErrors,
    ...newOwnerErrors,
    notOutgoing,
    interfaceInvalid,
    configurationInvalid,
    invalidChannelName,
    invalidChannelId,
    ...imageErrors,
  ],
  prepare: ({ app, files }) => readPicture(app, files),
  handler(context, { bot_id, ...params }, picture) {
    const { app, db, user: actor } = context;
    const bot = accessBot(db, actor, bot_id);
    const configuration = readConfiguration(bot.bot_type, params.config_data);
    if (params.full_name !== undefined) doChangeFullName(app, bot, params.full_name);
    if (params.short_name !== undefined) doChangeShortName(app, bot, params.short_name);
    if (params.role !== undefined && params.role !== bot.role) changeRole(context, bot, params.role);
    if (params.bot_owner_id !== undefined && params.bot_owner_id !== bot.bot_owner_id) {
      doChangeOwner(app, bot, accessNewOwner(app, actor, params.bot_owner_id));
    }
    doChangeBotSettings(app, bot, { ...readSettingChanges(app, actor, bot, params), ...configuration });
    if (params.scope !== undefined) doChangeScope(app, bot, accessScope(app, actor, params.scope, bot));
    if (picture) doChangeAvatar(app, bot, insertImage(app, picture));
    return presentChanged(app, getUser(db, bot_id));
  },
});

export const deactivateBot: Endpoint = endpoint({
  method: 'DELETE',
  path: '/bots/{bot_id}',
  summary: 'Deactivate a bot',
  access: 'user',
  params: { bot_id: required(integer(), 'Id of the bot.') },
  errors: botAccessErrors,
  handler({ app, db, user }, { bot_id }) {
    doDeactivateUser(app, accessBot(db, user, bot_id));
    return {};
  },
});

const secretForm = /^[^\p{Cc}\p{Cs}]{0,1000}$/u;

function readConfiguration(bot_type: number | null, data: Readonly<Record<string, string>> = {}): Partial<BotSettings> {
  const { webhook_secret, ...others } = data;
  if (Object.keys(others).length > 0) throw configurationInvalid();
  if (webhook_secret === undefined) return {};
  if (!secretForm.test(webhook_secret) || bot_type === botTypes.generic) throw configurationInvalid();
  return { webhook_secret: webhook_secret || null };
}

function changeRole({ app, db, user: actor }: Call, bot: User, role: Role): void {
  if (!isAdministrator(actor)) throw insufficientPermission();
  ensureCanChangeRole(db, actor, bot, role);
  doChangeRole(app, bot, role);
}

/** The square picture of a form, if it has one. Throws one of imageErrors. */
async function readPicture(app: SquaresPictures, files: readonly UploadedFile[]): Promise<Image | undefined> {
  return files.length === 0 ? undefined : readSquare(app, files);
}

interface DefaultParams {
  default_sending_stream: string | undefined;
  default_events_register_stream: string | undefined;
  default_all_public_streams: boolean | undefined;
}

function readDefaults(app: Context, actor: User, params: DefaultParams): Partial<BotSettings> {
  const { default_sending_stream, default_events_register_stream, default_all_public_streams } = params;
  const channelId = (name: string) => (name === '' ? null : accessChannelByName(app, actor, name).id);
  const changes: Partial<BotSettings> = {};
  if (default_sending_stream !== undefined) changes.default_sending_channel_id = channelId(default_sending_stream);
  if (default_events_register_stream !== undefined) {
    changes.default_events_channel_id = channelId(default_events_register_stream);
  }
  if (default_all_public_streams !== undefined) changes.default_all_public_streams = default_all_public_streams ? 1 : 0;
  return changes;
}

interface CreationParams extends DefaultParams {
  payload_url: string | undefined;
  interface_type: number;
}

function readSettings(app: Context, actor: User, bot_type: BotType, params: CreationParams): BotSettings {
  const service_interface = checkInterface(params.interface_type);
  const settings = { ...noSettings, ...readDefaults(app, actor, params) };
  if (bot_type !== botTypes.outgoingWebhook) return settings;
  const { payload_url } = params;
  if (payload_url === undefined) throw parameterMissing({ name: 'payload_url' });
  return { ...settings, payload_url, service_interface, service_token: createServiceToken(app) };
}

interface ChangeParams extends DefaultParams {
  service_payload_url: string | undefined;
  service_interface: number | undefined;
}

function readSettingChanges(app: Context, actor: User, bot: User, params: ChangeParams): Partial<BotSettings> {
  const { service_payload_url: payload_url, service_interface } = params;
  const changes = readDefaults(app, actor, params);
  if (payload_url === undefined && service_interface === undefined) return changes;
  if (bot.bot_type !== botTypes.outgoingWebhook) throw notOutgoing();
  if (payload_url !== undefined) {
    ensureMayCallOut(actor);
    changes.payload_url = payload_url;
  }
  if (service_interface !== undefined) changes.service_interface = checkInterface(service_interface);
  return changes;
}

function presentChanged(app: Context, bot: User): Fields {
  const { payload_url, service_interface } = findBotSettings(app.db, bot.id);
  const owner = bot.bot_owner_id === null ? undefined : findUser(app.db, bot.bot_owner_id);
  return {
    full_name: bot.full_name,
    avatar_url: avatarUrl(app, bot),
    service_payload_url: payload_url,
    service_interface: service_interface ?? interfaces.generic,
    config_data: null,
    ...presentDefaults(app.db, bot),
    ...(owner ? { bot_owner: apiEmail(app, owner) } : {}),
  };
}
