/**
 * The sign-up as the person fills it in: two steps of one form (core-setup 4 and 5). It mirrors the screen and becomes the
 * request when it is sent. What was entered survives a reload in this tab, but never the password.
 */
import type { CallInput } from '#contract/base/client.ts';
import { outletBands, referralSources } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { emptyFields } from '../../../components/form/checked-form.ts';
import { isPossibleNumber, phoneCountry } from '../../../components/form/phone-countries.ts';
import { sayProblem } from '../../../words/say-answer.ts';
import { words } from '../../../words/words.ts';

const text = words.accounts.signUp;

export interface SignUpForm {
  restaurant: string;
  outlets: string;
  /** ISO 3166 code. */
  countries: string;
  chatfoodInformer: string;
  firstName: string;
  lastName: string;
  /** ISO 3166 code of the country whose dial code it is: several countries share one. */
  countryCode: string;
  mobileNo: string;
  email: string;
  password: string;
}
export type SignUpField = keyof SignUpForm;

/** The fields of the two steps, in the order of the screen. */
export const stepFields: readonly (readonly SignUpField[])[] = [
  ['restaurant', 'outlets', 'countries', 'chatfoodInformer'],
  ['firstName', 'lastName', 'countryCode', 'mobileNo', 'email', 'password'],
];

/** Messages under empty fields, word for word (core-setup 5). */
const requiredMessages: Record<SignUpField, string> = {
  restaurant: text.restaurantRequired,
  outlets: text.outletsRequired,
  countries: text.countryRequired,
  chatfoodInformer: text.informerRequired,
  firstName: text.firstNameRequired,
  lastName: text.lastNameRequired,
  countryCode: text.countryCodeRequired,
  mobileNo: text.mobileRequired,
  email: text.emailRequired,
  password: text.passwordRequired,
};

export const emptyForm: SignUpForm = {
  restaurant: '',
  outlets: '',
  countries: '',
  chatfoodInformer: '',
  firstName: '',
  lastName: '',
  countryCode: '',
  mobileNo: '',
  email: '',
  password: '',
};

/** The step (0 or 1) with the first of these fields. */
export function stepOf(fields: Iterable<string>): number {
  const wrong = new Set(fields);
  return stepFields.findIndex((step) => step.some((field) => wrong.has(field)));
}

/** Sentences by rules that no schema knows: those of the specification, of telephone numbers, and of passwords. */
export function signUpProblems(form: SignUpForm): Partial<Record<SignUpField, string>> {
  return {
    ...(isPossibleNumber(form.mobileNo, form.countryCode) ? {} : { mobileNo: text.mobileImpossible }),
    ...(isLongEnough(form.password) ? {} : { password: shortPassword() }),
    ...emptyFields(form, requiredMessages),
  };
}

/** The request; the lists of the form hold nothing but what the API takes. */
export function signUpRequest(form: SignUpForm): NonNullable<CallInput<'POST /auth/signup'>['body']> {
  return {
    restaurant: form.restaurant,
    outlets: outletBands.find((band) => band === form.outlets) ?? outletBands[0],
    country: phoneCountry(form.countries)?.englishName ?? form.countries,
    chatfoodInformer: referralSources.find((source) => source === form.chatfoodInformer) ?? 'Other',
    firstName: form.firstName,
    lastName: form.lastName,
    countryCode: phoneCountry(form.countryCode)?.dialCode ?? form.countryCode,
    mobileNumber: form.mobileNo,
    email: form.email.trim(),
    password: form.password,
  };
}

/** The names that the API gives fields, where they are others than the form's (D-95). */
const apiNames: Partial<Record<string, SignUpField>> = { country: 'countries', mobileNumber: 'mobileNo' };

/** The form's field for one that the API refused; null when it is none of the form's. */
export function formField(apiField: string): SignUpField | null {
  const name = apiNames[apiField] ?? apiField;
  return stepFields.flat().find((field) => field === name) ?? null;
}

export function isLongEnough(password: string): boolean {
  return Array.from(password).length >= limits.passwordMin;
}

/** The sentence for a password that is too short, as the server says it. */
export function shortPassword(): string {
  return sayProblem({ code: 'too_short', details: { least: limits.passwordMin } });
}

const DRAFT = 'signup';

export function readDraft(): SignUpForm {
  let stored: unknown;
  try {
    stored = JSON.parse(sessionStorage.getItem(DRAFT) ?? 'null');
  } catch {
    stored = null;
  }
  if (typeof stored !== 'object' || stored === null) return emptyForm;
  const draft = new Map<string, unknown>(Object.entries(stored));
  const read = (field: SignUpField) => {
    const value = draft.get(field);
    return typeof value === 'string' && field !== 'password' ? value : '';
  };
  return Object.fromEntries(stepFields.flat().map((field) => [field, read(field)])) as unknown as SignUpForm;
}

export function keepDraft(form: Partial<SignUpForm>): void {
  sessionStorage.setItem(DRAFT, JSON.stringify({ ...form, password: undefined }));
}

export function dropDraft(): void {
  sessionStorage.removeItem(DRAFT);
}
