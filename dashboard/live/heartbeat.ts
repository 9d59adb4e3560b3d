/** Tells the server every few seconds how this device is, and brings back how the others are (X01). */
import type { Device, HeartbeatInput } from '#contract/kitchen/escalation.ts';
import { CallError } from '#contract/base/client.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../api/api.ts';
import { noteServerTime } from './server-time.ts';
import { forgetDevice, storeDevice, storedDevice, windowId } from './device.ts';

type DeviceFacts = Pick<HeartbeatInput, 'sound' | 'isVisible' | 'isConnected'> & {
  outletIds: readonly OutletId[] | null;
};

const SECOND = 1000;
/** A device that changes says so at once, but not each of two changes that come together. */
const FIRST_DELAY = 0.3 * SECOND;
const TIMEOUT = 8 * SECOND;

/** One after the other: two that do not know yet who they are would be two devices. */
let sending: Promise<void> = Promise.resolve();
let sendNow: (() => void) | null = null;

/** Asks now instead of in a few seconds. */
export function sendHeartbeatNow(): void {
  sendNow?.();
}

/** Beats until it is stopped. A beat that is lost is made good by the next one; that the line is down, others say. */
export function startHeartbeat(facts: DeviceFacts, onDevices: (devices: Device[]) => void): () => void {
  let isOver = false;
  const queueHeartbeat = () => {
    sending = sending.then(async () => {
      if (isOver || !navigator.onLine) return;
      const devices = await sendHeartbeat(facts).catch(() => null);
      if (devices !== null && !isOver) onDevices(devices);
    });
  };
  sendNow = queueHeartbeat;
  const first = setTimeout(queueHeartbeat, FIRST_DELAY);
  const timer = setInterval(queueHeartbeat, limits.heartbeatSeconds * SECOND);
  const goAway = () => sendGoodbye(facts);
  addEventListener('pagehide', goAway);
  return () => {
    isOver = true;
    clearTimeout(first);
    clearInterval(timer);
    removeEventListener('pagehide', goAway);
  };
}

async function sendHeartbeat(facts: DeviceFacts): Promise<Device[]> {
  try {
    return await postHeartbeat(facts);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
    // One of its outlets was deleted a moment ago, or is not one of who uses the device now.
    if (facts.outletIds !== null) return sendHeartbeat({ ...facts, outletIds: null });
    // Forgotten after days, or of another restaurant.
    forgetDevice();
    return postHeartbeat(facts);
  }
}

async function postHeartbeat(facts: DeviceFacts): Promise<Device[]> {
  const signal = AbortSignal.timeout(TIMEOUT);
  const sentAt = Date.now();
  const { deviceId, devices, now } = await client.call('POST /device/heartbeat', { body: bodyOf(facts), signal });
  noteServerTime(now, sentAt);
  storeDevice(deviceId, devices[0]?.name);
  return devices;
}

function bodyOf({ outletIds, ...facts }: DeviceFacts) {
  return { ...facts, ...storedDevice(), tab: windowId, outletIds: outletIds === null ? null : [...outletIds] };
}

/** Sent by the browser after the page is gone: it is not waited half a minute for. */
function sendGoodbye(facts: DeviceFacts): void {
  const { url } = client.address('POST /device/heartbeat', {});
  const leaving: HeartbeatInput = { ...bodyOf(facts), isLeaving: true };
  const body = JSON.stringify(leaving);
  const headers = { ...client.headers(), 'content-type': 'application/json' };
  void fetch(url, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}
