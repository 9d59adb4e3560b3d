import { accentTokens } from '#contract/restaurants/brand-colours.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { LruCache } from '#server/lru-cache.ts';
import { type IconPurpose, type IconSize, makeIcon } from '#server/modules/restaurants/pictures/make-icon.ts';
import { readUnlessLost } from '#server/modules/restaurants/pictures/picture-files.ts';
import { findPictureSize } from '#server/modules/restaurants/pictures/queries.ts';

const rememberedBytes = 8 * 1024 * 1024;

/** The icons of installed sites, remembered by this process. PNG. */
export class SiteIcons {
  readonly #deps: Pick<Deps, 'db' | 'catalogues' | 'config'>;
  readonly #remembered = new LruCache<string, Buffer>(rememberedBytes);

  constructor(deps: Pick<Deps, 'db' | 'catalogues' | 'config'>) {
    this.#deps = deps;
  }

  /** @throws request.no_route when no restaurant has the slug; as `readUnlessLost`. */
  async read(slug: string, size: IconSize, purpose: IconPurpose): Promise<Buffer> {
    const { db, catalogues, config } = this.#deps;
    const site = await catalogues.findBySlug(slug);
    if (site === null) throw new Refusal('request.no_route');
    const { _id: restaurantId, accent, logo } = site.catalogue.restaurant;
    const key = `${restaurantId} ${accent} ${logo} ${size} ${purpose}`;
    const kept = this.#remembered.get(key);
    if (kept !== undefined) return kept;
    const hash = logo?.split('/').at(-1);
    const stored =
      hash === undefined
        ? null
        : await transaction(db, restaurantId, (tx) => findPictureSize(tx, restaurantId, hash, 640), { readOnly: true });
    const picture = stored && (await readUnlessLost(config, restaurantId, stored, '640'));
    const { accent: background, onAccent: foreground } = accentTokens(accent);
    const icon = await makeIcon(picture, { background, foreground }, size, purpose);
    const isLost = stored !== null && picture === null;
    if (!isLost) this.#remembered.set(key, icon, icon.length);
    return icon;
  }
}
