import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { topicInView } from '../commands/replies.ts';
import { screen } from '../commands/screen.ts';
import { namingIn } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Swatch } from '../parts/swatch.tsx';
import { Tool } from '../parts/tool.tsx';
import type { Conversation } from '../store/conversation.ts';
import { lateIcons } from '../text/late-icons.ts';
import { suggestTopic } from '../text/topic-suggestion.ts';

export interface ComposeProps {
  conversation: Conversation;
  /** In the feed of a channel: changes the topic to send to. */
  onTopic?: (topic: string) => void;
  /** Whether no topic was chosen so far: then a message below another topic needs a choice. */
  isUnchosen?: boolean;
  onClose?: () => void;
}

interface TargetProps extends ComposeProps {
  /** The text being written. */
  text: string;
  leave: () => void;
}

/** Where a message goes, unless the head of the page says it: a name that leads there, or the topic to choose. */
export function Target({ conversation, onTopic, onClose, text, leave }: TargetProps) {
  if (onTopic && conversation.type === 'topic')
    return (
      <div class="compose-target">
        <ChannelName stream_id={conversation.stream_id} />
        <TopicField stream_id={conversation.stream_id} topic={conversation.topic} onTopic={onTopic} />
        {conversation.topic === '' && <NewTopic text={text} onTopic={onTopic} />}
        <FollowTopic isWriting={text !== ''} onTopic={onTopic} />
      </div>
    );
  if (!onClose) return null;
  return (
    <div class="compose-target">
      <TargetLink conversation={conversation} />
      <Tool name={t('common.close')} icon="close" onClick={leave} />
    </div>
  );
}

function ChannelName({ stream_id }: { stream_id: number }) {
  const client = useClient();
  return (
    <span>
      <Swatch stream_id={stream_id} /> {client.channelName(stream_id)} ›
    </span>
  );
}

/** Opens the conversation; the draft goes along. */
function TargetLink({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  return (
    <a class="target-link" href={client.linkTo(conversation)} title={t('compose.openConversation')}>
      {conversation.type === 'topic' && <Swatch stream_id={conversation.stream_id} />} {client.describe(conversation)}
    </a>
  );
}

/** Lets the target follow the topic on screen, if the user wants that, until something is written. */
function FollowTopic({ isWriting, onTopic }: { isWriting: boolean; onTopic: (topic: string) => void }) {
  const client = useClient();
  const isOn = useSignal(false);
  const isFollowing = isOn.value && !isWriting;
  useLayoutEffect(() => {
    if (!isFollowing) return;
    return afterScrolling(() => {
      const seen = topicInView(client);
      if (seen?.type === 'topic') onTopic(seen.topic);
    });
  }, [isFollowing]);
  return (
    <Tool
      name={t('compose.followScreen')}
      icon={lateIcons.target}
      aria-pressed={isOn.value}
      onClick={() => {
        isOn.value = !isOn.value;
      }}
    />
  );
}

/** Calls back now and whenever something was scrolled. Returns a function that ends this. */
function afterScrolling(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scrolled = () => {
    clearTimeout(timer);
    timer = setTimeout(act, scrollPause);
  };
  act();
  document.addEventListener('scroll', scrolled, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    document.removeEventListener('scroll', scrolled, { capture: true });
  };
}

/** In milliseconds. Looking for the topic at each step would make scrolling uneven. */
const scrollPause = 100;

/** Offers the first words as the name of a new topic. */
function NewTopic({ text, onTopic }: { text: string; onTopic: (topic: string) => void }) {
  const suggested = suggestTopic(text);
  if (suggested === undefined) return null;
  const choose = () => {
    onTopic(suggested);
    screen.composer.shown?.focus();
  };
  return (
    <button type="button" class="link new-topic" onClick={choose}>
      {t('compose.newTopic', { topic: suggested })}
    </button>
  );
}

interface TopicProps {
  stream_id: number;
  topic: string;
  onTopic: (topic: string) => void;
}

function TopicField({ stream_id, topic, onTopic }: TopicProps) {
  const client = useClient();
  const topics = client.topics.in(stream_id) ?? [];
  const field = useRef<HTMLInputElement>(null);
  const isWanted = namingIn.value === stream_id;
  useLayoutEffect(() => {
    if (!isWanted) return;
    namingIn.value = undefined;
    field.current?.focus();
  }, [isWanted]);
  return (
    <>
      <input
        ref={field}
        class="topic-field"
        aria-label={t('common.topic')}
        list="topics"
        value={topic}
        placeholder={client.topicName('')}
        maxLength={client.store.model.state.max_topic_length}
        onInput={({ currentTarget }) => onTopic(currentTarget.value)}
      />
      <datalist id="topics">
        {topics.slice(0, 50).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
