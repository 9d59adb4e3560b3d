/** Orders as support reads them: without personal data. */
import type { HistoryOrder } from '#contract/ordering/order-history.ts';
import type { ChangedFacts } from '#contract/ordering/order-change.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import type { OrderProblem } from '#contract/ordering/order-problem.ts';
import type { Order } from '#contract/ordering/orders.ts';

/** Replaces personal data. */
const masked = '•••';

/** For support: without name, number and address, and without guests' free text. */
export function maskedOrder(order: Order): Order {
  return {
    ...order,
    customerName: masked,
    phoneNo: masked,
    address: order.address && { location: masked, floor: '', instruction: '', nickName: '' },
    specialInstruction: order.specialInstruction && masked,
    cancelReason: order.cancelReason && masked,
    cart: order.cart.map(maskedLine),
    // The guest may be one of those who changed it.
    history: order.history.map((change) => ({ ...change, by: null, reason: change.reason && masked })),
    changes: order.changes.map((change) => ({
      ...change,
      note: change.note && masked,
      by: null,
      endedBy: null,
      before: maskedFacts(change.before),
      after: maskedFacts(change.after),
    })),
    ...(order.delivery && {
      delivery: {
        ...order.delivery,
        proofName: order.delivery.proofName && masked,
        reason: order.delivery.reason && masked,
        ...(order.delivery.courier && {
          courier: { ...order.delivery.courier, name: null, phone: null, trackingUrl: null },
        }),
      },
    }),
    ...(order.problem && { problem: maskedProblem(order.problem) }),
  };
}

/** A code is worth money, whoever has it. */
function maskedProblem({ note, answer, ...problem }: OrderProblem): OrderProblem {
  return {
    ...problem,
    note: note && masked,
    answer: answer && { ...answer, note: answer.note && masked, code: answer.code && masked, by: null },
  };
}

function maskedFacts(facts: ChangedFacts): ChangedFacts {
  return { ...facts, cart: facts.cart.map(maskedLine) };
}

function maskedLine(line: OrderLine): OrderLine {
  return { ...line, note: line.note && masked, guestName: line.guestName && masked };
}

export function maskedListed(order: HistoryOrder): HistoryOrder {
  return { ...order, customerName: masked, phoneNo: masked };
}
