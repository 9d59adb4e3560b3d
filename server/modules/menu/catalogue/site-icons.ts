import { MINUTE } from '#contract/base/time.ts';
import { accentTokens } from '#contract/restaurants/brand-colours.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { LruCache } from '#server/lru-cache.ts';
import { type IconPurpose, type IconSize, makeIcon } from '#server/modules/restaurants/pictures/make-icon.ts';
import { readUnlessLost } from '#server/modules/restaurants/pictures/picture-files.ts';
import { findPictureSize } from '#server/modules/restaurants/pictures/queries.ts';

const rememberedBytes = 8 * 1024 * 1024;
/** Milliseconds for which an icon without its lost logo is remembered: the bucket is not asked by each phone, and the logo may come back. */
const withoutLogoMs = MINUTE;

type IconDeps = Pick<Deps, 'db' | 'catalogues' | 'config' | 'clock' | 'log'>;

/** The icons of installed sites, remembered by this process. PNG. */
export class SiteIcons {
  readonly #deps: IconDeps;
  readonly #remembered = new LruCache<string, { icon: Buffer; until: number }>(rememberedBytes);

  constructor(deps: IconDeps) {
    this.#deps = deps;
  }

  /** @throws request.no_route when no restaurant has the slug; as `readUnlessLost`. */
  async read(slug: string, size: IconSize, purpose: IconPurpose): Promise<Buffer> {
    const { db, catalogues, clock } = this.#deps;
    const site = await catalogues.findBySlug(slug);
    if (site === null) throw new Refusal('request.no_route');
    const { _id: restaurantId, accent, logo } = site.catalogue.restaurant;
    const key = `${restaurantId} ${accent} ${logo} ${size} ${purpose}`;
    const kept = this.#remembered.get(key);
    const now = clock().getTime();
    if (kept !== undefined && now < kept.until) return kept.icon;
    const hash = logo?.split('/').at(-1);
    const stored =
      hash === undefined
        ? null
        : await transaction(db, restaurantId, (tx) => findPictureSize(tx, restaurantId, hash, 640), { readOnly: true });
    const picture = stored && (await readUnlessLost(this.#deps, restaurantId, stored, '640'));
    const { accent: background, onAccent: foreground } = accentTokens(accent);
    const icon = await makeIcon(picture, { background, foreground }, size, purpose);
    const isLost = stored !== null && picture === null;
    this.#remembered.set(key, { icon, until: isLost ? now + withoutLogoMs : Infinity }, icon.length);
    return icon;
  }
}
