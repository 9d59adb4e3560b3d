export const iconSizes = [192, 512] as const;
export type IconSize = (typeof iconSizes)[number];
export const iconPurposes = ['any', 'maskable'] as const;
/** A phone cuts a maskable icon to any shape, so its content is in the middle four fifths. */
export type IconPurpose = (typeof iconPurposes)[number];

/** A covered dish, the icon of a site without a logo: 24 by 24. */
const dish = 'M3 18h18v1.5H3zM4.5 16.5a7.5 7.5 0 0 1 15 0zM12 6.5a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z';

/** The icon of a site: its logo, or a dish, on its colour ('#RRGGBB'). PNG. */
export async function makeIcon(
  logo: Buffer | null,
  colours: { background: string; foreground: string },
  size: IconSize,
  purpose: IconPurpose,
): Promise<Buffer> {
  const share = logo === null ? 0.6 : purpose === 'any' ? 1 : 0.62;
  const inside = Math.round(size * share);
  const drawing =
    logo ??
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${inside}" height="${inside}"><path d="${dish}" fill="${colours.foreground}"/></svg>`,
    );
  // libvips takes 10 MB, until a phone asks for the first icon.
  const { default: sharp } = await import('sharp');
  const picture = await sharp(drawing)
    .resize(inside, inside, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background: colours.background } })
    .composite([{ input: picture, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
