import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { giveUpAtTable, showPayment } from '../read-payment.ts';
import { payBill, readChoice } from './pay-bill.ts';
import { readBill } from './read-bill.ts';

export function tableBillRoutes(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>) {
  return {
    'POST /dining/read-bill': async ({ body: claim, caller: { restaurantId } }) => ({
      bill: await readBill(deps, restaurantId, claim),
    }),

    'POST /dining/pay-bill': async ({ body, caller: { restaurantId } }) => ({
      payment: await showPayment(deps, await payBill(deps, restaurantId, body, readChoice(body))),
    }),

    'POST /dining/give-up-bill/:reference': async ({ params: { reference }, body, caller: { restaurantId } }) => ({
      payment: await giveUpAtTable(deps, restaurantId, body.tableSessionId, reference),
    }),
  } satisfies Partial<Handlers>;
}
