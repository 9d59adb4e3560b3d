import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MinorUnits, minorUnits } from '#contract/base/money.ts';
import type { RefundId } from '#contract/base/ids.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import type { GatewayView } from '../gateway.ts';
import { decideStep, type PaymentFacts, refundDue, type Step } from './decide-step.ts';

const now = new Date('2026-11-23T19:00:00Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const amount = minorUnits(46_500);

function payment(facts: Partial<PaymentFacts>): PaymentFacts {
  const heldUntil = new Date(now.getTime() + 60_000);
  const isPlaced = facts.order !== undefined;
  return {
    state: 'begun',
    amount,
    currency: 'KWD',
    heldUntil,
    order: null,
    isPlaced,
    pendingRefunds: minorUnits(0),
    changeRefunds: minorUnits(0),
    ...facts,
  };
}

function view(facts: Partial<GatewayView> & { refunded?: number }): GatewayView {
  const { refunded = 0, ...rest } = facts;
  const refunds = refunded === 0 ? [] : [{ refundId: 'r' as RefundId, amount: minorUnits(refunded) }];
  const none = { failedRefunds: [], fee: null, isDisputed: false };
  return {
    stage: 'open',
    currency: 'KWD',
    authorised: minorUnits(0),
    captured: minorUnits(0),
    refunds,
    ...none,
    ...rest,
  };
}

const held = { stage: 'authorised', authorised: amount } as const;
const taken = { stage: 'captured', authorised: amount, captured: amount } as const;
const moved = (status: OrderStatus, secondsAgo = 60, total: MinorUnits = amount) => ({
  order: { status, statusChangedAt: before(secondsAgo), total },
});

describe('the next step of a payment', () => {
  test.each<[what: string, payment: Partial<PaymentFacts>, view: Parameters<typeof view>[0], step: Step]>([
    ['waits while the guest is at the gateway', {}, {}, 'wait'],
    ['is to give the portions back when the time is over', { heldUntil: now }, {}, 'lapse'],
    ['is to give them back when the page is closed', {}, { stage: 'closed' }, 'lapse'],
    ['is to place the order when the money is held', {}, held, 'place'],
    ['is to place it where the gateway knows no holding', {}, taken, 'place'],
    ['is to place it also after the time, while the portions are kept', { heldUntil: before(5) }, held, 'place'],
    ['places no order that was paid for long ago', { heldUntil: before(600) }, held, 'lapse'],
    ['places no order for another amount', {}, { ...held, authorised: minorUnits(46_499) }, 'lapse'],
    ['places no order for another currency', {}, { ...held, currency: 'AED' }, 'lapse'],
    ['closes the page of a lapsed payment', { state: 'lapsed' }, {}, 'close'],
    ['releases money that came too late', { state: 'lapsed' }, held, 'release'],
    ['refunds money that was taken too late', { state: 'lapsed' }, taken, 'refund'],
    ['leaves the money of an erased restaurant alone', { state: 'captured', isPlaced: true }, taken, 'wait'],
    ['rejects an order whose money is gone', { state: 'released', ...moved('New') }, { stage: 'closed' }, 'reject'],
    ['knows no way back where it was accepted', { state: 'released', ...moved('Ready') }, { stage: 'closed' }, 'wait'],
    ['ends with a closed page', { state: 'lapsed' }, { stage: 'closed' }, 'wait'],
    ['waits for the kitchen', { state: 'authorised', ...moved('New', 900) }, held, 'wait'],
    ['waits as long as accepting can be undone', { state: 'authorised', ...moved('Confirmed', 19) }, held, 'wait'],
    [
      'takes the money when the order was accepted',
      { state: 'authorised', ...moved('Confirmed', 20) },
      held,
      'capture',
    ],
    ['takes it when the order is done', { state: 'authorised', ...moved('Completed') }, held, 'capture'],
    ['takes nothing twice', { state: 'captured', ...moved('Ready') }, taken, 'wait'],
    [
      'gives back what a change made cheaper',
      { state: 'captured', ...moved('Ready', 60, minorUnits(40_000)) },
      taken,
      'refund',
    ],
    [
      'gives that back once',
      { state: 'captured', ...moved('Ready', 60, minorUnits(40_000)), changeRefunds: minorUnits(6_500) },
      { ...taken, refunded: 6_500 },
      'wait',
    ],
    [
      'gives nothing back that somebody refunded before',
      { state: 'captured', ...moved('Ready', 60, minorUnits(40_000)) },
      { ...taken, refunded: 46_500 },
      'wait',
    ],
    ['waits as long as cancelling can be undone', { state: 'authorised', ...moved('Cancelled', 19) }, held, 'wait'],
    ['releases the money of a rejected order', { state: 'authorised', ...moved('Cancelled') }, held, 'release'],
    ['refunds a cancelled order that was paid', { state: 'captured', ...moved('Cancelled') }, taken, 'refund'],
    [
      'refunds what is left of it',
      { state: 'captured', ...moved('Cancelled'), pendingRefunds: minorUnits(6_500) },
      { ...taken, refunded: 39_999 },
      'refund',
    ],
    [
      'refunds a cancelled order again whose bank has returned it',
      { state: 'captured', ...moved('Cancelled') },
      { ...taken, failedRefunds: ['a', 'b'] },
      'refund',
    ],
    [
      'makes no fourth refund of an order where three have failed',
      { state: 'captured', ...moved('Cancelled') },
      { ...taken, failedRefunds: ['a', 'b', 'c'] },
      'wait',
    ],
    [
      'makes none of what a change made cheaper either',
      { state: 'captured', ...moved('Ready', 60, minorUnits(40_000)) },
      { ...taken, failedRefunds: ['a', 'b', 'c'] },
      'wait',
    ],
    [
      'refunds nothing twice',
      { state: 'captured', ...moved('Cancelled'), pendingRefunds: minorUnits(6_500) },
      { ...taken, refunded: 40_000 },
      'wait',
    ],
  ])('%s', (_, facts, seen, step) => {
    expect(decideStep(payment(facts), view(seen), now)).toBe(step);
  });
});

/** A gateway and an order that anything may happen to, in any order and at any time. */
class World {
  seconds = 0;
  facts: PaymentFacts = payment({ heldUntil: new Date(600_000) });
  there = view({});
  captures = 0;

  readonly events: Record<string, () => void> = {
    pay: () => {
      if (this.there.stage === 'open') this.there = view(held);
    },
    wait: () => (this.seconds += 7),
    sleep: () => (this.seconds += 700),
    accept: () => this.#move('New', 'Confirmed'),
    reject: () => this.#move('New', 'Cancelled'),
    cancel: () => this.#move('Confirmed', 'Cancelled'),
    undo: () => {
      const { order } = this.facts;
      if (order && this.#before && this.seconds * 1000 - order.statusChangedAt.getTime() <= 15_000) {
        this.facts.order = { ...order, status: this.#before, statusChangedAt: new Date(this.seconds * 1000) };
        this.#before = null;
      }
    },
    cheaper: () => {
      const { order } = this.facts;
      if (order?.status !== 'New' && order?.status !== 'Confirmed') return;
      this.facts.order = { ...order, total: minorUnits(Math.floor(order.total * 0.7)) };
    },
    settle: () => this.settle(),
  };
  #before: OrderStatus | null = null;

  settle(): void {
    for (let round = 0; round < 9; round++) {
      const { facts, there } = this;
      if (there.stage === 'captured' && facts.state === 'authorised') facts.state = 'captured';
      if (there.stage === 'closed' && facts.state === 'authorised') facts.state = 'released';
      const step = decideStep(facts, there, new Date(this.seconds * 1000));
      if (step === 'wait') return;
      if (step === 'place') {
        facts.state = 'authorised';
        facts.isPlaced = true;
        facts.order = { status: 'New', statusChangedAt: new Date(this.seconds * 1000), total: amount };
      }
      if (step === 'lapse') facts.state = 'lapsed';
      if (step === 'close' || step === 'release') this.there = view({ stage: 'closed' });
      if (step === 'capture') {
        this.captures++;
        this.there = view(taken);
      }
      if (step === 'refund') {
        const due = refundDue(facts, there);
        if (facts.order !== null && facts.order.status !== 'Cancelled')
          facts.changeRefunds = minorUnits(facts.changeRefunds + due);
        this.there = view({ ...taken, refunded: due + sum(there) });
      }
    }
    throw new Error('A payment does not come to rest');
  }

  #move(from: OrderStatus, to: OrderStatus): void {
    if (this.facts.order?.status !== from) return;
    this.#before = from;
    this.facts.order = { ...this.facts.order, status: to, statusChangedAt: new Date(this.seconds * 1000) };
  }
}

const sum = ({ refunds }: GatewayView): number => refunds.reduce((total, refund) => total + refund.amount, 0);

test('money is kept, once, for an order that is cooked and goes back for every other, in any order of events', () => {
  const names = Object.keys(new World().events);
  assert(
    property(array(constantFrom(...names), { maxLength: 40 }), (happened) => {
      const world = new World();
      for (const name of happened) world.events[name]!();
      world.seconds += 1_000;
      world.settle();
      const { there, facts, captures } = world;
      const kept = there.stage === 'authorised' ? amount : there.captured - sum(there);
      const isCooked = facts.order !== null && facts.order.status !== 'New' && facts.order.status !== 'Cancelled';
      const isWaiting = facts.order?.status === 'New';
      // An order that became cheaper costs its guest no more than that, once its money was taken.
      expect(kept).toBe(isCooked ? facts.order!.total : isWaiting ? amount : 0);
      expect(there.stage === 'captured' && kept > 0).toBe(isCooked);
      expect(captures).toBeLessThanOrEqual(1);
      expect(there.stage).not.toBe('open');
    }),
    { numRuns: 3_000 },
  );
});
