/** A restaurant whose guests report problems, and the calls that do it and answer. */
import type { CallInput } from '#contract/base/client.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { TestApp } from '../servers/app.ts';
import { makeChangedOrders } from './changed-orders.ts';

type Report = CallInput<'POST /order/report-problem'>['form'];
type Answer = CallInput<'POST /order/answer-problem'>['body']['answer'];

export type ReportedProblems = Awaited<ReturnType<typeof makeReportedProblems>>;

/** Orders are those of `makeChangedOrders`: a special costs 44.10 with its VAT, the burger 27.04. */
export async function makeReportedProblems(app: TestApp) {
  const shop = await makeChangedOrders(app);
  return {
    ...shop,
    /** An order that was handed over. */
    async placeCompleted(more: Parameters<typeof shop.place>[0] = {}): Promise<Order> {
      const { _id } = await shop.place(more);
      for (const status of ['Confirmed', 'Ready', 'Completed'] as const) await shop.move(_id, status);
      return shop.read(_id);
    },
    async report(
      orderId: OrderId,
      more: Partial<Report> = {},
      { photo, token = shop.guest.token }: { photo?: Blob; token?: string } = {},
    ): Promise<Order> {
      const form: Report = { orderId, kind: 'missing', wish: 'refund', ...more };
      const files = photo === undefined ? {} : { files: { photo } };
      return (await app.call('POST /order/report-problem', { form, ...files }, token)).order;
    },
    async answerProblem(
      orderId: OrderId,
      answer: Answer,
      { version = 1, token = shop.owner.token }: { version?: number; token?: string } = {},
    ): Promise<Order> {
      return (await app.call('POST /order/answer-problem', { body: { orderId, version, answer } }, token)).order;
    },
    async problems(state: 'open' | 'answered' = 'open', token = shop.owner.token): Promise<OrderId[]> {
      const { orders } = await app.call('GET /order/get-problems', { query: { state } }, token);
      return orders.map(({ _id }) => _id);
    },
  };
}
