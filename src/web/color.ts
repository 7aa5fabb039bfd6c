import type { Rgb } from './png.ts';

/**
 * Converts OKLCH, where colors of equal lightness look equally light: lightness 0 to 1, chroma 0 to about 0.3, hue in
 * degrees. Values outside sRGB are clipped. The constants are those of CSS Color 4.
 */
export function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toByte(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    toByte(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    toByte(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

/** `steps` colors from one to another, both included, to smooth an edge between them. */
export function ramp(from: Rgb, to: Rgb, steps: number): Rgb[] {
  return Array.from({ length: steps }, (_, step) => {
    const mix = (index: 0 | 1 | 2) => Math.round(from[index] + ((to[index] - from[index]) * step) / (steps - 1));
    return [mix(0), mix(1), mix(2)] as const;
  });
}

function toByte(linear: number): number {
  const value = Math.min(Math.max(linear, 0), 1);
  const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
}
