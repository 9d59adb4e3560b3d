import { type Weekday, weekdays } from '#contract/base/time.ts';
import { commaList } from '../../words/lists.ts';
import { dayText, momentText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { dayName } from '../outlets/hours-words.ts';
import { refundReasonText } from '../payments/refund-reason.ts';
import { auditedAmount } from './audited-amount.ts';

const text = words.staff.auditLog;
/** Facts without a name here are shown by that of the server. */
const factNames: Partial<Record<string, string>> = text.factNames;
const factsMax = 5;

/**
 * Facts beside the sentence of an entry in the audit log: 'currency: AED → GBP', 'reason: ...'. Empty facts are left
 * out.
 */
export function auditFacts(details: Readonly<Record<string, unknown>>): string[] {
  const { before, after, ...others } = withAmounts(details);
  const change =
    typeof before === 'string' && typeof after === 'string'
      ? [text.bareChange({ before: auditedAmount(wordOf(before)), after: auditedAmount(wordOf(after)) })]
      : [];
  const facts = Object.entries(others).filter(([name]) => !dayNames.has(name));
  return [...change, ...facts.flatMap(([name, value]) => factOf(name, value)), ...dayFacts(others)];
}

/** The cash of a shift is numbers beside their currency. */
function withAmounts(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { currency, ...others } = details;
  if (typeof currency !== 'string' || !('counted' in details)) return details;
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => [
      name,
      typeof value === 'number' ? auditedAmount(`${currency} ${value}`) : value,
    ]),
  );
}

const dayNames: ReadonlySet<string> = new Set(weekdays);

/** The hours of weekdays; days that change alike are one fact. */
function dayFacts(details: Readonly<Record<string, unknown>>): string[] {
  const alike = new Map<string, Weekday[]>();
  for (const day of weekdays) {
    if (details[day] === undefined) continue;
    const change = JSON.stringify(details[day]);
    alike.set(change, [...(alike.get(change) ?? []), day]);
  }
  return Array.from(alike.values()).flatMap((days) => {
    const names = days.length === weekdays.length ? words.outlets.hours.everyDay : commaList(days.map(dayName));
    return factOf('hours', details[days[0]!], names);
  });
}

function factOf(name: string, value: unknown, label = factNames[name] ?? name): string[] {
  if (value === '') return [];
  if (name === 'until' && typeof value === 'string') return [endOf(value)];
  if (typeof value === 'string') return [text.fact({ what: label, value: wordOfFact(name, value) })];
  if (Array.isArray(value)) return [text.fact({ what: label, value: listOf(value.map(String).map(wordIn(name))) })];
  if (typeof value === 'boolean') return [text.fact({ what: label, value: answerOf(value) })];
  if (typeof value === 'number') return [text.fact({ what: label, value: String(value) })];
  if (typeof value !== 'object' || value === null || !('after' in value)) return [];
  // A value that had none before, such as the amount of a refund.
  if (!('before' in value)) return factOf(name, value.after, label);
  const [before, after] = [value.before, value.after].map((side) =>
    typeof side === 'boolean' ? answerOf(side) : wordOfFact(name, String(side)),
  );
  return [text.change({ what: label, before: before!, after: after! })];
}

const answerOf = (is: boolean) => (is ? text.factValues.yes : text.factValues.no);

/** Filters are called what facts are; other lists are what somebody wrote. */
function wordIn(name: string): (value: string) => string {
  if (name === 'prices') return priceChange;
  return (value) => (name === 'searchedBy' ? (factNames[value] ?? value) : value);
}

/** 'Soup: AED 5 → AED 6', as the server writes the new price of one dish among several. */
function priceChange(value: string): string {
  const [, what, before, after] = /^(.*): (.*) → (.*)$/s.exec(value) ?? [];
  if (what === undefined || before === undefined || after === undefined) return value;
  return text.change({ what, before: auditedAmount(before), after: auditedAmount(after) });
}

/** A long list is all there in the export. */
function listOf(values: readonly string[]): string {
  const more = values.length - factsMax;
  return more > 1 ? text.factList({ facts: commaList(values.slice(0, factsMax)), more }) : commaList(values);
}

/** A pause and what is sold out have a length, a support view an instant. */
function endOf(until: string): string {
  const length = wordOf(until);
  if (length !== until) return text.fact({ what: text.factNames.length, value: length });
  return text.fact({ what: text.factNames.until, value: momentText(until) });
}

const factValues: Partial<Record<string, string>> = text.factValues;
/** The facts whose values may be words of the list above. */
const toldFacts: ReadonlySet<string> = new Set(['status', 'taxInclusive', 'hours', 'cash', 'card', 'online', 'answer']);
const amountFacts: ReadonlySet<string> = new Set(['minBasketValue', 'deliveryFee', 'freeFrom', 'amount']);
const calendarDate = /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/g;
const proofs: Partial<Record<string, string>> = text.proofs;

/** Some facts are one of a few words of the API; others are what somebody wrote. */
function wordOfFact(name: string, value: string): string {
  if (name === 'role' || name === 'mode') return wordOf(value);
  if (value === '') return text.factValues.none;
  if (amountFacts.has(name)) return factValues[value] ?? auditedAmount(value);
  if (name === 'feeTiers') return factValues[value] ?? feeTiers(value);
  if (toldFacts.has(name)) return factValues[value] ?? value;
  if (name === 'days') return value.replaceAll(calendarDate, (day) => dayText(day));
  if (name === 'reason') return refundReasonText(value);
  if (name === 'with' || name === 'wrong') return proofs[value] ?? value;
  return name === 'device' && value === 'unknown' ? text.unknownDevice : value;
}

/** '1500 m: AED 5, 3000 m: AED 7'. */
function feeTiers(value: string): string {
  return value.replaceAll(/(?<=: )[^:]+?(?=, \d+ m: |$)/g, auditedAmount);
}

/** A role, a status, a mode or a length of time, as screens call it. */
function wordOf(value: string): string {
  const factWords: Partial<Record<string, string>> = {
    ...words.staff.people.roles,
    ...words.platform.admin.statuses,
    ...words.ordering.mode,
    ...words.menu.inventory.lengths,
    ...words.outlets.pauses.lengths,
    ...words.kitchen.busy.lengths,
  };
  return factWords[value] ?? value;
}
