import { createHash } from 'node:crypto';
import { escapeHtml } from '../ground/text.ts';
import { oklch, ramp } from './color.ts';
import { encodePng, type Rgb } from './png.ts';

const shades = 16;

/**
 * The default avatar of a user, as a PNG of `size` pixels a side: a mirrored pattern. Pattern and color depend only on
 * the id.
 */
export function drawAvatar(user_id: number, size: number): Buffer {
  const hue = hueOf(user_id);
  const palette = ramp(oklch(0.92, 0.045, hue), oklch(0.54, 0.12, hue), shades);
  const isFilled = avatarPattern(user_id);
  const cell = size / (gridSize + 1);
  return encodePng(size, palette, (x, y) =>
    shade(cellCoverage(isFilled, (x + 0.5) / cell - 0.5, (y + 0.5) / cell - 0.5, cell)),
  );
}

/** Multiples of the golden angle give neighboring ids distant hues. */
function hueOf(user_id: number): number {
  return (user_id * 137.508) % 360;
}

/** Its contrast to the ground of initials is at least 4.5 for every hue. */
export const initialsColor: Rgb = [255, 254, 251];

export function initialsGround(user_id: number): Rgb {
  return oklch(0.5, 0.1, hueOf(user_id));
}

/** The default avatar of a user with their initials, as an SVG, whose reader has letters of every script. */
export function writeInitials(user_id: number, initials: string): string {
  const graphemes = [...new Intl.Segmenter().segment(initials)].map(({ segment }) => segment);
  const size = graphemes.length > 1 ? 40 : 52;
  // Unjoined, letters of cursive scripts look as they do alone.
  const text = escapeHtml(graphemes.join('\u200c'));
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">' +
    `<rect width="100" height="100" fill="${rgb(initialsGround(user_id))}"/>` +
    `<text x="50" y="50" dy=".35em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="${size}" ` +
    `font-weight="600" fill="${rgb(initialsColor)}">${text}</text></svg>`
  );
}

function rgb(color: Rgb): string {
  return `rgb(${color.join()})`;
}

const gridSize = 5;
const ownColumns = 3;

/** Returns whether a cell of the grid is filled. Cells beyond the border are not. */
function avatarPattern(user_id: number): (column: number, row: number) => boolean {
  const bits = patternBits(user_id);
  return (column, row) => {
    if (column < 0 || column >= gridSize || row < 0 || row >= gridSize) return false;
    const own = Math.min(column, gridSize - 1 - column);
    return bits[row * ownColumns + own] === 1;
  };
}

/** Fifteen bits, six to ten of them set, so that the picture is neither nearly empty nor nearly full. */
function patternBits(user_id: number): number[] {
  const bytes = createHash('sha256').update(`avatar ${user_id}`).digest();
  for (let start = 0; start + gridSize * ownColumns < bytes.length; start++) {
    const bits = [...bytes.subarray(start, start + gridSize * ownColumns)].map((byte) => byte & 1);
    const filled = bits.reduce((sum, bit) => sum + bit, 0);
    if (filled >= 6 && filled <= 10) return bits;
  }
  return [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1];
}

/** The filled share of a pixel, 0 to 1, at a position in cells. Adjacent cells join, and free corners are round. */
function cellCoverage(
  isFilled: (column: number, row: number) => boolean,
  x: number,
  y: number,
  pixelsPerCell: number,
): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (!isFilled(column, row)) return 0;
  const [dx, dy] = [x - column - 0.5, y - row - 0.5];
  const isCornerFree = !isFilled(column + Math.sign(dx), row) && !isFilled(column, row + Math.sign(dy));
  const beyond = { x: Math.abs(dx) - 0.5 + cornerRadius, y: Math.abs(dy) - 0.5 + cornerRadius };
  if (!isCornerFree || beyond.x <= 0 || beyond.y <= 0) return 1;
  return coverage(Math.hypot(beyond.x, beyond.y) - cornerRadius, pixelsPerCell);
}

const cornerRadius = 0.42;

/** Positions of the dots, relative to the picture's side. */
const dots = [-0.2, 0, 0.2];

/** The placeholder of a picture that has no thumbnail yet: three dots. */
export function drawLoading(size: number): Buffer {
  const palette = ramp(oklch(0.9, 0.005, 205), oklch(0.6, 0.01, 205), shades);
  return encodePng(size, palette, (column, row) => {
    const x = (column + 0.5) / size - 0.5;
    const y = (row + 0.5) / size - 0.5;
    const distance = Math.min(...dots.map((center) => Math.hypot(x - center, y)));
    return shade(coverage(distance - dotRadius, size));
  });
}

/** The organization's default picture: a speech bubble that is also the letter c, with a person in its opening. */
export function drawIcon(size: number): Buffer {
  const ground = oklch(0.38, 0.055, 205);
  const bubble = ramp(ground, oklch(0.96, 0.015, 95), shades);
  const dot = ramp(ground, oklch(0.78, 0.12, 65), shades);
  return encodePng(size, [...bubble, ...dot], (column, row) => {
    const x = (column + 0.5) / size - ring.x;
    const y = (row + 0.5) / size - ring.y;
    const inDot = shade(coverage(Math.hypot(x - ring.radius, y) - dotRadius, size));
    return inDot > 0 ? shades + inDot : shade(coverage(distanceToBubble(x, y), size));
  });
}

/** Relative to the picture's side. `opening` is half the angle of the gap on the right, in radians. */
const ring = { x: 0.485, y: 0.5, radius: 0.25, width: 0.092, opening: 0.8 };
const tipRadius = 0.03;
const dotRadius = 0.066;

/**
 * The distance from a point to the bubble, negative inside. Coordinates are relative to the ring's center; the tail is
 * at the lower left.
 */
function distanceToBubble(x: number, y: number): number {
  return x < 0 && y > 0 ? distanceToCorner(x, y) : distanceToArc(x, y);
}

function distanceToArc(x: number, y: number): number {
  const isOpen = Math.abs(Math.atan2(y, x)) < ring.opening;
  const end = { x: ring.radius * Math.cos(ring.opening), y: ring.radius * Math.sin(ring.opening) };
  const distance = isOpen ? Math.hypot(x - end.x, Math.abs(y) - end.y) : Math.abs(Math.hypot(x, y) - ring.radius);
  return distance - ring.width / 2;
}

function distanceToCorner(x: number, y: number): number {
  const hole = ring.radius - ring.width / 2 - Math.hypot(x, y);
  const straight = ring.radius + ring.width / 2 - tipRadius;
  const [dx, dy] = [-x - straight, y - straight];
  const edge = Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - tipRadius;
  return Math.max(edge, hole);
}

/** The share of a pixel within an edge at this distance. */
function coverage(distance: number, pixelsPerUnit: number): number {
  return Math.min(Math.max(0.5 - distance * pixelsPerUnit, 0), 1);
}

function shade(share: number): number {
  return Math.round(share * (shades - 1));
}
