/** The file of an archive: a ZIP, of whose files the manifest says what they were, and whose comment is the checksum of the whole. */
import * as z from 'zod';

export const archiveFormat = 'order-manager archive';
/** Grows when an older server could not read a new archive, or would misread it. */
export const archiveVersion = 2;
/** The version of an archive with all its photos, which older servers read as well. */
export const wholeArchiveVersion = 1;

export const manifestName = 'manifest.json';
export const restaurantName = 'restaurant.json';
export const rowsOf = (table: string) => `${table}.jsonl`;

/** The comment at the end of the file: the SHA-256 of everything before it, in hex. */
export const checksumLength = 64;

const pictureFolder = 'pictures/';
/** The name of a picture's file; `hash` is the SHA-256 of its bytes. */
export const pictureName = (hash: string, type: keyof typeof extensions) =>
  `${pictureFolder}${hash}.${extensions[type]}`;
export const isPicture = (name: string) => name.startsWith(pictureFolder);

/** The extension of pictures and photos by their type. */
export const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

const count = z.int().nonnegative();

/** The file `manifest.json`, which tells of the others. */
export const Manifest = z.object({
  format: z.literal(archiveFormat),
  version: z.int().positive(),
  product: z.object({ name: z.literal('Order Manager'), version: z.string().max(40) }),
  /** The moment that the whole archive shows. */
  takenAt: z.iso.datetime(),
  restaurant: z.object({ id: z.uuid(), name: z.string() }),
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: count })),
  /** The reason for each table that the archive lacks. */
  leftOut: z.record(z.string(), z.string()),
  /** All files but this one, in their order. */
  files: z.array(z.object({ name: z.string(), bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  /** Pictures and photos that rows name and the bucket has no longer, by the names that their files would have. Archives of before name none. */
  missing: z.array(z.string()).default([]),
});
export type Manifest = z.infer<typeof Manifest>;
