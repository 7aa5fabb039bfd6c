import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Message, NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { screen } from '../commands/screen.ts';
import { stepOf } from '../language/arrow-keys.ts';
import { shownName } from '../language/system-bots.ts';
import { isRightToLeft, t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Tool } from '../parts/tool.tsx';
import { conversationOf, narrowTo } from '../store/conversation.ts';
import { lateIcons } from '../text/late-icons.ts';
import { formatFull } from '../text/time.ts';
import { fetchAround, listPictures, type Picture, pictureOf } from './pictures.ts';

interface Props {
  link: HTMLAnchorElement;
  /** The message around it. */
  id: number | undefined;
  onClose: () => void;
}

/** A picture in the size of the window. Arrows and swipes lead to the others of the conversation. */
export function Lightbox({ link, id, onClose }: Props) {
  const client = useClient();
  const messages = useSignal(messagesAround(client, id));
  const isLarge = useSignal(false);
  const pictures = listPictures(messages.value);
  const shown = useSignal(findPicture(pictures, link, id));
  const { value: current } = shown;
  const at = pictures.findIndex((one) => isSame(one, current));
  useMorePictures({ client, messages, current, isAtEdge: at <= 0 || at === pictures.length - 1 });
  const step = (by: number) => {
    const next = pictures[at + by];
    if (at < 0 || !next) return;
    isLarge.value = false;
    shown.value = next;
  };
  const zoom = () => {
    isLarge.value = !isLarge.value;
  };
  const pressed = (event: KeyboardEvent) => {
    const by = stepOf(event.key);
    if (by !== undefined && !isLarge.value) step(by);
    else if (['+', '-'].includes(event.key)) zoom();
  };
  return (
    <Dialog
      title={current.name}
      onClose={onClose}
      class="stage"
      tools={<Tools {...{ current, isLarge, zoom, onClose }} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same as the keys */}
      <div class="stage-body" onKeyDown={pressed}>
        <Stage {...{ current, isLarge, zoom, step }} />
        <Step by={-1} name={t('dialogs.previousPicture')} isThere={at > 0} step={step} />
        <Step by={1} name={t('dialogs.nextPicture')} isThere={at >= 0 && at < pictures.length - 1} step={step} />
      </div>
      <Facts picture={current} />
    </Dialog>
  );
}

function Facts({ picture: { message, name } }: { picture: Picture }) {
  return (
    <p class="stage-facts" aria-live="polite">
      {message && `${shownName(message.sender_full_name)}, ${formatFull(message.timestamp)}`}
      <span class="unseen">: {name}</span>
    </p>
  );
}

function findPicture(pictures: readonly Picture[], link: HTMLAnchorElement, id: number | undefined): Picture {
  const alone = pictureOf(link);
  return pictures.find(({ file, message }) => file === alone.file && message?.id === id) ?? alone;
}

function messagesAround({ store }: Client, id: number | undefined): Message[] {
  const listed = screen.messages.shown?.listRendered() ?? [];
  const message = store.model.messages.get(id ?? 0);
  if (!message) return [];
  return listed.includes(message) ? listed : [message];
}

function isSame(one: Picture, other: Picture): boolean {
  return one.file === other.file && one.message?.id === other.message?.id;
}

interface More {
  client: Client;
  messages: Signal<Message[]>;
  current: Picture;
  isAtEdge: boolean;
}

/** Fetches further pictures of the conversation once one at an edge is shown. */
function useMorePictures({ client, messages, current, isAtEdge }: More): void {
  const asked = useRef(new Set<number>());
  const id = current.message?.id;
  useLayoutEffect(() => {
    const message = messages.peek().find((one) => one.id === id);
    if (!message || !isAtEdge || asked.current.has(message.id)) return;
    asked.current.add(message.id);
    const add = (found: readonly Message[]) => {
      const all = new Map([...found, ...messages.peek()].map((one) => [one.id, one]));
      messages.value = [...all.values()].sort((a, b) => a.id - b.id);
    };
    // The pictures that are there stay reachable.
    void fetchAround(client, narrowOf(client, message), message.id).then(add, () => {});
  }, [id, isAtEdge]);
}

function narrowOf({ router, store }: Client, message: Message): readonly NarrowTerm[] {
  const { value: route } = router.route;
  return route.page === 'messages' ? route.narrow : narrowTo(conversationOf(message, store.user_id));
}

interface ToolsProps {
  current: Picture;
  isLarge: Signal<boolean>;
  zoom: () => void;
  onClose: () => void;
}

function Tools({ current: { file, name, message }, isLarge, zoom, onClose }: ToolsProps) {
  const client = useClient();
  return (
    <div class="stage-tools">
      {message && (
        <a
          class="tool"
          href={client.linkTo(conversationOf(message, client.store.user_id), message.id)}
          aria-label={t('dialogs.goToMessage')}
          title={t('dialogs.goToMessage')}
          onClick={onClose}
        >
          <Icon name={lateIcons.message} />
        </a>
      )}
      <Tool
        name={isLarge.value ? t('dialogs.fit') : t('dialogs.zoom')}
        icon={isLarge.value ? lateIcons.zoomOut : lateIcons.zoomIn}
        onClick={zoom}
      />
      <a class="tool" href={file} download={name} aria-label={t('dialogs.download')} title={t('dialogs.download')}>
        <Icon name={lateIcons.download} />
      </a>
      <a
        class="tool"
        href={file}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('dialogs.openInTab')}
        title={t('dialogs.openInTab')}
      >
        <Icon name={lateIcons.open} />
      </a>
    </div>
  );
}

interface StepProps {
  by: -1 | 1;
  name: string;
  isThere: boolean;
  step: (by: number) => void;
}

/** A button that would disappear at the last picture would take the focus along. */
function Step({ by, name, isThere, step }: StepProps) {
  const icon = by < 0 ? 'back' : 'forward';
  return <Tool name={name} icon={icon} class="stage-step" aria-disabled={!isThere} onClick={() => step(by)} />;
}

interface StageProps {
  current: Picture;
  isLarge: Signal<boolean>;
  zoom: () => void;
  step: (by: number) => void;
}

/** Shorter ways of a finger are no swipes. */
const shortest = 60;

function Stage({ current: { url, name }, isLarge, zoom, step }: StageProps) {
  const start = useRef<number | undefined>(undefined);
  const ended = ({ changedTouches: [touch] }: TouchEvent) => {
    const way = touch && start.current !== undefined ? touch.clientX - start.current : 0;
    if (!isLarge.value && Math.abs(way) > shortest) step(way > 0 === isRightToLeft() ? 1 : -1);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: buttons do the same as its keys and clicks
    <div
      class={`stage-frame ${isLarge.value ? 'is-large' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a large picture
      tabIndex={0}
      autofocus
      onKeyDown={({ key }) => key === 'Enter' && zoom()}
      onClick={zoom}
      onTouchStart={({ touches }) => {
        start.current = touches.length === 1 ? touches[0]?.clientX : undefined;
      }}
      onTouchEnd={ended}
    >
      <img key={url} src={url} alt={name} />
    </div>
  );
}
