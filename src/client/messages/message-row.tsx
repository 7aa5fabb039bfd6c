import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { Component, createRef } from 'preact';
import type { Message } from '../api/types.ts';
import { openDialog } from '../commands/view-state.ts';
import { rich } from '../language/rich.ts';
import { shownName } from '../language/system-bots.ts';
import { t } from '../language/texts.ts';
import { Late } from '../late.ts';
import { avatarUrl } from '../parts/avatar.tsx';
import { Icon } from '../parts/icon.tsx';
import { lazy } from '../parts/lazy.tsx';
import { Rendered, show } from '../parts/rendered.tsx';
import { StatusEmoji } from '../parts/status.tsx';
import { isSame } from '../text/same.ts';
import { formatFull, formatTime } from '../text/time.ts';
import { Reactions } from './reactions.tsx';
import type { RowContext } from './row-context.ts';

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
        aria-label={shownName(message.sender_full_name)}
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
    const { message, context } = this.props;
    const { client, users } = context;
    const { sender_id } = message;
    const picture = users.has(sender_id) ? avatarUrl(client, sender_id) : (message.avatar_url ?? undefined);
    return (
      <>
        <div class="gutter">
          <img class="avatar" src={picture} alt="" width={36} height={36} data-user-id={sender_id} />
        </div>
        {!this.#isInThirdPerson() && (
          <header class="by">
            {this.#sender()}
            {this.#when()}
          </header>
        )}
      </>
    );
  }

  /** Whether the sender is the beginning of the message's text. */
  #isInThirdPerson(): boolean {
    const { message, context, isEdited } = this.props;
    const isShown = !isEdited && message.submessages.length === 0 && !isMuted(message, context);
    return message.is_me_message && isShown;
  }

  #sender() {
    const { message, context } = this.props;
    const { sender_id } = message;
    const user = context.users.get(sender_id);
    const status = context.statuses[sender_id];
    return (
      <>
        <a class="sender" href={`#user/${sender_id}`} data-user-id={sender_id}>
          {shownName(message.sender_full_name)}
        </a>
        {status?.emoji_name && <StatusEmoji status={status} />}
        {user?.is_bot && <span class="badge">{t('messages.bot')}</span>}
        {user?.is_guest && <span class="badge">{t('messages.guest')}</span>}
      </>
    );
  }

  #when() {
    const { message, href } = this.props;
    return (
      <a class="quiet-link" href={`${href}/near/${message.id}`}>
        {this.#time()}
      </a>
    );
  }

  #body() {
    const { message, context, isEdited } = this.props;
    if (isEdited) return <MessageEditor message={message} />;
    return (
      <div class="body">
        {this.#content()}
        {context.users.get(message.sender_id)?.is_bot && <MessageButtons message={message} />}
        {message.reactions.length > 0 && <Reactions message={message} />}
        {marksOf(message)}
      </div>
    );
  }

  /** The content of the message, unless the user muted its sender. */
  #content() {
    const { message, context } = this.props;
    if (isMuted(message, context)) return <MutedContent message={message} />;
    if (message.submessages.length > 0) return <Widget message={message} />;
    const words = <div ref={this.#words} class="rendered" dir="auto" />;
    if (!message.is_me_message) return words;
    return (
      <div class="is-me">
        {this.#sender()} {words} {this.#when()}
      </div>
    );
  }
}

function isMuted({ sender_id }: Message, { muted }: RowContext): boolean {
  return muted.some(({ id }) => id === sender_id);
}

/** Whether a message is shown alike. */
function isSameFor(before: RowContext, { playgrounds, is24Hours, locale }: RowContext): boolean {
  return before.playgrounds === playgrounds && before.is24Hours === is24Hours && before.locale === locale;
}

/** The parts of a row that are loaded later. */
export const rowParts = {
  editor: new Late<FunctionComponent<{ message: Message }>>(),
  actions: new Late<FunctionComponent<{ message: Message }>>(),
  buttons: new Late<FunctionComponent<{ message: Message }>>(),
  widget: new Late<FunctionComponent<{ message: Message }>>(),
};

const MessageEditor = lazy(rowParts.editor.get, { Before: Text, Failed: Text });
const MessageButtons = lazy(rowParts.buttons.get);
const MessageActions = lazy(rowParts.actions.get);
const Widget = lazy(rowParts.widget.get, { Before: Text, Failed: Text });

function Text({ message }: { message: Message }) {
  if (!message.is_me_message) return <Rendered html={htmlOf(message)} />;
  return (
    <div class="is-me">
      <b>{message.sender_full_name}</b> <Rendered html={htmlOf(message)} />
    </div>
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
          {last_edit_timestamp === undefined ? t('messages.moved') : t('messages.edited')}
        </button>
      )}
      {flags.includes('starred') && (
        <span class="mark is-star" role="img" aria-label={t('messages.starred')}>
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
      {rich('messages.mutedSender', {
        button: (inside) => (
          <button
            type="button"
            class="link"
            onClick={() => {
              isShown.value = true;
            }}
          >
            {inside}
          </button>
        ),
      })}
    </p>
  );
}
