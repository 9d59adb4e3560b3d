import type { Caller } from './caller.ts';
import { networkOf } from './client-address.ts';
import { Refusal } from '../answers/refusal.ts';

const minute = 60_000;
const perTokenMinute = 300;
/** A family, an office or a café shares one address. */
const perAddressMinute = 600;
/** A restaurant full of guests at one address, each polling every few seconds. */
const polledPerAddressMinute = 6000;

/** Counts requests by caller and minute, in this process (R80). */
export class RequestBudget {
  #counts = new Map<string, number>();
  #endsAt = 0;

  /**
   * Refuses requests beyond the minute's budget. All visitors share the site's token, so they are counted by address,
   * as are callers without a token. Polling has a budget of its own.
   */
  take(caller: Caller, address: string, now: Date, isPolled = false): void {
    const who = 'tokenHash' in caller ? caller.tokenHash.toString('base64') : networkOf(address);
    const { endsAt, count } = this.#count(isPolled ? `${who} polls` : who, now);
    const perAddress = isPolled ? polledPerAddressMinute : perAddressMinute;
    if (count <= ('tokenHash' in caller ? perTokenMinute : perAddress)) return;
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
