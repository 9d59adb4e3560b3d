import { boolean, bytea, type Tables, timestamptz, uuid } from './columns.ts';

export const installation = {
  installation: {
    is_only: boolean().defaulted(),
    secret_fingerprint: bytea(),
    clock_seen_at: timestamptz().nullable(),
    clock_believed_since: timestamptz().nullable(),
    /** When the newest backup that was read back was taken. */
    backup_verified_at: timestamptz().nullable(),
    id: uuid().defaulted(),
    /** When its id was first written into a bucket; null: none has it. */
    bucket_marked_at: timestamptz().nullable(),
  },
} satisfies Tables;
