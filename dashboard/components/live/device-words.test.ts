import { expect, test } from 'vitest';
import type { Device } from '#contract/kitchen/escalation.ts';
import type { DeviceState } from '#contract/base/enumerations.ts';
import type { DeviceId } from '#contract/base/ids.ts';
import { countRinging, deviceText, silenceReason } from './device-words.ts';

const device = (name: string, state: DeviceState, secondsSilent = 4): Device => ({
  _id: name as DeviceId,
  name,
  state,
  outletIds: null,
  secondsSilent,
});

test.each([
  ['ready', 4, 'Rings'],
  ['locked', 4, 'Tap to allow sound'],
  ['background', 70, 'In the background, may ring late'],
  ['silent', 45, 'Offline for 45 s'],
  ['silent', 200, 'Offline for 3 min'],
  ['closed', 7300, 'Closed 2 h ago'],
] as const)('%s for %i s reads %s', (state, seconds, text) =>
  expect(deviceText(device('Tablet', state, seconds))).toBe(text),
);

test('closed devices are not counted', () => {
  expect(countRinging(null)).toBeNull();
  const devices = [device('Pass', 'ready'), device('Bar', 'muted'), device('Old', 'silent'), device('Gone', 'closed')];
  expect(countRinging(devices)).toEqual({ ringing: 1, all: 3 });
});

test('the reason is given where no device rings', () => {
  const devices = [
    device('Pass', 'locked'),
    device('Bar', 'muted'),
    device('Tablet 2', 'locked'),
    device('Old', 'silent'),
  ];
  expect(silenceReason(devices)).toEqual(['Sound is off on Bar', 'Tap to allow sound on Pass, Tablet 2']);
});
