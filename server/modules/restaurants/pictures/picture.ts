import type { RestaurantId } from '#contract/base/ids.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { WorkerEnded, WorkerProcesses } from '#server/worker-processes.ts';
import { WorkQueue } from '#server/work-queue.ts';
import type { Picture } from './encode-picture.ts';
import { type FileDeps, isLost, sendFile, sendPicture, type StoredBytes, withFile } from './picture-files.ts';
import type { PictureJob, PictureOutput } from './picture-worker.ts';

const queue = new WorkQueue({ running: 2, waiting: 8, waitingPerKey: 2 });
const workers = new WorkerProcesses<PictureJob, PictureOutput>(new URL('picture-worker.ts', import.meta.url));

/** @throws QueueFull when a picture of this restaurant would be refused now. */
export function requirePictureTurn(restaurantId: RestaurantId): void {
  queue.requireRoom(restaurantId);
}

/**
 * Makes a picture of an upload, in a worker, two at a time. The type is read from the first bytes before any decoder
 * sees them; names and claimed types count for nothing (R62, R64; decision 38).
 * @throws image.type_not_supported, image.too_large, image.unreadable, image.too_much_work; QueueFull.
 */
export async function makePicture(restaurantId: RestaurantId, upload: Buffer): Promise<Picture> {
  const contentType = contentTypeOf(upload);
  if (contentType === null) throw new Refusal('image.type_not_supported');
  const output = await queue.run(restaurantId, () => workers.run({ upload, contentType })).catch(refuseEnded);
  if (typeof output === 'string') throw new Refusal(output);
  const { bytes, sizes, ...facts } = output;
  return {
    ...facts,
    bytes: asBuffer(bytes),
    sizes: sizes.map((size) => ({ width: size.width, bytes: asBuffer(size.bytes) })),
  };
}

function refuseEnded(error: unknown): never {
  throw error instanceof WorkerEnded ? new Refusal('image.too_much_work', { seconds: 5 }) : error;
}

/** A buffer becomes a plain array of bytes on its way between processes. */
function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, length);
}

/**
 * The picture of a file that a form may leave out, with its bytes in the bucket where there is one; null without a file.
 * @throws as `makePicture` and `sendPicture`.
 */
export async function makeOptionalPicture(
  deps: FileDeps,
  restaurantId: RestaurantId,
  file: { bytes: Buffer } | undefined,
): Promise<Picture | null> {
  return file === undefined ? null : sendPicture(deps, restaurantId, await makePicture(restaurantId, file.bytes));
}

/**
 * Does the work that writes the row of an uploaded picture, with the picture in the bucket where there is one. Encoding it takes as long as a
 * hundred transactions, so the work begins its own.
 * @throws as `makeOptionalPicture`, and the work
 */
export async function withSentPicture<T>(
  deps: FileDeps,
  restaurantId: RestaurantId,
  upload: { bytes: Buffer } | undefined,
  work: (picture: Picture | null) => Promise<T>,
): Promise<T> {
  const picture = await makeOptionalPicture(deps, restaurantId, upload);
  return withFile(deps, restaurantId, picture?.file, () => work(picture));
}

/** A picture in its stored size alone, which belongs to an order. */
export type Photo = Pick<Picture, 'hash' | 'contentType' | 'bytes' | 'file'>;

/** The photo of a file that a form may leave out, not yet sent anywhere; null without a file. @throws as `makePicture` */
export async function makeOptionalPhoto(
  restaurantId: RestaurantId,
  upload: { bytes: Buffer } | undefined,
): Promise<Photo | null> {
  if (upload === undefined) return null;
  const { hash, contentType, bytes } = await makePicture(restaurantId, upload.bytes);
  return { hash, contentType, bytes };
}

/**
 * Does the work that writes the row of a photo, with the photo in the bucket where there is one. Refuse before whatever can be: the photo of work
 * that is refused was sent in vain, and is removed.
 * @throws as `sendFile`, and the work
 */
export async function withSentPhoto<T>(
  deps: FileDeps,
  restaurantId: RestaurantId,
  photo: Photo | null,
  work: (photo: Photo | null) => Promise<T>,
): Promise<T> {
  if (photo === null) return work(null);
  const file = await sendFile(deps, restaurantId, new Map([['original', photo.bytes]]));
  return withFile(deps, restaurantId, file, () => work({ ...photo, file }));
}

/**
 * Does the work that writes the row of a photo anew, where the bucket has lost the file that it names and the same photo was sent again; else
 * nothing. The work looks whether the row still names that file, and settles the new one.
 * @throws as `sendFile`, and the work
 */
export async function withPhotoAgain(
  deps: FileDeps,
  restaurantId: RestaurantId,
  stored: StoredBytes,
  photo: Photo,
  work: (photo: Photo) => Promise<void>,
): Promise<void> {
  const { hash, bytes } = photo;
  if (stored.file?.startsWith(`${hash}.`) !== true) return;
  if (await isLost(deps.config, restaurantId, stored, new Map([['original', bytes]])))
    await withSentPhoto(deps, restaurantId, photo, (sent) => work(sent!));
}

/** The type by the magic bytes; null for anything but JPEG and PNG. */
function contentTypeOf(bytes: Buffer): Picture['contentType'] | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  return null;
}
