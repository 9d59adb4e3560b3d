import { z } from 'zod';

/** A bucket of an S3-compatible store that backups are kept in. */
export interface Bucket {
  /** Its address, with the folder in it if there is one, and without a trailing slash: 'https://s3.example.com/bucket/folder'. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

export const bucketVariables = {
  BACKUP_BUCKET: z
    .string()
    .refine(
      (text) => URL.canParse(text) && isBucket(new URL(text)),
      'must be an http or https address with the bucket in its path',
    )
    .optional(),
  BACKUP_BUCKET_REGION: z.string().default('us-east-1'),
  BACKUP_BUCKET_KEY_ID: z.string().optional(),
  BACKUP_BUCKET_SECRET: z.string().optional(),
};

type Given = z.output<z.ZodObject<typeof bucketVariables>>;

/** Undefined keeps backups in folders alone. */
export function readBucket(given: Given): Bucket | undefined {
  if (given.BACKUP_BUCKET === undefined) return undefined;
  return {
    url: given.BACKUP_BUCKET.replace(/\/+$/, ''),
    region: given.BACKUP_BUCKET_REGION,
    keyId: given.BACKUP_BUCKET_KEY_ID!,
    secret: given.BACKUP_BUCKET_SECRET!,
  };
}

export function bucketProblems(given: Given & { BACKUP_RECIPIENT?: string | undefined }): string[] {
  if (given.BACKUP_BUCKET === undefined) return [];
  const problems: string[] = [];
  if (given.BACKUP_BUCKET_KEY_ID === undefined || given.BACKUP_BUCKET_SECRET === undefined)
    problems.push('BACKUP_BUCKET_KEY_ID and BACKUP_BUCKET_SECRET are needed with BACKUP_BUCKET');
  // The files leave the house, with the data of guests in them.
  if (given.BACKUP_RECIPIENT === undefined)
    problems.push('BACKUP_RECIPIENT is needed with BACKUP_BUCKET: what leaves this machine is sealed');
  return problems;
}

/** Credentials in the address would be in every sentence that names it. */
function isBucket({ protocol, pathname, username, password, search, hash }: URL): boolean {
  return /^https?:$/.test(protocol) && /^\/[^/]/.test(pathname) && username + password + search + hash === '';
}
