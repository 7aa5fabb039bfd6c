type Rgb = readonly [red: number, green: number, blue: number];

/** The accent color of an organization that chose none; `tokens.css` has its own form of it for dark themes. */
export const usualAccent = '#17595f';

/** The contrast that text must have, by WCAG 2. */
const contrast = 4.5;

/** What text in the accent color stands on, in light and in dark themes: the grounds of `tokens.css`. */
const grounds = {
  light: ['#f8f6f1', '#fffefb', '#f0ece3', '#e7efec', '#fbf0d6'],
  dark: ['#14191a', '#1c2324', '#1b2224', '#223033', '#3a3220'],
} as const;

/**
 * The values of `--brand` for an accent color such as `#aa3300`: the nearest ones that can be read, darker for light
 * themes and lighter for dark ones. Undefined for the usual color.
 */
export function brandOf(accent: string): string | undefined {
  if (accent === usualAccent || !/^#[0-9a-f]{6}$/.test(accent)) return undefined;
  return `light-dark(${readable(accent, 'light')}, ${readable(accent, 'dark')})`;
}

/** The nearest color that can be read in a theme, on each of its grounds. */
export function readable(accent: string, theme: keyof typeof grounds): string {
  const [from, to]: [Rgb, Rgb] = [parse(accent), theme === 'light' ? [0, 0, 0] : [255, 255, 255]];
  const steps = 100;
  for (let step = 0; step < steps; step++) {
    const color = format(mix(from, to, step / steps));
    if (grounds[theme].every((ground) => contrastOf(color, ground) >= contrast)) return color;
  }
  return format(to);
}

/** The contrast of two colors, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

function parse(color: string): Rgb {
  const byte = (start: number) => Number.parseInt(color.slice(start, start + 2), 16);
  return [byte(1), byte(3), byte(5)];
}

function format(color: Rgb): string {
  return `#${color.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
