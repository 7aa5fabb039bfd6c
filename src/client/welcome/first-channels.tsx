import { useSignal } from '@preact/signals';
import type { Client } from '../client.ts';
import { isolate, t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';

/** A set of channels that suits many organizations of one kind. */
interface Pattern {
  title: string;
  channels: readonly (readonly [name: string, description: string])[];
}

const patterns = (): readonly Pattern[] => [
  {
    title: t('welcome.team'),
    channels: [
      [t('welcome.teamNews'), t('welcome.teamNewsHint')],
      [t('welcome.teamProjects'), t('welcome.teamProjectsHint')],
      [t('welcome.teamRandom'), t('welcome.teamRandomHint')],
    ],
  },
  {
    title: t('welcome.club'),
    channels: [
      [t('welcome.clubEvents'), t('welcome.clubEventsHint')],
      [t('welcome.clubHelp'), t('welcome.clubHelpHint')],
    ],
  },
  {
    title: t('welcome.family'),
    channels: [
      [t('welcome.familyPlans'), t('welcome.familyPlansHint')],
      [t('welcome.familyPictures'), t('welcome.familyPicturesHint')],
    ],
  },
];

/** Makes the channels of a pattern, which everybody who joins is in. */
export function FirstChannels() {
  const client = useClient();
  const made = useSignal<readonly string[]>([]);
  const { problem, runOnce } = useAction();
  const choose = (pattern: Pattern) =>
    runOnce(async () => {
      await makeChannels(client, pattern);
      made.value = pattern.channels.map(([name]) => name);
    });
  if (made.value.length > 0)
    return (
      <ul class="made-channels" role="status">
        {made.value.map((name) => (
          <li key={name}>
            <bdi>#{name}</bdi>
          </li>
        ))}
      </ul>
    );
  return (
    <>
      {patterns().map((pattern) => (
        <button key={pattern.title} type="button" class="pattern" onClick={() => void choose(pattern)}>
          <b>{pattern.title}</b>
          <span class="quiet">{pattern.channels.map(([name]) => isolate(`#${name}`)).join('  ')}</span>
        </button>
      ))}
      <Problem text={problem.value} />
    </>
  );
}

async function makeChannels({ call, store }: Client, { channels }: Pattern): Promise<void> {
  const known = new Set([...store.channels.peek().values()].map(({ name }) => name));
  for (const [name, description] of channels) {
    if (known.has(name)) continue;
    const options = { subscribers: [store.user_id], is_default_stream: true };
    await call('POST', '/channels/create', { name, description, ...options });
  }
}
