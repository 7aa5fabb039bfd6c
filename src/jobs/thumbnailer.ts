import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { type Fitting, fitting, type Image, squaring } from '../images/image.ts';
import { isInvalidPicture, ThumbnailThread } from '../images/thumbnail-thread.ts';
import { doSettleThumbnail, type Outcome } from '../messages/thumbnail.ts';
import { findImage, isAvatar, listUnfitted, storeFitted } from '../realm/stored-image.ts';
import { findPicture, listWaiting, type Picture, thumbnailFormat } from '../uploads/picture.ts';
import { contentFile, thumbnailFile, transitFolder } from '../uploads/store.ts';

/** Creates missing thumbnails, and shrinks avatars and similar pictures to their display size. */
export class Thumbnailer {
  #app: Context | undefined;
  #thread = new ThumbnailThread();
  /** For pictures that a request waits for. */
  #promptThread = new ThumbnailThread();
  #work: Promise<void> | undefined;
  /** Whether something may wait that is not listed yet. */
  #hasNews = false;
  #turns = 0;
  #drawn = 0;

  /** Starts with pictures left over from an earlier run. Does not keep the process alive. */
  start(app: Context): void {
    this.#app = app;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#app = undefined;
    await this.#promptThread.end();
    await this.#thread.end();
    await this.#work;
  }

  /** Looks for work after an upload. */
  wake(): void {
    this.#hasNews = true;
    this.#work ??= this.#makeAll().finally(() => {
      this.#work = undefined;
      if (this.#app && this.#hasNews) this.wake();
    });
  }

  /** Resolves when nothing is left to do. */
  async finished(): Promise<void> {
    while (this.#work) await this.#work;
  }

  /** The square in the middle of an image, no larger than it is displayed; undefined if it cannot be decoded. */
  async square(image: Image): Promise<Image | undefined> {
    const how = squaring(image);
    return this.#app && how && this.#draw(this.#app, this.#promptThread, image, how);
  }

  async #makeAll(): Promise<void> {
    const tried = new Set<string | number>();
    const isNew = (one: string | number) => !tried.has(one);
    while (this.#app) {
      this.#hasNews = false;
      const waiting = listWaiting(this.#app.db).filter(isNew);
      const unfitted = listUnfitted(this.#app.db).filter(isNew);
      if (waiting.length + unfitted.length === 0) break;
      await this.#makeListed(waiting, unfitted, tried);
    }
    await this.#thread.end();
  }

  /**
   * Makes pictures, the newest first, until there are newer ones. Every second one is the oldest: it is not behind all
   * others, however many come. An avatar, emoji, icon or logo takes a turn with each picture.
   */
  async #makeListed(waiting: string[], unfitted: number[], tried: Set<string | number>): Promise<void> {
    while (this.#app && !this.#hasNews && waiting.length + unfitted.length > 0) {
      const image_id = unfitted.shift();
      if (image_id !== undefined) await this.#attempt((app) => this.#fit(app, image_id));
      const sha256 = this.#turns++ % 2 === 0 ? waiting.shift() : waiting.pop();
      if (sha256 !== undefined) await this.#attempt((app) => this.#make(app, sha256));
      for (const one of [image_id, sha256]) if (one !== undefined) tried.add(one);
    }
  }

  /** A picture that cannot be stored keeps no others waiting. */
  async #attempt(make: (app: Context) => Promise<void>): Promise<void> {
    try {
      if (this.#app) await make(this.#app);
    } catch (error) {
      this.#app?.log.error('a thumbnail could not be stored', { error });
    }
  }

  async #make(app: Context, sha256: string): Promise<void> {
    const picture = findPicture(app.db, sha256);
    if (picture?.thumbnail !== 'waiting') return;
    const { width, height, orientation } = picture;
    const { max_width, max_height } = thumbnailFormat;
    const fresh = join(transitFolder(app), `${sha256}.thumbnail`);
    mkdirSync(dirname(fresh), { recursive: true, mode: 0o700 });
    let outcome: Outcome = 'ready';
    try {
      const source = contentFile(app, sha256);
      const task = { source, target: fresh, orientation, max_width, max_height, format: 'jpeg' } as const;
      await this.#thread.make(task, width * height);
    } catch (error) {
      outcome = isInvalidPicture(error) ? 'invalid' : 'none';
      this.#app?.log.warn('no thumbnail could be created', { sha256, error });
    }
    this.#keep(picture, fresh, outcome);
  }

  // Meanwhile the server may have stopped, or the picture may be deleted.
  #keep(picture: Picture, fresh: string, outcome: Outcome): void {
    const app = this.#app;
    if (!app || !findPicture(app.db, picture.sha256)) {
      rmSync(fresh, { force: true });
      return;
    }
    if (outcome === 'ready') renameSync(fresh, thumbnailFile(app, picture.sha256));
    app.db.transaction(() => doSettleThumbnail(app, picture, outcome));
  }

  /** Shrinks an avatar, emoji, icon or logo that is larger than its display size. */
  async #fit(app: Context, image_id: number): Promise<void> {
    const image = findImage(app.db, image_id);
    const how = image && fitting(image, isAvatar(app.db, image_id));
    const smaller = how && (await this.#draw(app, this.#thread, image, how));
    if (this.#app) app.db.transaction(() => storeFitted(app.db, image_id, smaller));
  }

  async #draw(app: Context, thread: ThumbnailThread, { bytes }: Image, how: Fitting): Promise<Image | undefined> {
    const { pixels, ...rest } = how;
    const source = join(transitFolder(app), `image-${++this.#drawn}`);
    const target = `${source}.fitted`;
    mkdirSync(dirname(source), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(source, bytes);
      await thread.make({ source, target, ...rest }, pixels);
      return { content_type: `image/${how.format}`, bytes: readFileSync(target) };
    } catch (error) {
      this.#app?.log.warn('a picture could not be scaled down', { error });
      return undefined;
    } finally {
      for (const file of [source, target]) rmSync(file, { force: true });
    }
  }
}
