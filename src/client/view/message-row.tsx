import { useSignal } from '@preact/signals';
import { Component, createRef } from 'preact';
import type { Message } from '../api/types.ts';
import { avatarUrl } from './avatar.tsx';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { Reactions } from './reactions.tsx';
import { Rendered, show } from './rendered.tsx';
import type { RowContext } from './row-context.ts';
import { isSame } from './same.ts';
import { StatusEmoji } from './status.tsx';
import { formatFull, formatTime } from './time.ts';
import { openDialog } from './view-state.ts';

export interface RowProps {
  message: Message;
  context: RowContext;
  /** The address of its conversation. */
  href: string;
  /** Whether to show the sender: not if the previous message has the same one. */
  isFirst: boolean;
  isSelected: boolean;
  isTarget: boolean;
  isUnread: boolean;
  /** Whether the message is pointed at or has the focus: only then its actions and its full date are rendered. */
  isActive: boolean;
  isEdited: boolean;
}

/**
 * A message. Scrolling renders hundreds of them, so this is a single component without signals and listeners: the list
 * passes the data, and handles the events. Rare parts are separate components.
 */
export class MessageRow extends Component<RowProps> {
  readonly #words = createRef<HTMLDivElement>();
  #shown: { element: HTMLElement; html: string; context: RowContext } | undefined;

  override shouldComponentUpdate(next: RowProps): boolean {
    return !isSame(this.props, next);
  }

  override componentDidMount(): void {
    this.componentDidUpdate();
  }

  override componentDidUpdate(): void {
    const { current: element } = this.#words;
    const { message, context } = this.props;
    if (!element) return;
    const html = htmlOf(message);
    const before = this.#shown;
    if (before?.element === element && before.html === html && isSameFor(before.context, context)) return;
    this.#shown = { element, html, context };
    show(element, html, context);
  }

  override render() {
    const { message, isFirst, isSelected, isTarget, isUnread } = this.props;
    const isActive = this.props.isActive || isSelected;
    const classes = `message${isFirst ? ' is-first' : ''}${isSelected ? ' is-selected' : ''}${isTarget ? ' is-target' : ''}${isActive ? ' is-active' : ''}`;
    return (
      <article
        class={classes}
        data-id={message.id}
        data-unread={isUnread ? '' : undefined}
        aria-label={message.sender_full_name}
        tabIndex={isSelected ? 0 : -1}
      >
        {isFirst ? this.#head() : <div class="gutter">{this.#time()}</div>}
        {this.#body()}
        {isActive && <MessageActions message={message} />}
      </article>
    );
  }

  #time() {
    const { message, isActive } = this.props;
    return (
      <time
        class="time"
        dateTime={new Date(message.timestamp * 1000).toISOString()}
        // Formatting is slow, and only needed while the message is pointed at.
        title={isActive ? formatFull(message.timestamp) : undefined}
      >
        {formatTime(message.timestamp)}
      </time>
    );
  }

  #head() {
    const { message, context, href } = this.props;
    const { client, users, statuses } = context;
    const { sender_id } = message;
    const user = users.get(sender_id);
    const status = statuses[sender_id];
    const picture = user ? avatarUrl(client, sender_id) : (message.avatar_url ?? undefined);
    return (
      <>
        <div class="gutter">
          <img class="avatar" src={picture} alt="" width={36} height={36} data-user-id={sender_id} />
        </div>
        <header class="by">
          <a class="sender" href={`#user/${sender_id}`} data-user-id={sender_id}>
            {message.sender_full_name}
          </a>
          {status?.emoji_name && <StatusEmoji status={status} />}
          {user?.is_bot && <span class="badge">bot</span>}
          {user?.is_guest && <span class="badge">guest</span>}
          <a class="quiet-link" href={`${href}/near/${message.id}`}>
            {this.#time()}
          </a>
        </header>
      </>
    );
  }

  #body() {
    const { message, isEdited } = this.props;
    if (isEdited) return <MessageEditor message={message} />;
    return (
      <div class="body">
        {this.#content()}
        {message.reactions.length > 0 && <Reactions message={message} />}
        {marksOf(message)}
      </div>
    );
  }

  /** The content of the message, unless the user muted its sender. */
  #content() {
    const { message, context } = this.props;
    if (context.muted.some(({ id }) => id === message.sender_id)) return <MutedContent message={message} />;
    if (message.submessages.length > 0) return <Widget message={message} />;
    return (
      <>
        {nameOfMe(message)}
        <div ref={this.#words} class={message.is_me_message ? 'rendered is-me' : 'rendered'} dir="auto" />
      </>
    );
  }
}

/** Whether a message is shown alike. */
function isSameFor(before: RowContext, { playgrounds, is24Hours }: RowContext): boolean {
  return before.playgrounds === playgrounds && before.is24Hours === is24Hours;
}

/** The beginning of a message in the third person: its sender's name. */
function nameOfMe({ is_me_message, sender_full_name }: Message) {
  return is_me_message && <span class="me">{sender_full_name} </span>;
}

const MessageEditor = lazy(async () => (await import('../more.ts')).MessageEditor, { Before: Text, Failed: Text });
const MessageActions = lazy(async () => (await import('../more.ts')).MessageActions);
const Widget = lazy(async () => (await import('../more.ts')).Widget, { Before: Text, Failed: Text });

function Text({ message }: { message: Message }) {
  return (
    <>
      {nameOfMe(message)}
      <Rendered html={htmlOf(message)} class={message.is_me_message ? 'is-me' : ''} />
    </>
  );
}

/** The HTML of a message. In the third person, the sender's name replaces the command. */
function htmlOf({ match_content, content, is_me_message }: Message): string {
  const html = match_content ?? content;
  return is_me_message ? html.replace(/^<p>\/me /, '<p>') : html;
}

function marksOf(message: Message) {
  const { flags, last_edit_timestamp, last_moved_timestamp } = message;
  return (
    <>
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
    </>
  );
}

function MutedContent({ message }: { message: Message }) {
  const isShown = useSignal(false);
  if (isShown.value) return message.submessages.length > 0 ? <Widget message={message} /> : <Text message={message} />;
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
}
