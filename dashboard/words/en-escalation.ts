/** The devices that ring, and what happens while nobody accepts an order. */
import type { DeviceState, Escalation } from '#contract/base/enumerations.ts';

const states: Record<Exclude<DeviceState, 'silent' | 'closed'>, string> = {
  ready: 'Rings',
  slow: 'Rings, updates are slow',
  background: 'In the background: may ring late',
  muted: 'Sound is off',
  locked: 'Sound is locked',
};

const escalated: Record<Escalation, string> = {
  devices: 'Rings everywhere',
  mail: 'Mail sent',
  call: 'Outlet alerted',
};

const ago = (seconds: number) =>
  seconds < 60
    ? `${seconds} s`
    : seconds < 3600
      ? `${Math.floor(seconds / 60)} min`
      : `${Math.floor(seconds / 3600)} h`;

export const devices = {
  title: 'Devices',
  button: (ringing: number, all: number) => `Devices ${ringing}/${all}`,
  buttonName: (ringing: number, all: number) => `Devices ${ringing}/${all}: ${ringing} of ${all} ring for new orders`,
  hint: 'Every screen of Order Manager that is open. Tap once on each, so that its browser lets it ring.',
  own: 'This device',
  states,
  silent: (seconds: number) => `Not heard for ${ago(seconds)}`,
  closed: (seconds: number) => `Closed ${ago(seconds)} ago`,
  mutedHint: 'Rings all the same when nobody reacts to an order.',
  none: 'No device rings',
  /** 'Sound is locked on Tablet 2' */
  stateOn: (state: string, names: readonly string[]) => `${state} on ${names.join(', ')}`,
  turnOn: 'Turn sound on',
  rename: (name: string) => `Rename ${name}`,
  name: 'Name',
  save: 'Save name',
  keep: 'Cancel',
  ringsFor: 'Rings for',
  allOutlets: 'All outlets',
  someOutlets: (names: readonly string[]) => names.join(', '),
  toAlarms: 'Order alerts',
  close: 'Close',
  connecting: 'Asking for the devices',
};

export const alarms = {
  title: 'Order alerts',
  hint: 'What happens while nobody accepts a new order. Minutes count from when it came.',
  staffHint: 'The owner and managers set what happens when nobody accepts an order.',
  outlet: 'Outlet',
  noOutlets: 'Create an outlet first',
  noOutletsHint: 'Each outlet says what happens when nobody accepts its orders.',
  toOutlets: 'Go to Outlets',
  minutes: 'min',
  minutesWrong: (most: number) => `Use whole minutes from 1 to ${most}`,
  devices: 'Ring on every device',
  devicesHint: 'Louder, on all that are open, also where the sound is off and for other outlets.',
  devicesMinutes: 'Ring everywhere after',
  mail: 'Write a mail',
  mailHint: (email: string) => `To ${email}, the outlet's own, where no other address is given.`,
  mailOffHint: 'Nobody gets a mail.',
  mailMinutes: 'Mail after',
  mailTo: 'Mail to',
  mailWrong: 'Use an address such as name@example.com',
  call: 'Alert calls',
  callHint: (phone: string) => `The phone of the outlet rings: ${phone}.`,
  messageHint: (phone: string) =>
    `This server has no call service, so the outlet gets a text message instead: ${phone}.`,
  callOffHint: 'Nobody is called.',
  callMinutes: 'Call after',
  reject: 'Cancel by itself',
  rejectHint:
    'The guest reads the deadline from the start, and afterwards that the restaurant did not answer in time. Stock comes back.',
  rejectOffHint: 'An order waits until somebody accepts or cancels it.',
  rejectMinutes: 'Cancel after',
  rejectFirst: 'The order is cancelled before the last of the steps above.',
  unwatched: 'No orders while no device is there',
  unwatchedHint: 'Guests cannot order while no screen of Order Manager is open for this outlet.',
  unwatchedOffHint: 'Guests are told that it may take longer, and can order.',
  on: 'On',
  off: 'Off',

  /** On an order. */
  seen: 'I have seen it',
  seenHint: 'Stops the ringing everywhere. The order still has to be accepted.',
  seenBy: (name: string, time: string) => `Seen by ${name}, ${time}`,
  seenShort: 'Seen',
  escalated,
  acceptBy: (time: string, left: string) => `Accept by ${time}, ${left}, or it is cancelled`,
  acceptNow: 'Not accepted in time: it is being cancelled',
};
