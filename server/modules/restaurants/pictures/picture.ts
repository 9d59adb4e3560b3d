import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { limits } from '#contract/base/limits.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type PictureWidth, pictureWidths } from './address.ts';
import { limitConcurrency } from './limit-concurrency.ts';

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
}

/** Pixels of the longer side of a stored picture. */
const storedSideMax = 2000;
const secondsPerDecode = 5;
const squareUpTo = 176;

// One image at a time in memory is enough, and the decoders' cache would only grow.
sharp.cache(false);
sharp.concurrency(1);
const decoding = limitConcurrency(2);

/**
 * Makes a picture of an upload, off the main thread, two at a time. The type is read from the first bytes before any
 * decoder sees them; names and claimed types count for nothing (R62, R64; decision 38).
 * @throws image.type_not_supported, image.too_large, image.unreadable.
 */
export async function makePicture(upload: Buffer): Promise<Picture> {
  const contentType = contentTypeOf(upload);
  if (contentType === null) throw new Refusal('image.type_not_supported');
  return decoding(() => encodeAgain(upload, contentType));
}

/** The picture of a file that a form may leave out; null without one. @throws as `makePicture`. */
export async function makeOptionalPicture(file: { bytes: Buffer } | undefined): Promise<Picture | null> {
  return file === undefined ? null : makePicture(file.bytes);
}

/** The type by the magic bytes; null for anything but JPEG and PNG. */
function contentTypeOf(bytes: Buffer): Picture['contentType'] | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  return null;
}

async function encodeAgain(upload: Buffer, contentType: Picture['contentType']): Promise<Picture> {
  try {
    await requireSize(upload);
    const image = sharp(upload, { limitInputPixels: limits.imagePixels, failOn: 'error' });
    return await encodePicture(image.timeout({ seconds: secondsPerDecode }).autoOrient(), contentType);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('image.unreadable');
  }
}

/** Reads the header only. */
async function requireSize(upload: Buffer): Promise<void> {
  const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
  const isTooLarge = Math.max(width, height) > limits.imageSide || width * height > limits.imagePixels;
  if (isTooLarge) throw new Refusal('image.too_large');
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
