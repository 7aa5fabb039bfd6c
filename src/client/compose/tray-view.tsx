import { useSignal } from '@preact/signals';
import { stepOf } from '../language/arrow-keys.ts';
import { t } from '../language/texts.ts';
import { Problem } from '../parts/action.tsx';
import { Tool } from '../parts/tool.tsx';
import { formatSize } from '../text/size.ts';
import type { Tray, TrayFile } from './tray.ts';

/** The files that are to go with a message, above its text. They are put in order by mouse, finger or keys. */
export function TrayView({ tray }: { tray: Tray }) {
  const announced = useSignal('');
  const files = tray.files.value;
  if (files.length === 0) return null;
  const move = (one: TrayFile, to: number) => {
    const place = Math.min(Math.max(to, 0), files.length - 1);
    tray.move(one, place);
    announced.value = t('compose.place', { name: one.name, place: place + 1, count: files.length });
  };
  return (
    <>
      <ul class="tray" aria-label={t('compose.filesOfMessage')}>
        {files.map((one, index) => (
          <FileCard key={one} {...{ tray, one, index, move }} />
        ))}
      </ul>
      <p class="unseen" role="status">
        {announced.value}
      </p>
    </>
  );
}

interface CardProps {
  tray: Tray;
  one: TrayFile;
  index: number;
  move: (one: TrayFile, to: number) => void;
}

function FileCard({ tray, one, index, move }: CardProps) {
  const { name, problem, url } = one;
  const isUploading = url.value === undefined && problem.value === '';
  return (
    <li class={`tray-file ${problem.value === '' ? '' : 'has-failed'}`.trim()}>
      <Handle {...{ tray, one, index, move }} />
      <div class="tray-facts">
        <bdi class="tray-name">{name}</bdi>
        {isUploading && <progress max={1} value={one.part.value} aria-label={t('compose.uploading', { name })} />}
        {url.value !== undefined && <span class="quiet">{describe(one)}</span>}
        <Problem text={problem.value} onRetry={one.canRetry ? () => tray.retry(one) : undefined} />
        {name.startsWith(voiceName) && <Clip {...one} />}
      </div>
      <Tool name={t('compose.remove', { name })} icon="close" onClick={() => tray.remove(one)} />
    </li>
  );
}

function Clip({ name, shown }: TrayFile) {
  // biome-ignore lint/a11y/useMediaCaption: what was just said has no captions
  return <audio controls src={shown} aria-label={t('compose.listenTo', { name })} />;
}

/** How names of recorded clips begin. */
const voiceName = 'voice-';

/** The picture or type of a file, by which it is moved. */
function Handle({ tray, one, index, move }: CardProps) {
  const { name, shown } = one;
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? stepOf(event.key);
    if (step !== undefined) move(one, index + step);
    else if (event.key === 'Delete' || event.key === 'Backspace') tray.remove(one);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      class="tray-handle"
      aria-label={t('compose.move', { name })}
      title={t('compose.moveHint')}
      data-index={index}
      onKeyDown={pressed}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX, clientY }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return;
        const to = indexAt(clientX, clientY);
        if (to !== undefined && to !== index) move(one, to);
      }}
    >
      {shown && isPicture(name) ? <img src={shown} alt="" /> : <span class="file-type">{extensionOf(name)}</span>}
    </button>
  );
}

/** The place of the file at a point of the window. */
function indexAt(x: number, y: number): number | undefined {
  const card = document.elementFromPoint(x, y)?.closest('.tray-file');
  const index = card?.querySelector<HTMLElement>('.tray-handle')?.dataset.index;
  return index === undefined ? undefined : Number(index);
}

function describe({ name, size }: TrayFile): string {
  return size === undefined ? extensionOf(name) : formatSize(size);
}

/** Whether browsers show files of this name as pictures. */
function isPicture(name: string): boolean {
  return /\.(png|jpe?g|gif|webp|avif|bmp)$/i.test(name);
}

function extensionOf(name: string): string {
  return /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? t('compose.file');
}
