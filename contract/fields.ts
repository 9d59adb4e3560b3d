/** Field schemas that several domains use. Texts follow R76, numbers R77: nothing is coerced, trimmed silently or cut. */
import * as z from 'zod';
import { modes, weekdays } from './enumerations.ts';
import { limits } from './limits.ts';

/** Control characters (line breaks and tabs are allowed in multi-line text), lone surrogates, and characters that reorder or hide text. */
const forbiddenInLine =
  /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/u;
const forbiddenInText =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/u;

const codePoints = (text: string): number => Array.from(text).length;

/** One line of text, 1 to `max` code points after trimming; NFC. The `meta` is for the API document, which counts code points too. */
export const line = (max: number) =>
  z
    .string()
    .max(max * 4)
    .refine((text) => text.trim() !== '', 'This field is required')
    .refine((text) => codePoints(text.trim()) <= max, `Use at most ${max} characters`)
    .refine((text) => !forbiddenInLine.test(text), 'Some characters are not allowed')
    .overwrite((text) => text.trim().normalize('NFC'))
    .meta({ minLength: 1, maxLength: max });

/** Text of several lines, 0 to `max` code points; NFC. */
export const text = (max: number) =>
  z
    .string()
    .max(max * 4)
    .refine((value) => codePoints(value) <= max, `Use at most ${max} characters`)
    .refine((value) => !forbiddenInText.test(value), 'Some characters are not allowed')
    .overwrite((value) => value.trim().normalize('NFC'))
    .meta({ maxLength: max });

/** A UUID of any version, lower case, typed as the id of one kind of thing. */
export const idOf = <Id extends string>() =>
  z.guid().overwrite((value) => value.toLowerCase()) as unknown as z.ZodType<Id, Id>;
/** The id in the path. */
export const idParams = <Id extends string>() => z.object({ id: idOf<Id>() });

/** An amount in major units of the restaurant's currency, as the spec has it: 18.5. */
export const price = z.number().min(0).max(limits.maxPrice);
/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime();
export const email = z.email().max(limits.email);
/** Texts in other languages than the restaurant's default. */
export const translations = z.record(z.string(), z.string());

/** The plain answer of a call that only confirms. */
export const done = z.object({ success: z.literal(true), msg: z.string() });

export const mode = z.enum(modes);
export const openingHours = z.array(
  z.object({
    day: z.enum(weekdays),
    open: z.boolean(),
    periods: z.array(z.object({ start: z.string(), end: z.string() })),
  }),
);
