import { randomHex } from './random-hex.ts';

/**
 * The keys of one kind of change, by what it changes. A lost answer is asked for again by the key of before, also after the dialog was
 * closed, so that nothing is done twice; another amount is another change.
 */
export class RepeatKeys<Id> {
  readonly #unanswered = new Map<Id, { amount: number; key: string }>();

  keyOf(id: Id, amount: number): string {
    const before = this.#unanswered.get(id);
    if (before?.amount === amount) return before.key;
    const key = randomHex(16);
    this.#unanswered.set(id, { amount, key });
    return key;
  }

  /** The change was answered, or refused: the same amount is another change from now on. */
  forget(id: Id): void {
    this.#unanswered.delete(id);
  }
}
