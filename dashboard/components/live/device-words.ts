import type { Device } from '#contract/kitchen/escalation.ts';
import type { DeviceState } from '#contract/base/enumerations.ts';
import { commaList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';

const text = words.kitchen.devices;

/** How a device is, in words. */
export function deviceText({ state, secondsSilent }: Pick<Device, 'state' | 'secondsSilent'>): string {
  if (state === 'silent') return text.silent({ time: durationText(secondsSilent) });
  if (state === 'closed') return text.closed({ time: durationText(secondsSilent) });
  return text.states[state];
}

/** '40 s', '3 min', '2 h'. */
function durationText(seconds: number): string {
  if (seconds < 60) return text.seconds({ seconds });
  return seconds < 3600
    ? text.minutes({ minutes: Math.floor(seconds / 60) })
    : text.hours({ hours: Math.floor(seconds / 3600) });
}

/** Why nothing rings: 'Tap to allow sound on Tablet 2, Bar'. Of devices that are open, each state once. */
export function silenceReason(devices: readonly Device[]): string[] {
  return (['muted', 'locked'] as const).flatMap((state) => {
    const names = devices.filter((device) => device.state === state).map(({ name }) => name);
    return names.length === 0 ? [] : [text.stateOn({ state: text.states[state], devices: commaList(names) })];
  });
}

/** null while it is not known. */
export function countRinging(devices: readonly Device[] | null): { ringing: number; all: number } | null {
  if (devices === null) return null;
  const open = devices.filter(({ state }) => state !== 'closed');
  return { ringing: open.filter(({ state }) => rings(state)).length, all: open.length };
}

/** Whether a device in this state rings when a new order comes. */
function rings(state: DeviceState): boolean {
  return state === 'ready' || state === 'slow' || state === 'background';
}
