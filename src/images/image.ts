import type { UploadedFile } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';
import { readHeader } from './header.ts';

/** An uploaded image. */
export interface Image {
  content_type: string;
  bytes: Buffer;
}

const oneFileExpected = errorKind('You must upload exactly one file.');
const imageInvalid = errorKind('Could not decode image; did you upload an image file?');
const imageTooLarge = errorKind<{ limit: number }>('Uploaded file is larger than the allowed limit of {limit} MiB');
/** In pixels, of each side. */
const longestSide = 8000;
const sideTooLong = errorKind(`The image is larger than ${longestSide} by ${longestSide} pixels.`);
export const imageErrors = [oneFileExpected, imageInvalid, imageTooLarge, sideTooLong];

/** In MiB; for avatars, emoji, icons and logos. */
export const maxImageMib = 5;

/** Cuts the square out of the middle of a picture. */
export interface SquaresPictures {
  thumbnailer: { square(image: Image): Promise<Image | undefined> };
}

/** The only picture of a form, cut to a square unless it is one. Throws one of imageErrors. */
export async function readSquare({ thumbnailer }: SquaresPictures, files: readonly UploadedFile[]): Promise<Image> {
  const image = readImage(files);
  const { width, height } = readHeader(image.content_type, image.bytes) ?? { width: 0, height: 0 };
  if (width === height) return image;
  const square = await thumbnailer.square(image);
  if (!square) throw imageInvalid();
  return square;
}

/**
 * The only picture of a form. Unless it is very large, it is served unchanged, so browsers must show its format as a
 * picture and nothing else. Throws one of imageErrors.
 */
export function readImage(files: readonly UploadedFile[]): Image {
  const [file] = files;
  if (!file || files.length > 1) throw oneFileExpected();
  if (file.bytes.length > maxImageMib * 1024 * 1024) throw imageTooLarge({ limit: maxImageMib });
  const content_type = contentType(file.bytes);
  if (content_type === undefined) throw imageInvalid();
  const { width, height } = readHeader(content_type, file.bytes) ?? { width: 0, height: 0 };
  if (Math.max(width, height) > longestSide) throw sideTooLong();
  return { content_type, bytes: file.bytes };
}

/** In pixels. No client displays an avatar, emoji, icon or logo larger than this. */
const most = { max_width: 800, max_height: 512 };

/** Parameters for drawing an image again, in its format or as PNG. */
export interface Fitting {
  max_width: number;
  max_height: number;
  is_square?: boolean;
  orientation: number;
  format: 'jpeg' | 'png';
  pixels: number;
}

/** Parameters for shrinking an image, to a square if wanted; undefined if that is not needed, or it is animated. */
export function fitting(image: Image, isSquare: boolean): Fitting | undefined {
  const { content_type, bytes } = image;
  const header = readHeader(content_type, bytes);
  if (!header || header.is_animated) return undefined;
  const { width, height, orientation } = header;
  if (isSquare && width !== height) return squaring(image);
  if (width <= most.max_width && height <= most.max_height) return undefined;
  return { ...most, orientation, format: formatOf(content_type), pixels: width * height };
}

/** Parameters for cutting the square out of an image; undefined if its size is unknown. An animation becomes still. */
export function squaring({ content_type, bytes }: Image): Fitting | undefined {
  const header = readHeader(content_type, bytes);
  if (!header) return undefined;
  const { width, height, orientation } = header;
  const format = formatOf(content_type);
  return {
    max_width: most.max_height,
    max_height: most.max_height,
    is_square: true,
    orientation,
    format,
    pixels: width * height,
  };
}

function formatOf(content_type: string): 'jpeg' | 'png' {
  return content_type === 'image/jpeg' ? 'jpeg' : 'png';
}

const signatures: readonly [type: string, start: string][] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
];

function contentType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return signatures.find(([, signature]) => start.startsWith(signature))?.[0];
}
