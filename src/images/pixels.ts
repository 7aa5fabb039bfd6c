/** An image as red, green, blue and alpha of each pixel, row by row. */
interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** Rotates an image upright by its Exif orientation; `isOpaque` puts it on a white background. */
export function finish(
  { width, height, rgba }: Pixels,
  { orientation, isOpaque }: { orientation: number; isOpaque: boolean },
): Pixels {
  const copy = isOpaque ? copyOpaque : copyPixel;
  const isOnSide = orientation >= 5;
  const [newWidth, newHeight] = isOnSide ? [height, width] : [width, height];
  const result = new Uint8Array(rgba.length);
  for (let y = 0; y < newHeight; y++) {
    for (let x = 0; x < newWidth; x++) {
      const [fromX, fromY] = sourceOf(orientation, x, y, width - 1, height - 1);
      copy(rgba, (fromY * width + fromX) * 4, result, (y * newWidth + x) * 4);
    }
  }
  return { width: newWidth, height: newHeight, rgba: result };
}

/**
 * Position in the stored image of a pixel of the upright one; `right` and `bottom` are the last column and row of the
 * stored image.
 */
function sourceOf(orientation: number, x: number, y: number, right: number, bottom: number): [number, number] {
  switch (orientation) {
    case 2:
      return [right - x, y];
    case 3:
      return [right - x, bottom - y];
    case 4:
      return [x, bottom - y];
    case 5:
      return [y, x];
    case 6:
      return [y, bottom - x];
    case 7:
      return [right - y, bottom - x];
    case 8:
      return [right - y, x];
    default:
      return [x, y];
  }
}

function copyPixel(from: Uint8Array, source: number, to: Uint8Array, target: number): void {
  to.set(from.subarray(source, source + 4), target);
}

const white = 255;

function copyOpaque(from: Uint8Array, source: number, to: Uint8Array, target: number): void {
  const opacity = (from[source + 3] as number) / 255;
  for (let color = 0; color < 3; color++) {
    to[target + color] = Math.round((from[source + color] as number) * opacity + white * (1 - opacity));
  }
  to[target + 3] = 255;
}
