import type { Caller } from './caller.ts';
import { networkOf } from './client-address.ts';
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
