/** Field schemas that several domains use. Nothing that shows is coerced, silently trimmed or cut (R76, R77). */
import * as z from 'zod';
import { languages, modes } from './enumerations.ts';
import { weekdays } from './time.ts';
import { fieldProblem, type FieldProblem, fieldProblems, schemaProblem } from './field-problems.ts';
import { limits } from './limits.ts';
import { searchedText } from './searched-text.ts';
import { successText } from './success-text.ts';
import { type HoursProblem, hoursProblems, type PeriodProblem, periodProblems } from '../outlets/hours-problems.ts';
import type { Period } from '../outlets/opening-hours.ts';

/**
 * Control characters (line breaks and tabs are allowed in multi-line text), lone surrogates, and characters that
 * reorder or hide text.
 */
export const forbiddenInLine =
  /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/u;
const forbiddenInText =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/u;

/** Marks that come along with what is pasted or filled in from contacts, chats and maps; nobody sees which one was refused. */
const marksInLine = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** Text of several lines keeps the marks that cannot reorder what follows them on a page. */
const marksInText = /[\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Nothing that shows: spaces, marks of direction, characters without width, joiners on their own, fillers. These stay within a text that
 * shows something, as emoji and Persian names need some of them.
 */
const nothing = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** A schema for each length, made once, because schemas never change: several hundred of the same took 25 ms of a server's start. */
function byLength<Schema>(make: (max: number) => Schema): (max: number) => Schema {
  const made = new Map<number, Schema>();
  return (max) => {
    const schema = made.get(max) ?? make(max);
    made.set(max, schema);
    return schema;
  };
}

const codePoints = (text: string): number => Array.from(text).length;

/**
 * One line of text, 1 to `max` code points after trimming, without marks that show nothing, normalised to NFC. The
 * `meta` feeds the OpenAPI document, which counts code points too. Left out by `optional`, it stays unchanged.
 */
export const line = byLength((max) =>
  withinLine(
    withoutMarks(max, marksInLine).refine((text) => text !== '', 'required'),
    max,
  ).meta({
    minLength: 1,
    maxLength: max,
  }),
);

/** A line, or an empty text, which takes away what was there. */
export const lineOrEmpty = byLength((max) => withinLine(withoutMarks(max, marksInLine), max).meta({ maxLength: max }));

/** A line that nobody has to give: an empty one counts as left out. */
export const optionalLine = byLength((max) =>
  lineOrEmpty(max)
    .transform((text) => (text === '' ? undefined : text))
    .optional(),
);

/** Text as entered, without these marks; empty where nothing else in it shows. */
function withoutMarks(max: number, marks: RegExp) {
  return z
    .string()
    .max(max * 4)
    .overwrite((entered) => (nothing.test(entered) ? '' : entered.replaceAll(marks, '')));
}

function withinLine(entered: z.ZodString, max: number) {
  return entered
    .refine((text) => codePoints(text.trim()) <= max, schemaProblem('too_long', { most: max }))
    .refine((text) => !forbiddenInLine.test(text), 'characters_not_allowed')
    .overwrite((text) => text.trim().normalize('NFC'));
}

/** Text of several lines, 0 to `max` code points, normalised to NFC. CRLF, as browsers' forms send it, becomes LF. */
export const text = byLength((max) => withoutForbidden(withoutMarks(max, marksInText), max));

/** Text to look for, 0 to `max` code points without signs that show nothing: these come along with what is pasted. */
export const searched = byLength((max) =>
  withoutForbidden(withoutMarks(max, marksInText).overwrite(searchedText), max),
);

function withoutForbidden(entered: z.ZodString, max: number) {
  return entered
    .refine((value) => codePoints(value) <= max, schemaProblem('too_long', { most: max }))
    .refine((value) => !forbiddenInText.test(value), 'characters_not_allowed')
    .overwrite((value) => value.replaceAll(/\r\n?/g, '\n').trim().normalize('NFC'))
    .meta({ maxLength: max });
}

/** A UUID of any version, lower case, branded as the id of one kind of entity. */
export const idOf = <Id extends string>() => anyId as unknown as z.ZodType<Id, Id>;
/** The id in the path. */
export const idParams = <Id extends string>() => anyIdParams as unknown as z.ZodObject<{ id: z.ZodType<Id, Id> }>;
// One schema for the ids of every kind, which differ in their types alone.
const anyId = z.guid().overwrite((value) => value.toLowerCase());
const anyIdParams = z.object({ id: anyId });

/** An amount in major units of the restaurant's currency, as the specification has it: 18.5. */
export const price = z.number().min(0).max(limits.maxPrice);
/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime();
export const email = z.email().max(limits.email);
/** Texts in languages other than the restaurant's default. */
export const translations = z.record(z.string(), z.string());
export type Translations = z.infer<typeof translations>;
/** Translations as clients send them, one line each and always the full set: a missing or empty one is deleted. */
export const translatedLines = byLength((max) =>
  z.partialRecord(z.enum(languages), lineOrEmpty(max)).transform(withoutEmpty),
);
export const translatedTexts = byLength((max) => z.partialRecord(z.enum(languages), text(max)).transform(withoutEmpty));

function withoutEmpty(texts: Partial<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).flatMap(([language, words]) => (words ? [[language, words]] : [])));
}

/** Ids of other entities, bare or as `{ _id }`, the specification's form. Duplicates count once. */
export const referencesTo = <Id extends string>(max: number) =>
  z
    .array(z.union([idOf<Id>(), z.object({ _id: idOf<Id>() }).transform(({ _id }) => _id)]))
    .max(max)
    .transform((ids) => [...new Set(ids)]);

/** The values that fill the sentence of a code. */
const details = z.record(z.string(), z.union([z.string(), z.number()])).optional();

/** The part of an answer that confirms a change: the code of the sentence, its details, and the sentence in English. */
export const confirmed = {
  success: z.literal(true),
  code: z.enum(Object.keys(successText) as (keyof typeof successText)[]),
  details,
  msg: z.string(),
};
/** The same of a call that may change nothing, or be asked to say nothing: without a code, nothing is confirmed. */
export const confirmedIfChanged = z.object(confirmed).partial({ code: true, msg: true }).shape;
/** The plain answer of a call that only confirms. */
export const done = z.object(confirmed);

/** The problem of one value. */
export const Problem = z.object({
  code: z.enum(Object.keys(fieldProblems) as (keyof typeof fieldProblems)[]),
  details,
});

/** The subscription of a browser to pushes: its address at a push service, its public key (65 bytes) and its secret (16 bytes) in base64url. */
export const pushEndpoint = z.string().max(limits.pushEndpoint);
export const pushKeys = { p256dh: z.string().regex(/^[\w-]{87}$/), auth: z.string().regex(/^[\w-]{22}$/) };

export const mode = z.enum(modes);

/** Prices of modes in which it has another than the usual one. */
export const modePrices = z.partialRecord(mode, price);

/** A local day, '2026-03-20'. */
export const day = z.iso.date();

const period = z.object({ start: z.string(), end: z.string() });
export const periods = z.array(period);
export const openingHours = z.array(z.object({ day: z.enum(weekdays), open: z.boolean(), periods }));

/** 'HH:mm', or empty for "not set". The five-minute grid is checked with the rules of the hours. */
const newTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'hours.time_malformed');
export const newPeriods = z.array(z.object({ start: newTime, end: newTime })).max(limits.periodsPerDayMax);

/** Opening hours to store: Sunday to Saturday once each, open periods without overlaps. */
export const newOpeningHours = z
  .array(z.object({ day: z.enum(weekdays), open: z.boolean(), periods: newPeriods }))
  .max(weekdays.length)
  .superRefine((hours, context) => {
    for (const problem of hoursProblems(hours)) {
      const index = hours.findIndex((entry) => entry.day === problem.day);
      const path = problem.period === undefined || index < 0 ? [] : [index, 'periods', problem.period];
      addProblem(context, path, hoursProblem(problem));
    }
  })
  .overwrite((hours) => hours.toSorted((one, other) => weekdays.indexOf(one.day) - weekdays.indexOf(other.day)));

/** Refuses the periods of a special day unless there is at least one and all are set. */
export function refuseSpecialPeriods(list: readonly Period[], context: z.RefinementCtx): void {
  for (const { code, period: index } of periodProblems(list)) {
    addProblem(context, index === undefined ? ['periods'] : ['periods', index], periodProblem(code));
  }
}

function addProblem(
  context: z.RefinementCtx,
  path: (string | number)[],
  { code, details: params }: FieldProblem,
): void {
  context.addIssue({ code: 'custom', path, message: code, ...(params === undefined ? {} : { params }) });
}

function hoursProblem({ day: name, code }: HoursProblem): FieldProblem {
  if (code === 'day_missing') return fieldProblem('hours.day_missing', { day: name });
  return code === 'day_repeated' ? fieldProblem('hours.day_repeated', { day: name }) : periodProblem(code);
}

function periodProblem(code: PeriodProblem['code']): FieldProblem {
  switch (code) {
    case 'too_many_periods':
      return fieldProblem('hours.too_many_periods', { most: limits.periodsPerDayMax });
    case 'off_grid':
      return fieldProblem('hours.off_grid', { minutes: limits.timeStepMinutes });
    case 'empty':
      return fieldProblem('hours.period_empty');
    case 'incomplete':
      return fieldProblem('hours.period_incomplete');
    case 'malformed':
      return fieldProblem('hours.time_malformed');
    case 'overlap':
      return fieldProblem('hours.overlap');
  }
}
