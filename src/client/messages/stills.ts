import { effect } from '@preact/signals-core';
import type { Client } from '../client.ts';

/** Types of pictures that can be animated. */
const moving = /gif|webp|apng/;

const widest = 840;

/** Plays animated pictures in messages according to the user's setting: always, while pointed at, or never. */
export function holdPictures(client: Client): void {
  effect(() => {
    const { web_animate_image_previews: policy } = client.store.read('personal').state.user_settings;
    document.documentElement.dataset.moving = String(policy);
  });
  for (const picture of document.images) if (picture.complete) hold(picture);
  // Load events do not bubble.
  document.addEventListener('load', ({ target }) => target instanceof HTMLImageElement && hold(target), true);
}

/** Covers a picture with its first frame. The style sheet decides when it is shown. */
function hold(picture: HTMLImageElement): void {
  const isPreview = picture.matches('.message_inline_image a > img:only-child:not(.image-loading-placeholder)');
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
