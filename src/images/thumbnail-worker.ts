// The thread that creates thumbnails: decoding takes seconds and much memory, and its input is untrusted.
import { readFileSync, writeFileSync } from 'node:fs';
import { crop, PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node';
import { answerQuestions } from '../ground/thread-answers.ts';
import { canDecode } from './decoding.ts';
import { finish } from './pixels.ts';

/** Paths and properties of a thumbnail to create. */
export interface ThumbnailTask {
  source: string;
  target: string;
  /** As in PictureHeader. */
  orientation: number;
  /** Maximum size of the thumbnail, in pixels. */
  max_width: number;
  max_height: number;
  /** Whether only the square in the middle is shown. */
  is_square?: boolean;
  /** JPEG: transparent areas become white. */
  format: 'jpeg' | 'png';
}

/** A request to the thread. */
export interface ThumbnailQuestion extends ThumbnailTask {
  /** Number of pixels according to the header. */
  pixels: number;
}

const quality = 80;

// An image that cannot be decoded ends the thread: the library's memory may be corrupt.
answerQuestions(createThumbnail);

function createThumbnail({
  source,
  target,
  pixels,
  orientation,
  format,
  is_square,
  ...limits
}: ThumbnailQuestion): void {
  const bytes = readFileSync(source);
  if (!canDecode(bytes, pixels)) throw new Error('the picture needs too much memory');
  const decoded = PhotonImage.new_from_byteslice(bytes);
  const small = shrink(is_square ? middleOf(decoded) : decoded, orientation >= 5, limits);
  const { width, height, rgba } = finish(
    { width: small.get_width(), height: small.get_height(), rgba: small.get_raw_pixels() },
    { orientation, isOpaque: format === 'jpeg' },
  );
  const finished = new PhotonImage(rgba, width, height);
  writeFileSync(target, format === 'jpeg' ? finished.get_bytes_jpeg(quality) : finished.get_bytes(), { flush: true });
  decoded.free();
}

function middleOf(picture: PhotonImage): PhotonImage {
  const [width, height] = [picture.get_width(), picture.get_height()];
  const side = Math.min(width, height);
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
  return crop(picture, left, top, left + side, top + side);
}

type Limits = Pick<ThumbnailTask, 'max_width' | 'max_height'>;

function shrink(picture: PhotonImage, isOnSide: boolean, { max_width, max_height }: Limits): PhotonImage {
  const [width, height] = [picture.get_width(), picture.get_height()];
  const [mostWidth, mostHeight] = isOnSide ? [max_height, max_width] : [max_width, max_height];
  const scale = Math.min(mostWidth / width, mostHeight / height, 1);
  const [newWidth, newHeight] = [width, height].map((side) => Math.max(Math.round(side * scale), 1)) as [
    number,
    number,
  ];
  return resize(picture, newWidth, newHeight, SamplingFilter.Triangle);
}
