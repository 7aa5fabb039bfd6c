import { useLayoutEffect } from 'preact/hooks';
import { isCallOpen } from '../commands/calls.ts';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { Tool } from '../parts/tool.tsx';
import { lateIcons } from '../text/late-icons.ts';
import { LeaveButton, SourceButton } from './buttons.tsx';
import type { CurrentCall } from './current.ts';
import type { Watching } from './watching.ts';

/** The call below the page, while the user reads on. */
export function Strip({ call, watching }: { call: CurrentCall; watching: Watching }) {
  const client = useClient();
  const { session } = call;
  const { value: conversation } = call.conversation;
  const place = client.describe(conversation);
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add('has-call');
    return () => classList.remove('has-call');
  }, []);
  return (
    <aside class="call-strip" aria-label={t('calls.isIn', { conversation: place })}>
      <People call={call} watching={watching} />
      <div class="call-place">
        <a href={client.linkTo(conversation)}>{place}</a>
        {session.state.value === 'lost' && <span role="status">{t('calls.reconnecting')}</span>}
      </div>
      <div class="call-bar">
        <SourceButton call={call} source="audio" />
        <Tool
          name={t('calls.show')}
          icon={lateIcons.enlarge}
          class="call-tool"
          onClick={() => {
            isCallOpen.value = true;
          }}
        />
        <LeaveButton />
      </div>
    </aside>
  );
}

const mostShown = 3;

/** Those who speak come first. */
function People({ call, watching }: { call: CurrentCall; watching: Watching }) {
  const client = useClient();
  const { value: speaking } = watching.speaking;
  const ids = call.session.members.value.map(({ user_id }) => user_id);
  const ordered = [...ids.filter((id) => speaking.has(id)), ...ids.filter((id) => !speaking.has(id))];
  const names = client.listNames(ids);
  return (
    <div class="call-people" role="img" aria-label={names} title={names}>
      {ordered.slice(0, mostShown).map((user_id) => (
        <span key={user_id} class={speaking.has(user_id) ? 'is-speaking' : ''}>
          <Avatar user_id={user_id} size={28} />
        </span>
      ))}
      {ids.length > mostShown && <span class="quiet">+{ids.length - mostShown}</span>}
    </div>
  );
}
