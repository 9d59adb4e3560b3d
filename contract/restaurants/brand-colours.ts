/**
 * Colours derived from a restaurant's accent, legible whatever it is (WCAG 2.2 AA). Lightness and chroma are those of
 * OKLCH. The server puts the result into the guest's page; the branding page shows it while choosing.
 */

export interface AccentTokens {
  /** Fill of primary buttons. */
  accent: string;
  /** Text on `accent`: 4.5:1. */
  onAccent: string;
  accentHover: string;
  /** Background of chosen elements. */
  accentSoft: string;
  /** Links and chosen words: 4.5:1 on the page, on sunken areas and on `accentSoft`. */
  accentText: string;
  /** Focus rings, ticks, progress: 3:1 on the same three. */
  accentUi: string;
  /** Border of a button whose fill hardly differs from the page; otherwise the same as `accent`. */
  accentEdge: string;
}

interface Oklch {
  l: number;
  c: number;
  h: number;
}

const white = '#ffffff';
const ink = '#1a1816';

/** How the device is set. */
export type ColourScheme = 'light' | 'dark';

/** The guest's page in each: its ground, that of sunken areas, and how light and colourful a chosen element's is. */
const grounds = {
  light: { page: '#ffffff', sunken: '#f6f5f3', soft: { l: 0.965, c: 0.03 } },
  dark: { page: '#171513', sunken: '#25221f', soft: { l: 0.29, c: 0.045 } },
} as const;

export const defaultAccent = '#c2410c';

/** Derives the tokens from '#rrggbb', in either case; any other text counts as the default accent. The fill is the same in both schemes. */
export function accentTokens(colour: string, scheme: ColourScheme = 'light'): AccentTokens {
  const given = /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : defaultAccent;
  const own = oklch(given);
  const isLight = own.l >= 0.72 && contrast(given, ink) >= 4.5;
  const accent = isLight ? given : moveUntil(own, -step, (fill) => contrast(fill, white) >= 4.5);
  const onAccent = contrast(accent, white) >= 4.5 ? white : ink;
  const { page, sunken, soft } = grounds[scheme];
  const accentSoft = hex({ l: soft.l, c: Math.min(own.c, soft.c), h: own.h });
  const legible = (least: number) =>
    moveUntil(own, scheme === 'light' ? -step : step, (text) =>
      [page, sunken, accentSoft].every((ground) => contrast(text, ground) >= least),
    );
  const accentUi = legible(3);
  return {
    accent,
    onAccent,
    accentHover: hex(moved(oklch(accent), onAccent === white ? -0.06 : 0.04)),
    accentSoft,
    accentText: legible(4.5),
    accentUi,
    accentEdge: contrast(accent, page) < 3 ? accentUi : accent,
  };
}

/** The WCAG contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** The step of lightness. */
const step = 0.005;

/** The colour itself if it is legible, otherwise the first legible one of the same hue that is darker or, with a positive step, lighter. */
function moveUntil(colour: Oklch, by: number, isLegible: (colour: string) => boolean): string {
  for (let l = colour.l; l > 0 && l < 1; l += by) {
    const candidate = hex({ ...colour, l });
    if (isLegible(candidate)) return candidate;
  }
  return by < 0 ? '#000000' : white;
}

function moved(colour: Oklch, by: number): Oklch {
  return { ...colour, l: Math.min(1, Math.max(0, colour.l + by)) };
}

function channels(colour: string): [number, number, number] {
  return [1, 3, 5].map((start) => linear(Number.parseInt(colour.slice(start, start + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
}

function luminance(colour: string): number {
  const [r, g, b] = channels(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The sRGB transfer function (IEC 61966-2-1) and back. */
const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encoded = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** sRGB to OKLCH and back: Björn Ottosson, "A perceptual color space for image processing" (2020). */
function oklch(colour: string): Oklch {
  const [r, g, b] = channels(colour);
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
}

/** '#rrggbb'; a colour outside sRGB loses chroma, not lightness or hue. */
function hex(colour: Oklch): string {
  let { c } = colour;
  let rgb = linearRgb({ ...colour, c });
  while (c > 0.001 && rgb.some((value) => value < -0.0001 || value > 1.0001)) {
    c -= 0.002;
    rgb = linearRgb({ ...colour, c: Math.max(c, 0) });
  }
  const bytes = rgb.map((value) => Math.round(255 * Math.min(1, Math.max(0, encoded(Math.max(0, value))))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function linearRgb({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}
