import { words } from '../../words/words.ts';

const { record: text } = words;
const mostTold = 5;

/** What an entry of the record says beside its sentence: 'currency: AED → GBP', 'reason: ...'. Empty facts are left out. */
export function factsOf(details: Readonly<Record<string, unknown>>): string[] {
  const { before, after, ...others } = details;
  const change =
    typeof before === 'string' && typeof after === 'string' ? [`${wordOf(before)} → ${wordOf(after)}`] : [];
  return [...change, ...Object.entries(others).flatMap(([name, value]) => factOf(name, value))];
}

function factOf(name: string, value: unknown): string[] {
  const what = text.words[name] ?? name;
  if (value === '') return [];
  if (name === 'until' && typeof value === 'string') return [endOf(value)];
  if (typeof value === 'string') return [text.fact(what, isChosen.has(name) ? wordOf(value) : value)];
  if (Array.isArray(value)) return [text.fact(what, listOf(value.map(String)))];
  if (typeof value === 'number' || typeof value === 'boolean') return [text.fact(what, String(value))];
  if (typeof value !== 'object' || value === null || !('before' in value) || !('after' in value)) return [];
  return [text.change(what, String(value.before), String(value.after))];
}

/** A long list is all there in the export. */
function listOf(values: readonly string[]): string {
  const more = values.length - mostTold;
  return more > 1 ? text.some(values.slice(0, mostTold), more) : values.join(', ');
}

/** A pause and what is sold out have a length, a support view an instant. */
function endOf(until: string): string {
  const length = wordOf(until);
  if (length !== until) return text.fact(text.words['length']!, length);
  return text.fact(text.words['until']!, moment.format(new Date(until)));
}

const moment = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

/** Facts that are one of a few words of the API; others are what somebody wrote. */
const isChosen = new Set(['role', 'mode']);

/** A role, a status, a mode or a length of time, as screens call it. */
function wordOf(value: string): string {
  const known: Partial<Record<string, string>> = {
    ...words.staff.roles,
    ...words.admin.statuses,
    ...words.mode,
    ...words.inventory.lengths,
    ...words.pauseUntil.lengths,
  };
  return known[value] ?? value;
}
