import type { Client } from '../client.ts';
import { keysOf, listChannels, listGroups, listPeople } from '../forms/choices.ts';
import type { Field, Values } from '../forms/control.ts';
import { type DeclaredSetting, fetchDeclared } from '../forms/declared.ts';
import { Form } from '../forms/form.tsx';
import { useClient } from '../parts/context.ts';
import { Loading, useFetched } from '../parts/fetched.tsx';
import { PageBody, PageHead } from '../parts/page.tsx';
import { formatNarrow } from '../store/routes.ts';
import { folderControl, keptHere, retentionParams, topicsControl } from './channel-controls.ts';
import { factsOf, type Privacy, privacyControl } from './privacy.ts';
import { listChosen } from './subscribers.tsx';

/** Creates a channel with all its properties. */
export function NewChannelPage() {
  const { call, store } = useClient();
  const declared = useFetched(() => fetchDeclared(call, '/streams/{stream_id}', store.model.state));
  const settings = declared.value.value;
  return (
    <main class="page">
      <PageHead title="New channel" />
      <PageBody>
        {settings ? (
          <ChannelForm permissions={settings.filter(({ control }) => control.kind === 'group')} />
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
        { name: 'isDetailed', label: 'More settings and permissions', control: { kind: 'switch' } },
        ...(isDetailed === true ? detailFields(client, permissions) : []),
      ]}
      initial={initialOf(client, permissions)}
      verb="Create the channel"
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
    { name: 'name', label: 'Name', control: { kind: 'text', max: 60 }, isRequired: true },
    { name: 'description', label: 'What it is for', control: { kind: 'text', max: 1024 } },
    { name: 'privacy', label: 'Who may read it', control: privacyControl(client) },
    {
      name: 'subscribers',
      label: 'First people to follow it',
      hint: 'People, groups, or everybody of another channel.',
      control: { kind: 'picks', label: 'Add people, groups or channels', choices: subscriberChoices(client) },
    },
    { name: 'folder_id', label: 'Folder', control: folderControl(client) },
    ...(isPublic
      ? [{ name: 'announce', label: 'Announce it to everybody', control: { kind: 'switch' } } as const]
      : []),
    ...(isPublic && is_admin
      ? [{ name: 'is_default_stream', label: 'New people follow it', control: { kind: 'switch' } } as const]
      : []),
  ];
}

function subscriberChoices(client: Client) {
  const groups = listGroups(client, ({ name }) => !/^role:(internet|nobody)$/.test(name));
  const channels = listChannels(client).map((one) => ({ ...one, detail: 'Everybody there' }));
  return [...groups, ...channels, ...listPeople(client)];
}

function detailFields({ store }: Client, permissions: readonly DeclaredSetting[]): Field[] {
  const { state } = store.read('people', 'realm');
  return [
    ...(store.isPermitted('can_set_topics_policy_group')
      ? [{ name: 'topics_policy', label: 'Topics', control: topicsControl }]
      : []),
    ...(state.is_owner ? [keptHere] : []),
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
