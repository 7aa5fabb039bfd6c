import { effect } from '@preact/signals-core';
import type { Client } from '../client.ts';

/** Kinds of pictures of which some move. */
const moving = /gif|webp|apng/;

const widest = 840;

/** Lets animated pictures in messages move as the user wants: always, while they are pointed at, or never. */
export function holdPictures(client: Client): void {
  effect(() => {
    const { web_animate_image_previews: policy } = client.store.read('personal').state.user_settings;
    document.documentElement.dataset.moving = String(policy);
  });
  for (const picture of document.images) if (picture.complete) hold(picture);
  // Loading does not bubble.
  document.addEventListener('load', ({ target }) => target instanceof HTMLImageElement && hold(target), true);
}

/** Covers a picture with its first frame. The style sheet says when. */
function hold(picture: HTMLImageElement): void {
  const isPreview = picture.matches('.message_inline_image a > img:only-child');
  if (!isPreview || !moving.test(picture.dataset.originalContentType ?? '')) return;
  const { naturalWidth: width, naturalHeight: height } = picture;
  const scale = Math.min(1, widest / width);
  const still = Object.assign(document.createElement('canvas'), {
    className: 'still',
    width: Math.ceil(width * scale),
    height: Math.ceil(height * scale),
  });
  still.getContext('2d')?.drawImage(picture, 0, 0, still.width, still.height);
  picture.after(still);
}
