import type { JobId, RestaurantId } from '#contract/base/ids.ts';
import { boolean, bytea, integer, jsonb, text, timestamptz, uuid, type Tables } from './columns.ts';

export const outbound = {
  jobs: {
    /** Null: the platform's own. */
    restaurant_id: uuid<RestaurantId>().nullable(),
    id: uuid<JobId>(),
    queue: text(),
    /** Emptied when the job is done. */
    payload: jsonb<Record<string, unknown>>(),
    dedupe_key: text(),
    due_at: timestamptz(),
    expires_at: timestamptz(),
    /** Tries that were begun. */
    tries: integer().defaulted(),
    /** While the job is being done, this is when it counts as lost. */
    leased_until: timestamptz().nullable(),
    leased_by: text().nullable(),
    last_error: text().nullable(),
    /** Done or dropped. */
    done_at: timestamptz().nullable(),
    /** Given up, until a person has it tried again. */
    dead_at: timestamptz().nullable(),
    created_at: timestamptz(),
  },
  /** One row: the pair of keys by which push services recognize this installation. */
  push_keys: {
    is_only: boolean().defaulted(),
    /** The private key, which the public one follows from. */
    sealed: bytea(),
    created_at: timestamptz(),
  },
} satisfies Tables;
