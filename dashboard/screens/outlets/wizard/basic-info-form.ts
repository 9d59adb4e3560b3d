/** The basic information of an outlet as the form has it, and what is sent of it (core-setup 5). Pure functions. */
import type { CallInput } from '#contract/base/client.ts';
import { findCountry } from '#contract/base/countries.ts';
import { limits } from '#contract/base/limits.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { listedTimeZone } from '#contract/base/time-zones.ts';
import type { ImageChoice } from '../../../components/form/image-field.tsx';
import { type PhoneEntry, phoneEntry, phoneText } from '../../../components/form/phone-entry.ts';
import { isPossibleNumber } from '../../../components/form/phone-countries.ts';
import { readNumber } from '../../../components/form/read-number.ts';
import { words } from '../../../words/words.ts';

const text = words.outlets.basicInfo;

export interface BasicInfoForm {
  image: ImageChoice;
  name: string;
  /** Arabic is entered; what there is in other languages stays. */
  nameTranslations: { ar: string; [language: string]: string };
  /** An IANA name; empty: none chosen. */
  timeZone: string;
  email: string;
  phone: PhoneEntry;
  sameDate: boolean;
  nextDate: boolean;
  /** In percent, as typed. */
  taxRate: string;
  taxInclusive: boolean;
  alertCalls: boolean;
}

/** For an outlet in the country; its zone is the country's where that has one for all, else that of this device. */
export function emptyBasicInfo(country: string, deviceZone: string): BasicInfoForm {
  return {
    image: { kind: 'none' },
    name: '',
    nameTranslations: { ar: '' },
    timeZone: listedTimeZone(findCountry(country)?.timeZone ?? deviceZone) ?? '',
    email: '',
    phone: { country: findCountry(country) === null ? '' : country, number: '' },
    sameDate: true,
    nextDate: false,
    taxRate: String(limits.taxRateMin),
    taxInclusive: false,
    alertCalls: false,
  };
}

export function basicInfoOf(outlet: Outlet, country: string): BasicInfoForm {
  return {
    image: outlet.coverImage === null ? { kind: 'none' } : { kind: 'saved', url: outlet.coverImage.url },
    name: outlet.name,
    nameTranslations: { ar: '', ...outlet.nameTranslations },
    timeZone: listedTimeZone(outlet.timeZone) ?? '',
    email: outlet.email ?? '',
    phone: phoneEntry(outlet.phone, country),
    ...outlet.orderingSchedule,
    taxRate: String(outlet.taxDetails.taxRate),
    taxInclusive: outlet.taxDetails.taxInclusive,
    alertCalls: outlet.alertCalls ?? false,
  };
}

/** Fields that Save waits for, by their labels (core-setup 5). */
export function missingOfBasicInfo(form: BasicInfoForm): string[] {
  const needed: [isMissing: boolean, name: string][] = [
    [form.image.kind === 'none' || form.image.kind === 'preparing', text.image],
    [form.name.trim() === '', text.name],
    [form.timeZone === '', text.timeZone],
    [form.email.trim() === '', text.email],
    [form.phone.country === '' || form.phone.number.trim() === '', text.phone],
    [!form.sameDate && !form.nextDate, text.sameOrNext],
    [readTaxRate(form.taxRate) === null, text.taxNeeded],
  ];
  return needed.filter(([isMissing]) => isMissing).map(([, name]) => name);
}

/** A percentage from 0 to 100 with two decimals at most, for which Save waits; null for anything else. */
export function readTaxRate(entered: string): number | null {
  const rate = readNumber(entered);
  return rate >= limits.taxRateMin && rate <= limits.taxRateMax && /^\d+(\.\d{1,2})?$/.test(String(rate)) ? rate : null;
}

/** Sentences by the rule that no schema knows: the numbers of a country. */
export function basicInfoProblems({ phone }: BasicInfoForm): { phone?: string } {
  return isPossibleNumber(phone.number, phone.country) ? {} : { phone: text.phoneWrong };
}

/** The form as the API takes it; the image travels beside it. */
export function basicInfoRequest(form: BasicInfoForm): NonNullable<CallInput<'POST /outlet/add-outlet'>['form']> {
  const { name, nameTranslations, timeZone, email, phone, sameDate, nextDate, taxRate, taxInclusive, alertCalls } =
    form;
  return {
    name,
    nameTranslations,
    timeZone,
    email: email.trim(),
    phone: phoneText(phone),
    orderingSchedule: { sameDate, nextDate },
    taxDetails: { taxRate: readNumber(taxRate), taxInclusive },
    alertCalls,
  };
}

/** The field of the form that shows what the API says of one of its own; null for what is none of the form's. */
export function basicInfoField(apiField: string): keyof BasicInfoForm | 'nameTranslations.ar' | null {
  const [name = ''] = apiField.split('.');
  if (name === 'nameTranslations') return 'nameTranslations.ar';
  if (name === 'taxDetails') return 'taxRate';
  if (name === 'orderingSchedule') return 'sameDate';
  if (name === 'coverImage') return 'image';
  const own = ['image', 'name', 'timeZone', 'email', 'phone'] as const;
  return own.find((field) => field === name) ?? null;
}
