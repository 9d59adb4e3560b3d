import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { limits } from '#contract/base/limits.ts';
import { type PictureWidth, pictureWidths } from './address.ts';

/** A stored image: decoded and encoded again, so that none of the sender's bytes are left (R63). */
export interface Picture {
  /** SHA-256 of `bytes`, hex. */
  hash: string;
  contentType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  bytes: Buffer;
  /** WebP, for the screens. */
  sizes: { width: PictureWidth; bytes: Buffer }[];
  /** The file of the bucket that has the bytes; without it they are stored in the row. */
  file?: string | undefined;
  /** The file that an equal picture had, and that the bucket has lost. */
  lostFile?: string | undefined;
}

/** Pixels of the longer side of a stored picture. */
const storedSideMax = 2000;
const secondsPerDecode = 5;
const squareUpTo = 176;

// One image at a time in memory is enough, and the decoders' cache would only grow.
sharp.cache(false);
sharp.concurrency(1);

/** Makes a picture of an upload, or says which error it has. */
export async function encodeUpload(
  upload: Uint8Array,
  contentType: Picture['contentType'],
): Promise<Picture | 'image.too_large' | 'image.unreadable'> {
  try {
    if (await isTooLarge(upload)) return 'image.too_large';
    const image = sharp(upload, { limitInputPixels: limits.imagePixels, failOn: 'error' });
    return await encodePicture(image.timeout({ seconds: secondsPerDecode }).autoOrient(), contentType);
  } catch {
    return 'image.unreadable';
  }
}

/** Reads the header only. */
async function isTooLarge(upload: Uint8Array): Promise<boolean> {
  const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
  return Math.max(width, height) > limits.imageSide || width * height > limits.imagePixels;
}

/** Makes a picture of an image of our own, which needs no check. It is decoded once and encoded in every size. */
export async function encodePicture(image: Sharp, contentType: Picture['contentType']): Promise<Picture> {
  const { data, info } = await image
    .resize({ width: storedSideMax, height: storedSideMax, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const decoded = () => sharp(data, { raw: { width, height, channels } });
  const [bytes, ...sizes] = await Promise.all([
    (contentType === 'image/jpeg' ? decoded().jpeg({ quality: 86 }) : decoded().png()).toBuffer(),
    ...pictureWidths.map(async (size) => ({ width: size, bytes: await resizeTo(decoded(), size) })),
  ]);
  return { hash: createHash('sha256').update(bytes).digest('hex'), contentType, width, height, bytes, sizes };
}

function resizeTo(image: Sharp, width: PictureWidth): Promise<Buffer> {
  const box =
    width <= squareUpTo ? { width, height: width, fit: 'cover' as const } : { width, withoutEnlargement: true };
  return image.resize(box).webp({ quality: 80, effort: 2 }).toBuffer();
}
