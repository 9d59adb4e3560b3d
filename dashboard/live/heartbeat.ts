/** Tells the server every few seconds how this device is, and brings back how the others are (X01). */
import type { Device, HeartbeatInput } from '#contract/kitchen/escalation.ts';
import { CallError } from '#contract/base/client.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../api/api.ts';
import { forgetDevice, keepDevice, knownDevice, tab, watchOutlets } from './device.ts';

export type DeviceFacts = Pick<HeartbeatInput, 'sound' | 'isVisible' | 'isConnected'> & {
  outletIds: readonly OutletId[] | null;
};

const SECOND = 1000;
/** A device that changes says so at once, but not each of two changes that come together. */
const SETTLE = 0.3 * SECOND;
const TIMEOUT = 8 * SECOND;

/** One after the other: two that do not know yet who they are would be two devices. */
let sending: Promise<void> = Promise.resolve();
let beatAgain: (() => void) | null = null;

/** Asks now instead of in a few seconds. */
export function beatNow(): void {
  beatAgain?.();
}

/** Beats until it is stopped. A beat that is lost is made good by the next one; that the line is down, others say. */
export function beatWhile(facts: DeviceFacts, onDevices: (devices: Device[]) => void): () => void {
  let isOver = false;
  const beat = () => {
    sending = sending.then(async () => {
      if (isOver || !navigator.onLine) return;
      const devices = await say(facts).catch(() => null);
      if (devices !== null && !isOver) onDevices(devices);
    });
  };
  beatAgain = beat;
  const first = setTimeout(beat, SETTLE);
  const timer = setInterval(beat, limits.heartbeatSeconds * SECOND);
  const goAway = () => sayGoodbye(facts);
  addEventListener('pagehide', goAway);
  return () => {
    isOver = true;
    clearTimeout(first);
    clearInterval(timer);
    removeEventListener('pagehide', goAway);
  };
}

async function say(facts: DeviceFacts): Promise<Device[]> {
  try {
    return await call(facts);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
    // Forgotten after days, or of another restaurant; or one of its outlets was deleted.
    if (knownDevice().deviceId !== undefined) {
      forgetDevice();
      return call(facts);
    }
    watchOutlets(null);
    return call({ ...facts, outletIds: null });
  }
}

async function call(facts: DeviceFacts): Promise<Device[]> {
  const signal = AbortSignal.timeout(TIMEOUT);
  const { deviceId, devices } = await client.call('POST /device/heartbeat', { body: bodyOf(facts), signal });
  keepDevice(deviceId, devices[0]?.name);
  return devices;
}

function bodyOf({ outletIds, ...facts }: DeviceFacts) {
  return { ...facts, ...knownDevice(), tab, outletIds: outletIds === null ? null : [...outletIds] };
}

/** Sent by the browser after the page is gone: it is not waited half a minute for. */
function sayGoodbye(facts: DeviceFacts): void {
  const { url } = client.address('POST /device/heartbeat', {});
  const body = JSON.stringify({ ...bodyOf(facts), isClosing: true });
  const headers = { ...client.headers(), 'content-type': 'application/json' };
  void fetch(url, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}
