import type { Client } from '../client.ts';
import { keysOf, listChannels, listGroups, listPeople } from '../forms/choices.ts';
import type { Field, Values } from '../forms/control.ts';
import { type DeclaredSetting, fetchSchemas, readDeclared } from '../forms/declared.ts';
import { Form } from '../forms/form.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Loading, useFetched } from '../parts/fetched.tsx';
import { PageBody, PageHead } from '../parts/page.tsx';
import { formatNarrow } from '../store/routes.ts';
import { folderControl, keptHere, retentionParams, topicsControl } from './channel-controls.ts';
import { factsOf, type Privacy, privacyControl } from './privacy.ts';
import { listChosen } from './subscribers.tsx';

const path = '/streams/{stream_id}';

/** Creates a channel with all its properties. */
export function NewChannelPage() {
  const { call, store } = useClient();
  const declared = useFetched(() => fetchSchemas(call, path));
  const schemas = declared.value.value;
  return (
    <main class="page">
      <PageHead title={t('channels.newChannel')} />
      <PageBody>
        {schemas ? (
          <ChannelForm permissions={readDeclared(schemas, path, store.model.state)} />
        ) : (
          <Loading fetched={declared} />
        )}
      </PageBody>
    </main>
  );
}

function ChannelForm({ permissions }: { permissions: readonly DeclaredSetting[] }) {
  const client = useClient();
  const create = async (values: Values) => {
    const isHere = client.router.hold();
    const { id } = await client.call<{ id: number }>('POST', '/channels/create', await paramsOf(client, values));
    if (isHere()) client.router.go(formatNarrow([{ operator: 'channel', operand: id }]));
  };
  return (
    <Form
      fields={({ isDetailed, privacy }) => [
        ...mainFields(client, privacy as Privacy),
        { name: 'isDetailed', label: t('channels.moreSettingsAndPermissions'), control: { kind: 'switch' } },
        ...(isDetailed === true ? detailFields(client, permissions) : []),
      ]}
      initial={initialOf(client, permissions)}
      verb={t('channels.createTheChannel')}
      done=""
      isKept
      submit={create}
    />
  );
}

function mainFields(client: Client, privacy: Privacy): Field[] {
  const { is_admin } = client.store.read('people').state;
  const isPublic = privacy === 'public' || privacy === 'web';
  return [
    { name: 'name', label: t('common.name'), control: { kind: 'text', max: 60 }, isRequired: true },
    { name: 'description', label: t('channels.whatItIsFor'), control: { kind: 'text', max: 1024 } },
    { name: 'privacy', label: t('channels.whoMayReadIt'), control: privacyControl(client) },
    {
      name: 'subscribers',
      label: t('channels.firstMembers'),
      hint: t('channels.firstMembersHint'),
      control: { kind: 'picks', label: t('channels.addMembers'), choices: subscriberChoices(client) },
    },
    { name: 'folder_id', label: t('channels.folder'), control: folderControl(client) },
    ...(isPublic
      ? [{ name: 'announce', label: t('channels.announceItToEverybody'), control: { kind: 'switch' } } as const]
      : []),
    ...(isPublic && is_admin
      ? [{ name: 'is_default_stream', label: t('channels.newPeopleAreAdded'), control: { kind: 'switch' } } as const]
      : []),
  ];
}

function subscriberChoices(client: Client) {
  const groups = listGroups(client, ({ name }) => !/^role:(internet|nobody)$/.test(name));
  const channels = listChannels(client).map((one) => ({ ...one, detail: t('channels.everybodyThere') }));
  return [...groups, ...channels, ...listPeople(client)];
}

function detailFields({ store }: Client, permissions: readonly DeclaredSetting[]): Field[] {
  const { state } = store.read('people', 'realm');
  return [
    ...(store.isPermitted('can_set_topics_policy_group')
      ? [{ name: 'topics_policy', label: t('channels.topics'), control: topicsControl() }]
      : []),
    ...(state.is_owner ? [keptHere()] : []),
    ...permissions,
  ];
}

/** The server's defaults for a new channel. */
function initialOf({ store }: Client, permissions: readonly DeclaredSetting[]): Values {
  const { state } = store.model;
  const idOf = (name: string) => state.realm_user_groups.find((group) => group.name === name)?.id;
  const own = { direct_members: [state.user_id], direct_subgroups: [] };
  const usual = permissions.map(({ name, control }) => {
    const group = control.kind === 'group' ? idOf(control.rules.default_group_name) : undefined;
    return [name, group ?? own];
  });
  return {
    privacy: 'public',
    subscribers: keysOf(own),
    folder_id: null,
    announce: false,
    is_default_stream: false,
    topics_policy: 'inherit',
    message_retention_days: null,
    ...Object.fromEntries(usual),
  };
}

async function paramsOf(client: Client, values: Values): Promise<Values> {
  const { isDetailed, privacy, subscribers, folder_id, message_retention_days, topics_policy, ...rest } = values;
  const { name, description = '', announce, is_default_stream, ...permissions } = rest;
  const kept = message_retention_days === null ? {} : retentionParams(values);
  const isPrivate = factsOf(privacy as Privacy).invite_only;
  return {
    name: String(name).trim(),
    description,
    subscribers: await listChosen(client, subscribers as string[]),
    ...factsOf(privacy as Privacy),
    ...(folder_id === null ? {} : { folder_id }),
    ...(isPrivate ? {} : { announce, is_default_stream }),
    ...(isDetailed === true ? { topics_policy, ...kept, ...permissions } : {}),
  };
}
