/** The events that guests are told of, and the channels; apart from the schemas, which browsers do without. */

/** The moments of an order that its guest is told of, in their order. Delayed: the kitchen has moved the time that it promised. */
export const guestEvents = [
  'accepted',
  'change_asked',
  'delayed',
  'ready',
  'cancelled',
  'refunded',
  'problem_answered',
] as const;
export type GuestEvent = (typeof guestEvents)[number];
/** The events that are states of the order. The others are of their own, and nothing undoes them. */
export type MoveEvent = Exclude<GuestEvent, 'refunded' | 'change_asked' | 'problem_answered'>;

/** The ways to a guest. */
export const guestChannels = ['mail', 'sms', 'push'] as const;
export type GuestChannel = (typeof guestChannels)[number];

/** Whether a message is sent, by event and channel. */
export type GuestSwitches = Record<GuestEvent, Record<GuestChannel, boolean>>;

/** The switches that a restaurant has touched. */
export type TouchedGuestSwitches = Partial<Record<GuestEvent, Partial<Record<GuestChannel, boolean>>>>;

/** The switches that a restaurant has not touched. Texts cost money, and the worst news, and a question with a deadline, are worth it; a guest asked for pushes. */
export const defaultGuestSwitches: GuestSwitches = {
  accepted: { mail: true, sms: false, push: true },
  change_asked: { mail: true, sms: true, push: true },
  delayed: { mail: true, sms: false, push: true },
  ready: { mail: true, sms: false, push: true },
  cancelled: { mail: true, sms: true, push: true },
  refunded: { mail: true, sms: false, push: true },
  problem_answered: { mail: true, sms: false, push: true },
};
