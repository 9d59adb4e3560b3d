import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { audienceOf, guestOf } from '../audience.ts';
import { orderForWire } from '../wire.ts';
import { answerProblem, getAnswerTerms } from './answer-problem.ts';
import { countOpenProblems, listProblemOrders } from './queries.ts';
import { readProblemPhoto } from './read-problem-photo.ts';
import { reportProblem } from './report-problem.ts';

export function problemRoutes(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>) {
  const { db } = deps;
  return {
    'POST /order/report-problem': async ({ form, files, caller }) => ({
      order: await reportProblem(deps, caller, { ...form, photo: files['photo'] }),
    }),

    'GET /order/get-problems': ({ query, caller }) =>
      transaction(
        db,
        caller.restaurantId,
        async (tx) => {
          const orders = await listProblemOrders(tx, caller.restaurantId, query);
          return { orders: orders.map((order) => orderForWire(order, audienceOf(caller))) };
        },
        { readOnly: true },
      ),

    'GET /order/count-problems': ({ caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => ({ open: await countOpenProblems(tx, restaurantId) }), {
        readOnly: true,
      }),

    'GET /order/problem-photo/:id': ({ params: { id }, caller }) =>
      readProblemPhoto(deps, caller.restaurantId, id, guestOf(caller)),

    'GET /order/answer-terms/:id': async ({ params: { id }, caller: { restaurantId } }) => ({
      terms: await getAnswerTerms(deps, restaurantId, id),
    }),

    'POST /order/answer-problem': async ({ body, caller, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      return { order: await answerProblem(deps, by, body) };
    },
  } satisfies Partial<Handlers>;
}
