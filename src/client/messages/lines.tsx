import { isResolved } from '../commands/actions.ts';
import { formatDate } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { resolvedPrefix } from '../store/fold/messages.ts';
import { formatDay } from '../text/time.ts';
import type { Place } from './places.ts';

/** A day. It opens a dialog with other days (`open-above.ts`). */
export function dayLine(key: string, timestamp: number) {
  return (
    <div key={key} class="day">
      {dayButton(timestamp)}
    </div>
  );
}

function dayButton(timestamp: number) {
  return (
    <button type="button" data-day={timestamp} title={t('messages.goFromDay', { day: formatDate(timestamp) })}>
      {formatDay(timestamp)}
    </button>
  );
}

export function UnreadLine() {
  return (
    <div class="unread-line">
      <span>{t('messages.new')}</span>
    </div>
  );
}

/**
 * Shows the conversation of the messages below it, in lists of several conversations. It is an element and not a
 * component, because such a list renders hundreds.
 */
export function recipientBar(key: string, place: Place, topicName: string, onReply: (() => void) | undefined) {
  return (
    <h2 key={key} class="recipient">
      {placeLinks(place, topicName)}
      {onReply && replyButton(onReply)}
    </h2>
  );
}

/** The bar of the messages at the upper edge, while their own one is further up. */
export function stuckBar(place: Place, topicName: string, timestamp: number, onReply: (() => void) | undefined) {
  return (
    <div class="stuck">
      <div class="recipient">
        {placeLinks(place, topicName)}
        {dayButton(timestamp)}
        {onReply && replyButton(onReply)}
      </div>
    </div>
  );
}

/** The day of the messages at the upper edge, while its line is further up. */
export function stuckDay(timestamp: number) {
  return <div class="stuck">{dayLine('', timestamp)}</div>;
}

function placeLinks({ name, href, channel }: Place, topicName: string) {
  if (!channel)
    return (
      <a href={href}>
        <span class="swatch is-direct" aria-hidden="true" />
        {name}
      </a>
    );
  return (
    <>
      <a href={channel.href}>
        <span class="swatch" style={{ background: channel.color }} aria-hidden="true" />
        {name}
      </a>
      <span class="arrow" aria-hidden="true">
        ›
      </span>
      <a href={href}>{topicText(channel.topic, topicName)}</a>
    </>
  );
}

function replyButton(onReply: () => void) {
  return (
    <button type="button" class="reply-here link" onClick={onReply}>
      {t('messages.replyHere')}
    </button>
  );
}

export function TopicName({ topic }: { topic: string }) {
  return topicText(topic, useClient().topicName(topic));
}

/** A topic, and the name by which people know it. */
function topicText(topic: string, name: string) {
  if (topic === '') return <i>{name}</i>;
  if (!isResolved(topic)) return <bdi>{topic}</bdi>;
  return (
    <bdi class="is-resolved">
      <span role="img" aria-label={t('messages.resolved')}>
        ✔
      </span>{' '}
      {topic.slice(resolvedPrefix.length)}
    </bdi>
  );
}
