import { Refusal } from '#server/http/answers/refusal.ts';
import type { CachedCatalogue, Catalogues } from './catalogues.ts';

/** @throws request.not_found when no restaurant has or had the slug. */
export async function requireSite(catalogues: Catalogues, slug: string): Promise<CachedCatalogue> {
  const site = await catalogues.findBySlug(slug);
  if (site === null) throw new Refusal('request.not_found');
  return site;
}
