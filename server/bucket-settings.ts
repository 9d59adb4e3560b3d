import { z } from 'zod';

/** A bucket of an S3-compatible store: that of the backups, or that of the pictures. */
export interface Bucket {
  /** Its address, with the folder in it if there is one, and without a trailing slash: 'https://s3.example.com/bucket/folder'. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

const address = z
  .string()
  .refine(
    (text) => URL.canParse(text) && isBucket(new URL(text)),
    'must be an http or https address with the bucket in its path',
  )
  .optional();

export const bucketVariables = {
  BACKUP_BUCKET: address,
  BACKUP_BUCKET_REGION: z.string().default('us-east-1'),
  BACKUP_BUCKET_KEY_ID: z.string().optional(),
  BACKUP_BUCKET_SECRET: z.string().optional(),
  PICTURE_BUCKET: address,
  PICTURE_BUCKET_REGION: z.string().default('us-east-1'),
  PICTURE_BUCKET_KEY_ID: z.string().optional(),
  PICTURE_BUCKET_SECRET: z.string().optional(),
};

type Given = z.output<z.ZodObject<typeof bucketVariables>>;
const names = ['BACKUP_BUCKET', 'PICTURE_BUCKET'] as const;

/** Undefined where it is not set. */
export function readBucket(given: Given, name: (typeof names)[number]): Bucket | undefined {
  const url = given[name];
  if (url === undefined) return undefined;
  return {
    url: withoutSlashes(url),
    region: given[`${name}_REGION`],
    keyId: given[`${name}_KEY_ID`]!,
    secret: given[`${name}_SECRET`]!,
  };
}

export function bucketProblems(given: Given & { BACKUP_RECIPIENT?: string | undefined }): string[] {
  const set = names.filter((name) => given[name] !== undefined);
  const problems = set
    .filter((name) => given[`${name}_KEY_ID`] === undefined || given[`${name}_SECRET`] === undefined)
    .map((name) => `${name}_KEY_ID and ${name}_SECRET are needed with ${name}`);
  // The files leave the house, with the data of guests in them.
  if (given.BACKUP_BUCKET !== undefined && given.BACKUP_RECIPIENT === undefined)
    problems.push('BACKUP_RECIPIENT is needed with BACKUP_BUCKET: what leaves this machine is sealed');
  if (set.length === 2 && withoutSlashes(given.BACKUP_BUCKET!) === withoutSlashes(given.PICTURE_BUCKET!))
    problems.push('PICTURE_BUCKET must be another bucket than BACKUP_BUCKET, or another folder of it');
  return problems;
}

/** Buckets that would be written to in the clear. */
export function unsafeBuckets(given: Given): string[] {
  return names
    .filter((name) => given[name]?.startsWith('http:') === true)
    .map((name) => `${name} must be https in production mode`);
}

const withoutSlashes = (url: string) => url.replace(/\/+$/, '');

/** Credentials in the address would be in every sentence that names it. */
function isBucket({ protocol, pathname, username, password, search, hash }: URL): boolean {
  const isPath = /^\/[^/]/.test(pathname) && isDecodable(pathname);
  return /^https?:$/.test(protocol) && isPath && username + password + search + hash === '';
}

/** Files are listed by their names, not by their addresses: a `%` that encodes nothing has no name. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
