import { createHmac, randomBytes } from 'node:crypto';
import { isId } from '#contract/base/ids.ts';

const anyId = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/**
 * The new ids of what an archive has: the same old one always becomes the same new one, without a list of them. They begin with the time of
 * the old ones, so that they sort as those did; the 62 bits behind it are new.
 */
export class NewIds {
  readonly #key = randomBytes(32);

  of(id: string): string {
    const drawn = createHmac('sha256', this.#key).update(id.toLowerCase()).digest();
    const variant = (((drawn[0]! & 0x3f) | 0x80) << 8) | drawn[1]!;
    return `${id.slice(0, 18)}-${variant.toString(16)}-${drawn.toString('hex', 2, 8)}`;
  }

  /** The ids in a text of the product, which nobody typed. */
  inText(text: string): string {
    return text.replaceAll(anyId, (id) => this.of(id));
  }

  /** The ids in kept JSON: values and lists under names that end with id or ids, and keys that are ids. */
  inJson(value: unknown, isNamed = false): unknown {
    if (typeof value === 'string') return isNamed && isId(value) ? this.of(value) : value;
    if (Array.isArray(value)) return value.map((entry) => this.inJson(entry, isNamed));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, entry]) => [
      isId(name) ? this.of(name) : name,
      this.inJson(entry, /(^id|_ids?|Ids?)$/.test(name)),
    ]);
    return Object.fromEntries(entries) as unknown;
  }
}
