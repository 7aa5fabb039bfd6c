import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from '../app.ts';
import { ThumbnailThread } from '../images/thumbnail-thread.ts';
import { doSettleThumbnail } from '../messages/thumbnail.ts';
import { findPicture, findWaiting, type Picture, thumbnailFormat } from '../uploads/picture.ts';
import { contentFile, thumbnailFile, transitFolder } from '../uploads/store.ts';

/** Makes thumbnails of the pictures that wait for one. */
export class Thumbnailer {
  #app: App | undefined;
  #thread = new ThumbnailThread();
  #work: Promise<void> | undefined;

  /** Begins, with what waited while no server ran. Keeps no process alive. */
  start(app: App): void {
    this.#app = app;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#app = undefined;
    await this.#thread.end();
    await this.#work;
  }

  /** Looks again: a picture was uploaded. */
  wake(): void {
    this.#work ??= this.#makeAll().finally(() => {
      this.#work = undefined;
    });
  }

  /** Resolves when nothing waits any more. */
  async finished(): Promise<void> {
    await this.#work;
  }

  async #makeAll(): Promise<void> {
    try {
      for (let picture = this.#next(); picture; picture = this.#next()) await this.#make(picture);
    } catch (error) {
      this.#app?.log.error('a thumbnail cannot be kept', { error });
    }
    await this.#thread.end();
  }

  #next(): Picture | undefined {
    return this.#app && findWaiting(this.#app.db);
  }

  async #make(picture: Picture): Promise<void> {
    const app = this.#app as App;
    const { sha256, width, height, orientation } = picture;
    const { max_width, max_height } = thumbnailFormat;
    const fresh = join(transitFolder(app), `${sha256}.thumbnail`);
    mkdirSync(dirname(fresh), { recursive: true, mode: 0o700 });
    let isMade = true;
    try {
      const source = contentFile(app, sha256);
      await this.#thread.make({ source, target: fresh, orientation, max_width, max_height }, width * height);
    } catch (error) {
      isMade = false;
      this.#app?.log.warn('no thumbnail could be made', { sha256, error });
    }
    this.#keep(picture, fresh, isMade);
  }

  // Meanwhile the server may have stopped, or the picture may have been deleted.
  #keep(picture: Picture, fresh: string, isMade: boolean): void {
    const app = this.#app;
    if (!app || !findPicture(app.db, picture.sha256)) {
      rmSync(fresh, { force: true });
      return;
    }
    if (isMade) renameSync(fresh, thumbnailFile(app, picture.sha256));
    app.db.transaction(() => doSettleThumbnail(app, picture, isMade ? 'ready' : 'none'));
  }
}
