import { useSignal } from '@preact/signals';
import { Component } from 'preact';
import type { Message } from '../api/types.ts';
import { conversationOf } from '../store/conversation.ts';
import { Avatar } from './avatar.tsx';
import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { MessageActions } from './message-actions.tsx';
import { Reactions } from './reactions.tsx';
import { Rendered } from './rendered.tsx';
import { StatusMark } from './status.tsx';
import { formatFull, formatTime } from './time.ts';
import { openCard } from './user-link.ts';
import { editing, openDialog } from './view-state.ts';

interface Props {
  message: Message;
  /** Whether the sender is named: not where the message before is theirs too. */
  isFirst: boolean;
  isSelected: boolean;
  isTarget: boolean;
  isUnread: boolean;
}

interface State {
  /** Whether the message is pointed at or has the focus: only then its actions and its full date are drawn. */
  isActive: boolean;
}

/** A message. Drawn anew only when something about it changed. */
export class MessageRow extends Component<Props, State> {
  override state: State = { isActive: false };

  override shouldComponentUpdate(next: Props, { isActive }: State): boolean {
    if (isActive !== this.state.isActive) return true;
    return (Object.keys(next) as (keyof Props)[]).some((name) => next[name] !== this.props[name]);
  }

  readonly #enter = (): void => this.setState({ isActive: true });

  // An open menu, and what has the focus, stay although the pointer leaves.
  readonly #leave = ({ currentTarget }: { currentTarget: EventTarget | null }): void => {
    const isBusy = currentTarget instanceof HTMLElement && currentTarget.querySelector(':popover-open, :focus-visible');
    if (!isBusy) this.setState({ isActive: false });
  };

  override render() {
    const { message, isFirst, isSelected, isTarget, isUnread } = this.props;
    const classes = ['message', isFirst && 'is-first', isSelected && 'is-selected', isTarget && 'is-target'];
    return (
      <article
        class={classes.filter(Boolean).join(' ')}
        data-id={message.id}
        data-unread={isUnread ? '' : undefined}
        aria-labelledby={`sender-${message.id}`}
        tabIndex={isSelected ? 0 : -1}
        onPointerEnter={this.#enter}
        onPointerLeave={this.#leave}
        onFocusIn={this.#enter}
      >
        <Head message={message} isFirst={isFirst} isActive={this.state.isActive} />
        <Body message={message} />
        {(this.state.isActive || isSelected) && <MessageActions message={message} />}
      </article>
    );
  }
}

type HeadProps = Pick<Props, 'message' | 'isFirst'> & State;

function Head({ message, isFirst, isActive }: HeadProps) {
  const client = useClient();
  const { twenty_four_hour_time } = client.store.read('personal').state.user_settings;
  const time = (
    <time
      class="time"
      dateTime={new Date(message.timestamp * 1000).toISOString()}
      // Formatting is dear, and only who points at a message sees it.
      title={isActive ? formatFull(message.timestamp) : undefined}
    >
      {formatTime(message.timestamp, twenty_four_hour_time)}
    </time>
  );
  const link = client.linkTo(conversationOf(message, client.store.user_id), message.id);
  const user = client.store.users.value.get(message.sender_id);
  return (
    <>
      <div class="gutter">{isFirst ? <Avatar user_id={message.sender_id} /> : time}</div>
      <header class={isFirst ? 'by' : 'by hidden'}>
        <a
          id={`sender-${message.id}`}
          class="sender"
          href={`#user/${message.sender_id}`}
          tabIndex={isFirst ? 0 : -1}
          onClick={(event) => openCard(event, message.sender_id)}
        >
          {message.sender_full_name}
        </a>
        <StatusMark user_id={message.sender_id} />
        {user?.is_bot && <span class="badge">bot</span>}
        {user?.is_guest && <span class="badge">guest</span>}
        {isFirst && (
          <a class="quiet-link" href={link}>
            {time}
          </a>
        )}
      </header>
    </>
  );
}

function Body({ message }: { message: Message }) {
  if (editing.value === message.id) return <MessageEditor message={message} />;
  const { flags, last_edit_timestamp, last_moved_timestamp } = message;
  return (
    <div class="body">
      <Content message={message} />
      <Reactions message={message} />
      {(last_edit_timestamp !== undefined || last_moved_timestamp !== undefined) && (
        <button type="button" class="mark" onClick={() => openDialog({ kind: 'history', message })}>
          {last_edit_timestamp === undefined ? 'moved' : 'edited'}
        </button>
      )}
      {flags.includes('starred') && (
        <span class="mark is-star" role="img" aria-label="Starred">
          <Icon name="star" />
        </span>
      )}
    </div>
  );
}

const MessageEditor = lazy(async () => (await import('../more.ts')).MessageEditor, { Before: Text, Failed: Text });
const Widget = lazy(async () => (await import('../more.ts')).Widget, { Before: Text, Failed: Text });

/** What a message says, unless the user does not want to hear of its sender. */
function Content({ message }: { message: Message }) {
  const { muted_users } = useClient().store.read('personal').state;
  const isShown = useSignal(false);
  if (!isShown.value && muted_users.some(({ id }) => id === message.sender_id))
    return (
      <p class="quiet">
        You muted the sender of this message.{' '}
        <button
          type="button"
          class="link"
          onClick={() => {
            isShown.value = true;
          }}
        >
          Show it
        </button>
      </p>
    );
  return message.submessages.length > 0 ? <Widget message={message} /> : <Text message={message} />;
}

/** The HTML of a message. What somebody does follows their name, without the command. */
function htmlOf({ match_content, content, is_me_message }: Message): string {
  const html = match_content ?? content;
  return is_me_message ? html.replace(/^<p>\/me /, '<p>') : html;
}

function Text({ message }: { message: Message }) {
  return (
    <>
      {message.is_me_message && <span class="me">{message.sender_full_name} </span>}
      <Rendered html={htmlOf(message)} class={message.is_me_message ? 'is-me' : ''} />
    </>
  );
}
