import type { Caller } from './caller.ts';
import { Refusal } from './refusal.ts';

const minute = 60_000;
const perTokenMinute = 300;
/** A family, an office or a café share one address. */
const perAddressMinute = 600;

/** Counts requests by caller and minute, in this process (R80). */
export class RequestBudget {
  #counts = new Map<string, number>();
  #endsAt = 0;

  /**
   * Refuses what is too much for this minute. The token of a site is in all its visitors' hands, so they are counted by
   * their addresses, as those without a token are.
   */
  take(caller: Caller, address: string, now: Date): void {
    const { endsAt, count } = this.#count(
      'tokenHash' in caller ? caller.tokenHash.toString('base64') : networkOf(address),
      now,
    );
    if (count <= ('tokenHash' in caller ? perTokenMinute : perAddressMinute)) return;
    throw new Refusal('rate.limited', { seconds: Math.ceil((endsAt - now.getTime()) / 1000) });
  }

  #count(key: string, now: Date): { endsAt: number; count: number } {
    const time = now.getTime();
    if (time >= this.#endsAt || time < this.#endsAt - minute) {
      this.#counts = new Map();
      this.#endsAt = time + minute;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return { endsAt: this.#endsAt, count };
  }
}

/** What counts as one caller among the anonymous: an IPv4 address, or the /64 that one IPv6 line is given. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const groups = tail === undefined ? start : [...start, ...Array<string>(Math.max(0, 4 - start.length)).fill('0')];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
