/** Field schemas that several domains use. Nothing is coerced, silently trimmed or cut (R76, R77). */
import * as z from 'zod';
import { languages, modes } from './enumerations.ts';
import { weekdays } from './time.ts';
import { limits } from './limits.ts';
import { hoursProblems, type PeriodProblem, periodProblems } from '../outlets/hours-problems.ts';
import type { Period } from '../outlets/opening-hours.ts';

/**
 * Control characters (line breaks and tabs are allowed in multi-line text), lone surrogates, and characters that
 * reorder or hide text.
 */
const forbiddenInLine =
  /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/u;
const forbiddenInText =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/u;

const codePoints = (text: string): number => Array.from(text).length;

/**
 * One line of text, 1 to `max` code points after trimming, normalised to NFC. The `meta` feeds the OpenAPI document,
 * which counts code points too.
 */
export const line = (max: number) =>
  z
    .string()
    .max(max * 4)
    .refine((text) => text.trim() !== '', 'This field is required')
    .refine((text) => codePoints(text.trim()) <= max, `Use at most ${max} characters`)
    .refine((text) => !forbiddenInLine.test(text), 'Some characters are not allowed')
    .overwrite((text) => text.trim().normalize('NFC'))
    .meta({ minLength: 1, maxLength: max });

/** Text of several lines, 0 to `max` code points, normalised to NFC. CRLF, as browsers' forms send it, becomes LF. */
export const text = (max: number) =>
  z
    .string()
    .max(max * 4)
    .refine((value) => codePoints(value) <= max, `Use at most ${max} characters`)
    .refine((value) => !forbiddenInText.test(value), 'Some characters are not allowed')
    .overwrite((value) => value.replaceAll(/\r\n?/g, '\n').trim().normalize('NFC'))
    .meta({ maxLength: max });

/** A UUID of any version, lower case, branded as the id of one kind of entity. */
export const idOf = <Id extends string>() =>
  z.guid().overwrite((value) => value.toLowerCase()) as unknown as z.ZodType<Id, Id>;
/** The id in the path. */
export const idParams = <Id extends string>() => z.object({ id: idOf<Id>() });

/** An amount in major units of the restaurant's currency, as the specification has it: 18.5. */
export const price = z.number().min(0).max(limits.maxPrice);
/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime();
export const email = z.email().max(limits.email);
/** Texts in languages other than the restaurant's default. */
export const translations = z.record(z.string(), z.string());
export type Translations = z.infer<typeof translations>;
/** Translations as clients send them, one line each and always the full set: a missing or empty one is deleted. */
export const translatedLines = (max: number) =>
  z.partialRecord(z.enum(languages), z.union([line(max), z.literal('')])).transform(withoutEmpty);
export const translatedTexts = (max: number) => z.partialRecord(z.enum(languages), text(max)).transform(withoutEmpty);

function withoutEmpty(texts: Partial<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).flatMap(([language, words]) => (words ? [[language, words]] : [])));
}

/** Ids of other entities, bare or as `{ _id }`, the specification's form. Duplicates count once. */
export const referencesTo = <Id extends string>(max: number) =>
  z
    .array(z.union([idOf<Id>(), z.object({ _id: idOf<Id>() }).transform(({ _id }) => _id)]))
    .max(max)
    .transform((ids) => [...new Set(ids)]);

/** The plain answer of a call that only confirms. */
export const done = z.object({ success: z.literal(true), msg: z.string() });

export const mode = z.enum(modes);

/** A local day, '2026-03-20'. */
export const day = z.iso.date();

const period = z.object({ start: z.string(), end: z.string() });
export const periods = z.array(period);
export const openingHours = z.array(z.object({ day: z.enum(weekdays), open: z.boolean(), periods }));

/** 'HH:mm', or empty for "not set". The five-minute grid is checked with the rules of the hours. */
const newTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Use a time such as 09:30');
export const newPeriods = z.array(z.object({ start: newTime, end: newTime })).max(limits.periodsPerDayMax);

/** Opening hours to store: Sunday to Saturday once each, open periods without overlaps. */
export const newOpeningHours = z
  .array(z.object({ day: z.enum(weekdays), open: z.boolean(), periods: newPeriods }))
  .max(weekdays.length)
  .superRefine((hours, context) => {
    for (const problem of hoursProblems(hours)) {
      const index = hours.findIndex((entry) => entry.day === problem.day);
      const path = problem.period === undefined || index < 0 ? [] : [index, 'periods', problem.period];
      context.addIssue({ code: 'custom', path, message: `${problem.day}: ${sentences[problem.code]}` });
    }
  })
  .overwrite((hours) => hours.toSorted((one, other) => weekdays.indexOf(one.day) - weekdays.indexOf(other.day)));

/** Refuses the periods of a special day unless there is at least one and all are set. */
export function refuseSpecialPeriods(list: readonly Period[], context: z.RefinementCtx): void {
  for (const { code, period: index } of periodProblems(list)) {
    const path = index === undefined ? ['periods'] : ['periods', index];
    context.addIssue({ code: 'custom', path, message: sentences[code] });
  }
}

const sentences: Record<PeriodProblem['code'] | 'day_missing' | 'day_repeated', string> = {
  day_missing: 'this day is missing',
  day_repeated: 'this day is there twice',
  too_many_periods: `use at most ${limits.periodsPerDayMax} periods`,
  empty: 'a period has no times',
  incomplete: 'a period needs a start and an end',
  malformed: 'use a time such as 09:30',
  off_grid: `use steps of ${limits.timeStepMinutes} minutes`,
  overlap: 'two periods overlap',
};
