import { boolean, bytea, type Tables, timestamptz } from './columns.ts';

export const installation = {
  installation: {
    is_only: boolean().defaulted(),
    secret_fingerprint: bytea(),
    clock_seen_at: timestamptz().nullable(),
    clock_believed_since: timestamptz().nullable(),
  },
} satisfies Tables;
