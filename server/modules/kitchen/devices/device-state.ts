/** The state of a device, from its last heartbeat and the time since. Pure. */
import type { DeviceState } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { parseUserAgent } from '#server/modules/accounts/sessions/device.ts';
import type { DeviceRow } from './queries.ts';

type DeviceFacts = Pick<
  DeviceRow,
  'sound' | 'is_visible' | 'is_connected' | 'outlet_ids' | 'last_seen_at' | 'closed_at'
>;

export function deviceState(device: DeviceFacts, now: Date): DeviceState {
  if (device.closed_at !== null) return 'closed';
  const allowed = device.is_visible ? limits.deviceSilentSeconds : limits.hiddenDeviceSilentSeconds;
  if (secondsSilent(device, now) > allowed) return 'silent';
  if (device.sound === 'locked') return 'locked';
  if (device.sound === 'off') return 'muted';
  if (!device.is_visible) return 'background';
  return device.is_connected ? 'ready' : 'slow';
}

/** 'Chrome on Android', for a device that nobody has named. */
export function kindOfDevice(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent);
  return [browser ?? 'Browser', system].filter((word) => word !== null).join(' on ');
}

/** Never negative, because the clocks of two servers differ a little. */
export function secondsSilent({ last_seen_at }: Pick<DeviceRow, 'last_seen_at'>, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - last_seen_at.getTime()) / 1000));
}

/**
 * Whether a person would hear or see an order of the outlet on this device: a silent tablet in front of a person
 * counts, a page in the background without sound does not.
 */
export function attends(device: DeviceFacts, outletId: OutletId, now: Date): boolean {
  const state = deviceState(device, now);
  if (state === 'closed' || state === 'silent') return false;
  if (device.outlet_ids !== null && !device.outlet_ids.includes(outletId)) return false;
  return device.sound === 'on' || device.is_visible;
}

/**
 * Chooses the window that reports for a device with several open ones: a ringing one before a silent one, a visible one
 * before a hidden one. A window without heartbeats no longer reports.
 */
export function chooseReportingTab(
  said: Pick<DeviceFacts, 'sound' | 'is_visible'> & { tab: string },
  known: DeviceFacts & { tab: string },
  now: Date,
): boolean {
  if (said.tab === known.tab || known.closed_at !== null) return true;
  if (secondsSilent(known, now) > 2 * limits.heartbeatSeconds) return true;
  return rank(said) >= rank(known);
}

function rank({ sound, is_visible }: Pick<DeviceFacts, 'sound' | 'is_visible'>): number {
  return (sound === 'on' ? 2 : 0) + (is_visible ? 1 : 0);
}
