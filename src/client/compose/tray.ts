import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import { CallError, messageOf } from '../api/call.ts';
import { upload } from '../api/upload.ts';
import type { Client } from '../client.ts';
import { dropFile, newKey, storeFile } from '../device/stored-files.ts';
import { t } from '../language/texts.ts';
import { type AttachedFile, joinFiles, splitFiles } from '../text/attached.ts';
import { inTurn } from './in-turn.ts';

/** A file that is to go with a message. */
export interface TrayFile {
  /** The key under which this browser keeps it until it is on the server. */
  readonly key: string;
  readonly name: string;
  /** In bytes; undefined for one that was uploaded earlier. */
  readonly size: number | undefined;
  /** The address of what it looks or sounds like, on this device or on the server. */
  readonly shown: string | undefined;
  /** Its address on the server, once it is there. */
  readonly url: Signal<string | undefined>;
  /** The uploaded share, from 0 to 1. */
  readonly part: Signal<number>;
  /** Why it was not uploaded. */
  readonly problem: Signal<string>;
  /** Whether another attempt may succeed. */
  readonly canRetry: boolean;
  /** Whether the last attempt failed for want of an answer. */
  isLost: boolean;
  /** The last pause between two attempts, in milliseconds. */
  pause: number;
  readonly file: File | undefined;
  readonly abort: AbortController;
}

/** Where the message of a tray is kept. */
export interface Home {
  /** Says that a file was added there. */
  sayAdded(): string;
  find(): string;
  keep(content: string): void;
}

/** Number of files in a message. */
const most = 30;

/** Between two attempts, in milliseconds. */
const longestPause = 300_000;

/** The files of a message that is being written. It outlives its view, so that uploads go on. */
export class Tray {
  readonly files: Signal<readonly TrayFile[]> = signal([]);
  /** Those that are on the server. */
  readonly uploaded: ReadonlySignal<readonly AttachedFile[]> = computed(() =>
    this.files.value.flatMap(({ name, url }) => (url.value === undefined ? [] : { name, url: url.value })),
  );
  readonly isBusy: ReadonlySignal<boolean> = computed(() =>
    this.files.value.some(({ url, problem }) => url.value === undefined && problem.value === ''),
  );
  readonly hasFailed: ReadonlySignal<boolean> = computed(() =>
    this.files.value.some(({ problem }) => problem.value !== ''),
  );
  home: Home;
  /** Whether a field shows it, which then keeps its message. */
  isShown = false;
  readonly #client: Client;

  constructor(client: Client, home: Home) {
    this.#client = client;
    this.home = home;
    this.take(splitFiles(home.find()).files);
    effect(() => {
      if (client.connection.isOnline.value) untracked(() => this.#retryLost());
    });
  }

  /** Files that can still be uploaded. */
  listUnfinished(): TrayFile[] {
    return this.files.value.filter(({ url, canRetry }) => url.value === undefined && canRetry);
  }

  /** Adds files, and begins to upload them. */
  add(added: Iterable<File>): void {
    const files = [...added].map((file) => newFile(file, this.#client.store.model.state.max_file_upload_size_mib));
    const room = Math.max(0, most - this.files.value.length);
    if (files.length > room) this.#client.say(t('compose.tooManyFiles', { count: most }));
    this.files.value = [...this.files.value, ...files.slice(0, room)];
    for (const one of files.slice(0, room)) if (one.canRetry) this.retry(one);
  }

  /** Replaces the uploaded files by those of a text that came from elsewhere. */
  take(uploaded: readonly AttachedFile[]): void {
    const known = new Map(this.files.value.map((one) => [one.url.value, one]));
    const pending = this.files.value.filter(({ url }) => url.value === undefined);
    this.files.value = [...uploaded.map((one) => known.get(one.url) ?? oldFile(one)), ...pending];
  }

  retry(one: TrayFile): void {
    one.problem.value = '';
    one.isLost = false;
    if (one.file) storeFile(one.key, one.file);
    void inTurn(() => this.#upload(one));
  }

  remove(one: TrayFile): void {
    one.abort.abort();
    this.#drop([one]);
  }

  /** Empties it, after its message was sent. */
  clear(): void {
    this.#drop(this.files.value);
  }

  /** Moves a file to another place among the others. */
  move(one: TrayFile, to: number): void {
    const others = this.files.value.filter((other) => other !== one);
    this.files.value = others.toSpliced(Math.max(0, to), 0, one);
  }

  #drop(dropped: readonly TrayFile[]): void {
    this.files.value = this.files.value.filter((one) => !dropped.includes(one));
    for (const { key, file, shown = '' } of dropped) {
      if (file) dropFile(key);
      if (shown.startsWith('blob:')) URL.revokeObjectURL(shown);
    }
  }

  async #upload(one: TrayFile): Promise<void> {
    if (!one.file || one.abort.signal.aborted) return;
    const progress = (part: number) => {
      one.part.value = part;
    };
    try {
      const { url } = await upload(one.file, { progress, signal: one.abort.signal });
      if (!this.files.value.includes(one)) return;
      dropFile(one.key);
      one.url.value = url;
      if (!this.isShown) this.#keepAtHome({ name: one.name, url });
    } catch (error) {
      one.isLost = !(error instanceof CallError);
      one.problem.value = messageOf(error);
      if (one.isLost && this.#client.connection.isOnline.peek()) this.#retryLater(one);
      if (!this.isShown) this.#client.say(t('compose.notUploaded', { name: one.name, problem: one.problem.value }));
    }
  }

  #retryLost(): void {
    for (const one of this.files.value) if (one.isLost) this.retry(one);
  }

  /** The network may be away for so short a time that only uploads notice. */
  #retryLater(one: TrayFile): void {
    one.pause = Math.min(one.pause * 2, longestPause);
    setTimeout(() => one.isLost && this.files.value.includes(one) && this.retry(one), one.pause);
  }

  #keepAtHome(file: AttachedFile): void {
    const { text, files } = splitFiles(this.home.find());
    this.home.keep(joinFiles({ text, files: [...files, file] }));
    this.#client.say(this.home.sayAdded());
  }
}

function newFile(file: File, mostMib: number): TrayFile {
  const isTooLarge = file.size > mostMib * 2 ** 20;
  return {
    ...emptyFile(file.name),
    size: file.size,
    shown: /^(image|audio)\//.test(file.type) ? URL.createObjectURL(file) : undefined,
    problem: signal(isTooLarge ? t('compose.fileTooLarge', { size: mostMib }) : ''),
    canRetry: !isTooLarge,
    file,
  };
}

function oldFile({ name, url }: AttachedFile): TrayFile {
  return { ...emptyFile(name), shown: url, url: signal(url) };
}

function emptyFile(name: string): TrayFile {
  return {
    key: newKey(),
    name,
    size: undefined,
    shown: undefined,
    url: signal(undefined),
    part: signal(0),
    pause: 1000,
    problem: signal(''),
    canRetry: false,
    isLost: false,
    file: undefined,
    abort: new AbortController(),
  };
}
