import type { Bot } from '../api/types.ts';
import { upload } from '../api/upload.ts';
import type { Client } from '../client.ts';
import { choiceOf, type Field, type Values } from '../forms/control.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { roleNames } from '../text/roles.ts';
import type { NewKey } from './bot-key.tsx';
import { botKinds, kindNames } from './bot-kinds.ts';
import { scopeFields, scopeOf, valuesOfScope } from './bot-scope.ts';

const name = (): Field => ({
  name: 'full_name',
  label: t('common.name'),
  control: { kind: 'text', max: 100 },
  isRequired: true,
});
const picture = (): Field => ({ name: 'picture', label: t('bots.picture'), control: { kind: 'picture' } });

const shortName = (): Field => ({
  name: 'short_name',
  label: t('bots.shortName'),
  hint: t('bots.shortNameHint'),
  control: { kind: 'text', max: 50 },
  isRequired: true,
});

const interfaceControl = () => choiceOf({ 1: t('bots.zulipFormat'), 2: t('bots.slackFormat') });

function callFields(names: { url: string; format: string }): Field[] {
  return [
    {
      name: names.url,
      label: t('bots.addressToCall'),
      hint: t('bots.addressHint'),
      control: { kind: 'text', type: 'url' },
      isRequired: true,
    },
    { name: names.format, label: t('bots.format'), control: interfaceControl() },
  ];
}

const sending = (): Field => ({
  name: 'channel',
  label: t('bots.channelItWritesTo'),
  hint: t('bots.channelHint'),
  control: { kind: 'channel' },
});

/** The kinds of bots that the user may create. */
function allowedKinds({ store }: Client): Record<number, string> {
  const { state } = store.read('realm', 'people');
  const mayAll = store.isPermitted('can_create_bots_group');
  const mayIncoming = mayAll || store.isPermitted('can_create_write_only_bots_group');
  return kindNames((kind) => {
    if (kind === botKinds.incoming) return mayIncoming;
    return mayAll && (kind !== botKinds.outgoing || state.is_admin);
  });
}

/** The parameters for the server. It identifies channels by names, and no channel by the empty name. */
function paramsOf(client: Client, { channel, picture: _picture, ...values }: Values): Values {
  const id = Number(channel ?? -1);
  return { ...values, default_sending_stream: id === -1 ? '' : client.channelName(id) };
}

/** Sends a form, with its picture if there is one. */
function send<Answer>(client: Client, method: 'POST' | 'PATCH', path: string, values: Values): Promise<Answer> {
  const params = paramsOf(client, values);
  if (!(values.picture instanceof File)) return client.call<Answer>(method, path, params);
  const fields = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
  return upload(values.picture, { path, method, fields }) as Promise<unknown> as Promise<Answer>;
}

/** The forms for creating and changing bots. */
export function useBotForms() {
  const client = useClient();
  const kinds = allowedKinds(client);
  const addForm = (created: (key: NewKey) => void) => {
    if (Object.keys(kinds).length === 0) return undefined;
    const create = async (values: Values) => {
      const { writing, channel_ids, ...others } = values;
      const scope = scopeOf({ writing, channel_ids });
      const sent = { ...others, ...(scope ? { scope: JSON.stringify(scope) } : {}) };
      const { user_id, api_key } = await send<NewKey>(client, 'POST', '/bots', sent);
      created({ user_id, full_name: String(values.full_name), api_key });
    };
    return {
      title: t('bots.newBot'),
      verb: t('common.create'),
      done: '',
      initial: { bot_type: Number(Object.keys(kinds)[0]), interface_type: 1, channel: -1, ...valuesOfScope(null) },
      fields: ({ bot_type }: Values) => newBotFields(bot_type, kinds),
      submit: create,
    };
  };
  const changeForm = (bot: Bot) => ({
    title: t('people.changePerson', { name: bot.full_name }),
    verb: t('common.save'),
    initial: valuesOf(client, bot),
    fields: changeFields(client, bot),
    submit: (values: Values) => send(client, 'PATCH', `/bots/${bot.user_id}`, values),
  });
  const removal = ({ user_id, full_name }: Bot) => ({
    title: t('people.deactivateQuestion', { name: full_name }),
    text: t('bots.deactivateHint'),
    verb: t('bots.deactivate'),
    act: () => client.call('DELETE', `/bots/${user_id}`),
  });
  return { addForm, changeForm, removal };
}

function newBotFields(bot_type: unknown, kinds: Record<number, string>): Field[] {
  return [
    { name: 'bot_type', label: t('bots.kind'), control: choiceOf(kinds) },
    name(),
    shortName(),
    ...(bot_type === botKinds.outgoing ? callFields({ url: 'payload_url', format: 'interface_type' }) : []),
    ...(bot_type === botKinds.incoming ? [sending()] : scopeFields()),
    picture(),
  ];
}

function changeFields({ store }: Client, { bot_type }: Bot): Field[] {
  const { is_admin, realm_users } = store.read('people').state;
  const owners = realm_users.filter((one) => !one.is_bot && !one.is_guest);
  const isOutgoing = bot_type === botKinds.outgoing;
  return [
    name(),
    {
      name: 'bot_owner_id',
      label: t('bots.owner'),
      control: choiceOf(Object.fromEntries(owners.map(({ user_id, full_name }) => [user_id, full_name]))),
    },
    ...(is_admin ? [{ name: 'role', label: t('bots.role'), control: choiceOf(roleNames()) }] : []),
    ...(isOutgoing && is_admin ? callFields({ url: 'service_payload_url', format: 'service_interface' }) : []),
    ...(bot_type === botKinds.incoming ? [sending()] : []),
    picture(),
  ];
}

function valuesOf(client: Client, bot: Bot): Values {
  const { is_admin } = client.store.model.state;
  const [service] = bot.services;
  const channel = bot.default_sending_stream;
  return {
    full_name: bot.full_name,
    bot_owner_id: bot.owner_id,
    channel: (channel !== null && client.names.findChannel(channel)) || -1,
    ...(is_admin ? { role: client.store.users.value.get(bot.user_id)?.role } : {}),
    ...(service && is_admin ? { service_payload_url: service.base_url, service_interface: service.interface } : {}),
  };
}
