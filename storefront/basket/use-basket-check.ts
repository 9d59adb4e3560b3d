import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Quote, QuoteInput, QuoteProblem } from '#contract/ordering/orders.ts';
import { fromMajor, type MinorUnits, subtractMoney, toMajor, ZERO } from '#contract/base/money.ts';
import { otherModeOf, outletState } from '../state/menu.ts';
import { type Place, placeOf } from '../state/place.ts';
import { useChangeBasket, useNow, useSession, useSite, useWholeBasket } from '../site.tsx';
import { slotPhrase } from '../language/slot-text.ts';
import { stateText } from '../language/times.ts';
import { checkBasket, type LineChange } from './check.ts';
import { deliveredAddress } from './delivered-address.ts';
import { quoteInput } from './order-input.ts';
import { totalsWithOffers } from './offers.ts';
import { type BasketTotals, mayHaveOffers } from './price.ts';
import { freeSlots, slotInstead, slotsAt } from './slots.ts';

export interface BasketCheck {
  place: Place;
  /** After the offers of the quote. */
  totals: BasketTotals;
  /** The same for people: the delivery fee is what is left of it. */
  amounts: Omit<BasketTotals, 'deliveryFee'> & { deliveryFee: MinorUnits | null; offers: Quote['offers'] };
  /** The basket as the server is asked about it, and as it is ordered; null: there is nothing to ask. */
  input: QuoteInput | null;
  /** The offers that apply to the present basket, and those that do not yet; null while no quote is there. */
  quote: Quote | null;
  /** The server has answered for the present basket, or cannot be asked: the total is as sure as it gets. */
  isSettled: boolean;
  /** Offers may apply that are not in the total yet. */
  isTotalOpen: boolean;
  /** Takes over a newer quote of the present basket, which came with a refusal. */
  acceptQuote: (quote: Quote) => void;
  changes: LineChange[];
  /** Problems that keep the present basket from being ordered, as the server names them. */
  problems: readonly QuoteProblem[];
  /** The next slot, where the chosen one cannot be ordered for; null: there is none, or the chosen one is fine. */
  nextSlot: Date | null;
  /** Sentences on why nothing can be ordered at this place now. */
  blockers: string[];
  /** The mode to change to, where the blocker is that the present one is off; else null. */
  modeInstead: 'pickup' | 'delivery' | null;
  /** Whether a line has to be removed or chosen again first. */
  hasBrokenLine: boolean;
  /** Nobody at the restaurant would hear the order, as far as is known. */
  isUnattended: boolean;
}

interface Answer {
  asked: string;
  /** The question without the tip, and whose it was. */
  basketText: string;
  quote: Quote;
  isAttended: boolean;
}

/** Shown by the next page, which asks again, so that a total does not change twice on the way from the basket to the checkout. */
let latestAnswer: Answer | null = null;

/** The question that is on its way: all parts of a page that ask the same for the same reason have one answer. */
let onItsWay: { text: string; answer: Promise<Answer> } | null = null;

function askOnce(
  call: ReturnType<typeof useSite>['call'],
  asked: string,
  basketText: string,
  reason: string,
): Promise<Answer> {
  const text = `${asked} ${basketText} ${reason}`;
  if (onItsWay?.text === text) return onItsWay.answer;
  const answer = call('POST /order/quote-order', { body: JSON.parse(asked) as never })
    .then((answered) => ({ asked, basketText, ...answered }))
    .finally(() => {
      if (onItsWay?.answer === answer) onItsWay = null;
    });
  onItsWay = { text, answer };
  return answer;
}

/** How long the guest may go on tapping before the server is asked. */
const quoteDelayMilliseconds = 300;
/** How often the server is asked again while it refuses something. */
const askAgainMilliseconds = 30_000;
/** While menu and server differ, how often the menu is read again, and for how long. */
const rereadEveryMilliseconds = 1000;
const rereadForMilliseconds = 5500;

/**
 * The basket against the present menu, and against the server's own calculation: asked on load, after every change, and again while
 * something is refused. Where the two differ the menu is read again, so that what is shown is what will be charged (decision 34). Unless
 * `isAsking`, it is against the menu alone.
 */
export function useBasketCheck({ isAsking = true } = {}): BasketCheck {
  const { menu, words, language, call, refreshMenu } = useSite();
  const { basket } = useWholeBasket();
  const changeBasket = useChangeBasket();
  const now = useNow();
  const place = placeOf(menu, basket);
  const changes = checkBasket(menu, basket.items, place);
  const guestId = useSession()?._id;
  const asked = quoteInput(menu, basket, place);
  // A tip changes nothing about the offers, and its percentage is of what they leave.
  const basketText = JSON.stringify([asked, guestId]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [earlier] = useState(() => latestAnswer);
  const [failedText, setFailedText] = useState('');
  const quote = [answer, earlier].find((one) => one?.basketText === basketText)?.quote ?? null;
  const totals = totalsWithOffers(menu, basket, quote);
  const input = asked && { ...asked, ...(totals.tip === null ? {} : { tip: toMajor(totals.tip, menu.currency) }) };
  const inputText = JSON.stringify(input);
  const isSettled = input === null || !isAsking || answer?.basketText === basketText || failedText === basketText;
  const hadOffers = ((answer ?? earlier)?.quote.offers.length ?? 0) > 0;
  const problems = answer?.asked === inputText ? problemsToShow(answer.quote.problems, place).map(withWords) : [];
  const slots = place.outlet === null ? [] : slotsAt(place.outlet, place.mode, now);
  const ownBlocker = timeBlockerOf(place, slots);
  // Only the server's clock counts: where it has no objection, this device's is wrong.
  const isTimely = answer?.asked === inputText && failedText !== basketText && !problems.some(isAboutPlace);
  const timeBlocker = isTimely ? null : ownBlocker;
  const [againAt, setAgainAt] = useState(0);
  const reason = JSON.stringify([ownBlocker, againAt]);
  const isRefused = problems.length > 0;

  const isAgreed = answer?.asked !== inputText || agreesWithMenu(answer.quote);
  const isFirstQuestion = useRef(true);
  const readMenuAgain = useEffectEvent(() => {
    refreshMenu().catch(() => undefined);
  });

  // A change takes up to a second to be on the menu of every server, so once may be too early.
  useEffect(() => {
    if (isAgreed) return;
    readMenuAgain();
    const reread = setInterval(readMenuAgain, rereadEveryMilliseconds);
    const stop = setTimeout(() => clearInterval(reread), rereadForMilliseconds);
    return () => {
      clearInterval(reread);
      clearTimeout(stop);
    };
  }, [isAgreed]);

  // Most problems are over at some time: an outlet opens, a pause ends, a kitchen has room again.
  useEffect(() => {
    if (!isRefused) return;
    const again = setInterval(() => setAgainAt(Date.now()), askAgainMilliseconds);
    return () => clearInterval(again);
  }, [isRefused]);

  useEffect(() => {
    if (inputText === 'null' || !isAsking) return;
    let isLeft = false;
    const ask = () => {
      askOnce(call, inputText, basketText, reason).then(
        (answered) => {
          latestAnswer = answered;
          if (isLeft) return;
          setAnswer(answered);
          setFailedText('');
        },
        // Without an answer the basket is what the menu says; placing asks again.
        () => {
          if (!isLeft) setFailedText(basketText);
        },
      );
    };
    const timer = setTimeout(ask, isFirstQuestion.current ? 0 : quoteDelayMilliseconds);
    isFirstQuestion.current = false;
    return () => {
      clearTimeout(timer);
      isLeft = true;
    };
  }, [inputText, basketText, call, isAsking, reason]);

  useEffect(() => {
    if (answer?.asked !== inputText || deliveredAddress(menu, basket, answer.quote) === null) return;
    changeBasket((before) => ({ ...before, address: deliveredAddress(menu, before, answer.quote) ?? before.address }));
  }, [answer, inputText, menu, basket, changeBasket]);

  return {
    place,
    totals,
    amounts: {
      ...totals,
      deliveryFee: totals.deliveryFee && subtractMoney(totals.deliveryFee, totals.deliveryDiscount),
      offers: quote?.offers ?? [],
    },
    input,
    quote,
    isSettled,
    isTotalOpen: quote === null && !isSettled && (hadOffers || mayHaveOffers(menu, basket)),
    acceptQuote: (newer) =>
      setAnswer({ asked: inputText, basketText, quote: newer, isAttended: answer?.isAttended ?? true }),
    isUnattended: input !== null && input.orderDate === undefined && answer?.isAttended === false,
    nextSlot:
      timeBlocker === null && !problems.some(({ code }) => timeProblems.has(code))
        ? null
        : slotInstead(freeSlots(slots, quote), basket.orderDate),
    changes,
    problems,
    blockers: [
      ...(timeBlocker === null ? [] : [timeBlocker]),
      ...problems.filter(isAboutPlace).map((problem) => problem.msg),
    ].slice(0, 1),
    modeInstead: timeBlocker === null ? null : modeInsteadOf(place, now),
    hasBrokenLine:
      changes.some((change) => change.kind !== 'repriced') || problems.some((problem) => problem.line !== undefined),
  };

  function withWords(problem: QuoteProblem): QuoteProblem {
    return { ...problem, msg: words.refusal(problem) };
  }

  function agreesWithMenu({ total, problems: found }: Quote): boolean {
    const isSame = fromMajor(total, menu.currency) === totals.total;
    return isSame && found.every(({ code }) => problemsBesideMenu.has(code) || changes.length > 0);
  }

  /** Why it cannot be had at its time, or at any. */
  function timeBlockerOf({ outlet, mode }: Place, slots: readonly Date[]): string | null {
    if (outlet === null) return null;
    const { timeZone, orderingSchedule } = outlet;
    const state = outletState(outlet, mode, now);
    const text = stateText(state, { now, outlet, words, language });
    if (text === null) {
      const other = otherModeOf(outlet, mode);
      return other === null ? words.notTakingOrders : words.modeNotAvailable(mode, other);
    }
    const wanted = basket.orderDate === null || mode === 'dine-in' ? null : new Date(basket.orderDate);
    if (wanted === null || state.kind === 'inactive' || state.kind === 'hours_not_set') {
      if (state.kind === 'open') return orderingSchedule.sameDate || mode === 'dine-in' ? null : words.notToday;
      return text;
    }
    if (slots.some((slot) => slot.getTime() === wanted.getTime())) return null;
    return words.slotGone(slotPhrase(wanted, now, timeZone, words, language));
  }
}

/** Null where the mode of the place is on, and where the other one cannot work either. */
function modeInsteadOf({ outlet, mode }: Place, now: Date): BasketCheck['modeInstead'] {
  if (outlet === null) return null;
  const { kind } = outletState(outlet, mode, now);
  return kind === 'not_offered' || kind === 'no_payment' ? otherModeOf(outlet, mode) : null;
}

/** Problems that another time would solve. */
const timeProblems = new Set<QuoteProblem['code']>([
  'order.slot_gone',
  'order.time_full',
  'order.not_today',
  'order.outlet_closed',
]);
/** Problems that keep a basket from being ordered although its menu is unchanged. */
const problemsBesideMenu = new Set<QuoteProblem['code']>([
  'order.time_full',
  'order.below_minimum',
  'order.not_attended',
  'order.table_invalid',
  'order.tip_too_large',
]);

/** Problems that the pages show at their place: the minimum beside the button, a tip that is too large at its field of the checkout. */
const problemsShownElsewhere = new Set<QuoteProblem['code']>(['order.below_minimum', 'order.tip_too_large']);

/** The page asks for the area itself. */
function problemsToShow(problems: readonly QuoteProblem[], place: Place): QuoteProblem[] {
  return problems.filter(
    ({ code }) => !problemsShownElsewhere.has(code) && !(code === 'order.area_not_served' && place.area === null),
  );
}

function isAboutPlace(problem: QuoteProblem): boolean {
  return problem.line === undefined;
}

/** Whether the basket lacks something of the area's minimum. */
export function isBelowMinimum(totals: BasketTotals): boolean {
  return totals.missing > ZERO;
}
