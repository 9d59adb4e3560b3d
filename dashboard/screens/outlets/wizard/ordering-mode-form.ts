/** How an outlet takes orders in a mode, as the form has it, and what is sent of it (core-setup 3 and 7). Pure functions. */
import type { CallInput } from '#contract/base/client.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { hoursProblems } from '#contract/outlets/hours-problems.ts';
import type { DayHours, OpeningHours } from '#contract/outlets/opening-hours.ts';
import { dayName } from '../hours-words.ts';
import { readCount, readOptionalCount } from '../../../components/form/read-number.ts';
import { sayProblem } from '../../../words/say-answer.ts';
import { commaList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { modeOf, type OrderedMode } from '../outlet-progress.ts';

const text = words.outlets.orderingMode;

export interface OrderingModeForm {
  acceptsOrders: boolean;
  /** Minutes, as typed. */
  preparationTime: string;
  /** Preparation plus delivery; of delivery only. */
  deliveryTime: string;
  /** Empty: no limit. */
  makeMinutesPerQuarter: string;
  cash: boolean;
  card: boolean;
  openingHours: DayHours[];
}

export function orderingModeOf(outlet: Outlet, mode: OrderedMode): OrderingModeForm {
  const { acceptsOrders, preparationTime, deliveryTime, makeMinutesPerQuarter, paymentMethod, openingHours } = modeOf(
    outlet,
    mode,
  );
  return {
    acceptsOrders,
    preparationTime: String(preparationTime),
    deliveryTime: String(deliveryTime),
    makeMinutesPerQuarter: String(makeMinutesPerQuarter ?? ''),
    cash: paymentMethod.cashOnDelivery,
    card: paymentMethod.cardOnDelivery,
    openingHours: copyOf(openingHours),
  };
}

/** For a form, which owns its values. */
export function copyOf(hours: OpeningHours) {
  return hours.map((day) => ({ ...day, periods: day.periods.map((period) => ({ ...period })) }));
}

/** Fields that Save waits for, by their labels. */
export function missingOfOrderingMode(form: OrderingModeForm, mode: OrderedMode): string[] {
  const days = [...new Set(hoursProblems(form.openingHours).map(({ day }) => dayName(day)))];
  return [
    ...(form.preparationTime.trim() !== '' ? [] : [text.preparationTime]),
    ...(mode === 'delivery' && form.deliveryTime.trim() === '' ? [text.deliveryTime] : []),
    ...(days.length === 0 ? [] : [text.hoursNeeded({ days: commaList(days) })]),
  ];
}

/** Sentences by the rule that no schema knows, because a change may send one of the times alone. */
export function orderingModeProblems(form: OrderingModeForm, mode: OrderedMode): { deliveryTime?: string } {
  const [preparation, delivery] = [readCount(form.preparationTime), readCount(form.deliveryTime)];
  return mode === 'delivery' && delivery < preparation
    ? { deliveryTime: sayProblem({ code: 'outlet.delivery_time_too_short', details: { minutes: preparation } }) }
    : {};
}

/** The form as the API takes it. */
export function orderingModeRequest(
  form: OrderingModeForm,
  mode: OrderedMode,
): CallInput<'POST /outlet/update-ordering-modes/:id'>['body'] {
  const { acceptsOrders, preparationTime, deliveryTime, makeMinutesPerQuarter, cash, card, openingHours } = form;
  return {
    mode,
    preparationTime: readCount(preparationTime),
    ...(mode === 'delivery'
      ? { deliveryTime: readCount(deliveryTime), delivery: acceptsOrders }
      : mode === 'pickup'
        ? { pickup: acceptsOrders }
        : { delivery: acceptsOrders }),
    makeMinutesPerQuarter: readOptionalCount(makeMinutesPerQuarter),
    paymentMethod: { cashOnDelivery: cash, cardOnDelivery: card },
    openingHours: copyOf(openingHours),
  };
}

/** The field of the form that shows what the API says of one of its own. */
export function orderingModeField(apiField: string): keyof OrderingModeForm | null {
  const own = ['preparationTime', 'deliveryTime', 'makeMinutesPerQuarter', 'openingHours'] as const;
  return own.find((field) => apiField === field || apiField.startsWith(`${field}.`)) ?? null;
}
