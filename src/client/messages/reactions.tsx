import type { Message, Reaction } from '../api/types.ts';
import type { Client } from '../client.ts';
import { toggleReaction } from '../commands/actions.ts';
import { reactTo } from '../commands/replies.ts';
import { codeOf, type ReactionEmoji } from '../device/frequent-emoji.ts';
import { formatList } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { characterOf, emojiUrl } from '../text/emoji.ts';

// Up to this many reactions show names instead of their number, if the user wants that.
const mostNamed = 3;

/** The reactions to a message, one button for each emoji. */
export function Reactions({ message }: { message: Message }) {
  const { isSpectator, store } = useClient();
  const { display_emoji_reaction_users } = store.read('personal').state.user_settings;
  if (message.reactions.length === 0) return null;
  const isNamed = display_emoji_reaction_users === true && message.reactions.length <= mostNamed;
  const groups = Map.groupBy(message.reactions, codeOf);
  return (
    <ul class="reactions" aria-label={t('messages.reactions')}>
      {[...groups].map(([key, reactions]) => (
        <li key={key}>
          <ReactionButton message={message} reactions={reactions} isNamed={isNamed} />
        </li>
      ))}
      {!isSpectator && <MoreReactions message={message} />}
    </ul>
  );
}

interface ButtonProps {
  message: Message;
  reactions: readonly Reaction[];
  isNamed: boolean;
}

/** The names or number of users who reacted with an emoji. A click adds or removes the user's own reaction. */
function ReactionButton({ message, reactions, isNamed }: ButtonProps) {
  const client = useClient();
  const [first] = reactions;
  if (!first) return null;
  const people = describePeople(client, reactions);
  const label = t('messages.reactionOf', { emoji: first.emoji_name.replaceAll('_', ' '), people });
  return (
    <button
      type="button"
      class="reaction"
      aria-pressed={reactions.some(({ user_id }) => user_id === client.store.user_id)}
      title={label}
      disabled={client.isSpectator}
      onClick={() => toggleReaction(client, message, first)}
    >
      <span class="unseen">{label}</span>
      <EmojiPicture emoji={first} />
      <span class="count" aria-hidden="true">
        {isNamed ? people : reactions.length}
      </span>
    </button>
  );
}

/** The names of those who reacted, for spectators their number. */
export function describePeople(client: Client, reactions: readonly Reaction[]): string {
  if (client.isSpectator) return String(reactions.length);
  const ids = reactions.map(({ user_id }) => user_id);
  return formatList(ids.map((id) => (id === client.store.user_id ? t('common.you') : client.userName(id))));
}

export function EmojiPicture({ emoji }: { emoji: ReactionEmoji }) {
  const url = emojiUrl(emoji, useClient().store.read('realm').state.realm_emoji);
  if (url) return <img src={url} alt="" width="18" height="18" />;
  return (
    <span class="emoji" aria-hidden="true">
      {characterOf(emoji.emoji_code)}
    </span>
  );
}

function MoreReactions({ message }: { message: Message }) {
  const client = useClient();
  return (
    <li>
      <button
        type="button"
        class="reaction is-more"
        aria-label={t('messages.addReaction')}
        onClick={({ currentTarget }) => reactTo(client, message, currentTarget)}
      >
        <Icon name="smile" />
      </button>
    </li>
  );
}
