/** The sentences about the fields that a guest fills in: name and email. The server answers with the codes. */
import type { FieldProblem, fieldProblems } from '#contract/base/field-problems.ts';
import { fillSentence } from '#contract/base/sentence.ts';

type GuestProblemCode = 'required' | 'too_long' | 'characters_not_allowed' | 'email_invalid' | 'invalid';
type Sentences = Readonly<Record<GuestProblemCode, string>>;

export const enProblems = {
  required: 'This field is required',
  too_long: 'Use at most {most} characters',
  characters_not_allowed: 'Some characters are not allowed',
  email_invalid: 'Use an address like name@example.com',
  invalid: 'This is not valid',
} satisfies Pick<typeof fieldProblems, GuestProblemCode>;

export const arProblems: Sentences = {
  required: 'هذا الحقل مطلوب.',
  too_long: 'الحد الأقصى لعدد الأحرف هو {most}.',
  characters_not_allowed: 'بعض الأحرف غير مسموح بها.',
  email_invalid: 'عنوان البريد الإلكتروني هذا غير صحيح.',
  invalid: 'تحقق من هذه القيمة.',
};

/** The sentence of a problem; of any that no field of a guest can have, that the value is not valid. */
export function problemIn(sentences: Sentences, { code, details }: FieldProblem): string {
  return fillSentence((sentences as Partial<Record<string, string>>)[code] ?? sentences.invalid, details);
}
