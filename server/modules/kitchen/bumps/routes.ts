import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { bumpLines, recallLines } from './bump-lines.ts';

export function bumpRoutes(deps: Pick<Deps, 'db' | 'clock' | 'config'>) {
  return {
    'POST /order/bump-lines': async ({ body, caller }) => ({
      order: await bumpLines(deps, caller, body.orderId, body.lines),
    }),

    'POST /order/recall-lines': async ({ body, caller }) => ({
      order: await recallLines(deps, caller, body.orderId, body.lines),
    }),
  } satisfies Partial<Handlers>;
}
