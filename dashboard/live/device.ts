/**
 * Which device this is, what it was last called, and whose orders it rings for: kept in this browser, nothing of it about a person
 * (R71). The id is the server's; the windows of one browser are told apart by `tab`.
 */
import { type DeviceId, isId, type OutletId } from '#contract/base/ids.ts';
import { randomHex } from '../api/random-hex.ts';

const idKey = 'deviceId';
const nameKey = 'deviceName';
const outletsKey = 'deviceOutlets';

/** Id of this window, until it is reloaded. */
export const windowId = randomHex(8);

export function storedDevice(): { deviceId?: DeviceId; name?: string } {
  const id = localStorage.getItem(idKey);
  const name = localStorage.getItem(nameKey);
  return { ...(id !== null && isId(id) && { deviceId: id as DeviceId }), ...(name !== null && { name }) };
}

export function storeDevice(id: DeviceId, name: string | undefined): void {
  localStorage.setItem(idKey, id);
  if (name !== undefined) localStorage.setItem(nameKey, name);
}

/** The server does not know it (any more). */
export function forgetDevice(): void {
  localStorage.removeItem(idKey);
}

let outlets: readonly OutletId[] | null = storedOutlets();
const listeners = new Set<() => void>();

/** The outlets that this device rings for; null: all. The same list until it changes. */
export function attendedOutlets(): readonly OutletId[] | null {
  return outlets;
}

export function attendOutlets(ids: readonly OutletId[] | null): void {
  outlets = ids === null || ids.length === 0 ? null : ids;
  if (outlets === null) localStorage.removeItem(outletsKey);
  else localStorage.setItem(outletsKey, outlets.join(' '));
  for (const listener of listeners) listener();
}

export function onAttendedOutletsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function storedOutlets(): readonly OutletId[] | null {
  const ids = (localStorage.getItem(outletsKey) ?? '').split(' ').filter(isId) as OutletId[];
  return ids.length === 0 ? null : ids;
}
