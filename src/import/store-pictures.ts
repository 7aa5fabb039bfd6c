import { readFileSync, statSync } from 'node:fs';
import { ApiError } from '../http/errors.ts';
import { maxImageMib } from '../images/image.ts';
import { storeImage } from '../realm/stored-image.ts';
import type { Job } from './job.ts';

/** Stores the first usable image of a list and returns its id; undefined if there is none. */
export function storePicture({ app, folder, tally }: Job, noun: string, paths: readonly string[]): number | undefined {
  const present = paths.filter((path) => folder.has(path));
  for (const path of present) {
    const file = folder.find(path);
    // A dry run does not unpack images.
    if (file === undefined) {
      tally.add(noun);
      return undefined;
    }
    const image_id = tryStore(app, file);
    if (image_id === undefined) continue;
    tally.add(noun);
    return image_id;
  }
  const reason =
    present.length === 0 ? 'the archive lacks the file' : 'it is not a picture that browsers can show, or too large';
  tally.leave(noun, reason, paths[0] ?? 'a picture without a file');
  return undefined;
}

function tryStore(app: Job['app'], file: string): number | undefined {
  if (statSync(file).size > maxImageMib * 1024 * 1024) return undefined;
  try {
    return storeImage(app, [{ name: '', bytes: readFileSync(file) }]);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
