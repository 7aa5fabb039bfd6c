import { encodePng, type Rgb } from '../web/png.ts';

const size = 480;
const palette: readonly Rgb[] = [
  [250, 248, 242],
  [226, 221, 208],
  [127, 196, 196],
  [23, 89, 95],
];
const [paper, grid, water, surface] = [0, 1, 2, 3];

/** A chart of the water at a gauge during one night, as a PNG. */
export function drawGauge(): Buffer {
  return encodePng(size, palette, (x, y) => {
    const depth = y - surfaceAt(x);
    if (Math.abs(depth) < 3) return surface;
    if (depth > 0) return water;
    return x % 60 === 0 || y % 60 === 0 ? grid : paper;
  });
}

/** The line of the water in pixels from the top: a flood that comes quickly and goes slowly. */
function surfaceAt(x: number): number {
  const since = (x - 120) / 60;
  const flood = since < 0 ? 0 : since * Math.exp(1 - since / 1.4);
  return 380 - 150 * flood - 4 * Math.sin(x / 9);
}
