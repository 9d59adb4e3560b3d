import { deviceSounds, escalations } from '#contract/base/enumerations.ts';
import type { DeviceId, OrderId, OutletId, PushDeviceId, RestaurantId, UserId } from '#contract/base/ids.ts';
import { boolean, bytea, text, timestamptz, uuid, uuidArray, type Tables } from './columns.ts';

/** The steps that an order climbs while it stays New, and its end. */
const escalationSteps = [...escalations, 'reject'] as const;
export type EscalationStepKind = (typeof escalationSteps)[number];
const escalationOutcomes = ['done', 'moved', 'skipped'] as const;
export type EscalationOutcome = (typeof escalationOutcomes)[number];

export const kitchen = {
  devices: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<DeviceId>(),
    user_id: uuid<UserId>(),
    /** Given by a person; null: nobody has named it. */
    name: text().nullable(),
    /** In its own words: 'Chrome on Android'. */
    kind: text(),
    tab: text(),
    sound: text(deviceSounds),
    is_visible: boolean(),
    is_connected: boolean(),
    /** The outlets it rings for; null: all. */
    outlet_ids: uuidArray<OutletId>().nullable(),
    last_seen_at: timestamptz(),
    closed_at: timestamptz().nullable(),
  },
  /** Browsers that are told of new orders by push. */
  push_devices: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<PushDeviceId>(),
    /** The person who logged the browser in. */
    user_id: uuid<UserId>(),
    /** The session, which takes the device along when somebody ends it; null: it was over by itself. */
    session_hash: bytea().nullable(),
    /** Its row in `devices`, which goes after some days. */
    device_id: uuid<DeviceId>().nullable(),
    name: text().nullable(),
    kind: text(),
    endpoint_hash: bytea(),
    /** The subscription as JSON. */
    sealed: bytea(),
    outlet_ids: uuidArray<OutletId>().nullable(),
    created_at: timestamptz(),
    sent_at: timestamptz().nullable(),
  },
  escalation_steps: {
    restaurant_id: uuid<RestaurantId>(),
    order_id: uuid<OrderId>(),
    step: text(escalationSteps),
    due_at: timestamptz(),
    done_at: timestamptz().nullable(),
    outcome: text(escalationOutcomes).nullable(),
  },
} satisfies Tables;
