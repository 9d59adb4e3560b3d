import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { Refusal } from '#server/http/refusal.ts';

export function catalogueRoutes({ catalogues }: Pick<Deps, 'catalogues'>) {
  return {
    'GET /site/:slug': async ({ params }) => {
      const kept = await catalogues.findBySlug(params.slug);
      if (kept === null) throw new Refusal('request.not_found');
      return kept.prepared;
    },
  } satisfies Partial<Handlers>;
}
