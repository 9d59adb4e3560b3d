import type { Caller } from './caller.ts';
import { networkOf } from './client-address.ts';
import { Refusal } from '../answers/refusal.ts';

const minute = 60_000;
const perTokenMinute = 300;
/** A login that several devices of a kitchen share. */
const perPersonMinute = 1_200;
/** A family, an office or a café shares one address. */
const perAddressMinute = 600;
/** A restaurant full of guests at one address, each polling every few seconds, or each with a token of their own. */
const crowdPerAddressMinute = 6_000;

/** Counts requests by caller and minute, in this process (R80). */
export class RequestBudget {
  #counts = new Map<string, number>();
  #endsAt = 0;

  /**
   * Refuses requests beyond the minute's budget. All visitors share the site's token, so they are counted by address,
   * as are callers without a token. Those with a token of their own are counted by token, by person, who may have many
   * tokens, and by address. Polling has a budget of its own.
   */
  take(caller: Caller, address: string, now: Date, isPolled = false): void {
    const kind = isPolled ? ' polls' : '';
    const network = networkOf(address);
    if (!('tokenHash' in caller)) {
      this.#take(network + kind, isPolled ? crowdPerAddressMinute : perAddressMinute, now);
      return;
    }
    this.#take(caller.tokenHash.toString('base64') + kind, perTokenMinute, now);
    this.#take(personOf(caller) + kind, perPersonMinute, now);
    this.#take(`${network} with tokens${kind}`, crowdPerAddressMinute, now);
  }

  /**
   * Refuses a token that was never seen when its address has used its budget up: only the database knows whether it is
   * somebody's, and asking is what such calls cost.
   */
  requireRoom(address: string, now: Date): void {
    this.#beginMinute(now);
    if ((this.#counts.get(networkOf(address)) ?? 0) >= perAddressMinute) throw this.#refusal(now);
  }

  #take(key: string, most: number, now: Date): void {
    this.#beginMinute(now);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count > most) throw this.#refusal(now);
  }

  #beginMinute(now: Date): void {
    const time = now.getTime();
    if (time < this.#endsAt && time >= this.#endsAt - minute) return;
    this.#counts = new Map();
    this.#endsAt = time + minute;
  }

  #refusal(now: Date): Refusal {
    return new Refusal('rate.limited', { seconds: Math.ceil((this.#endsAt - now.getTime()) / 1000) });
  }
}

function personOf(caller: Caller & { tokenHash: Buffer }): string {
  if ('userId' in caller) return caller.userId;
  return 'customerId' in caller ? caller.customerId : caller.tokenHash.toString('base64');
}
