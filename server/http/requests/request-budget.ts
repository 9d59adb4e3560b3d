import type { Caller } from './caller.ts';
import { networkOf } from './client-address.ts';
import { Refusal } from '../answers/refusal.ts';

const minute = 60_000;
const perTokenMinute = 300;
/** A family, an office or a café share one address. */
const perAddressMinute = 600;
/** A restaurant full of guests at one address, each asking every few seconds. */
const polledPerAddressMinute = 6000;

/** Counts requests by caller and minute, in this process (R80). */
export class RequestBudget {
  #counts = new Map<string, number>();
  #endsAt = 0;

  /**
   * Refuses what is too much for this minute. The token of a site is in all its visitors' hands, so they are counted by
   * their addresses, as those without a token are. What is polled is counted apart.
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
