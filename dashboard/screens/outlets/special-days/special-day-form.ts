/** A special day of an outlet as the form has it, and what is sent of it. Pure functions. */
import type { CallInput } from '#contract/base/client.ts';
import { modes } from '#contract/base/enumerations.ts';
import { periodProblems } from '#contract/outlets/hours-problems.ts';
import type { Period } from '#contract/outlets/opening-hours.ts';
import type { SpecialDay } from '#contract/outlets/special-days.ts';
import { emptyPeriod } from '../empty-week.ts';
import { weekdayText } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';

const text = words.outlets.specialDays;

export interface SpecialDayForm {
  reason: string;
  /** Arabic is entered; what there is in other languages stays. */
  reasonTranslations: { ar: string; [language: string]: string };
  /** 'YYYY-MM-DD'. */
  startsOn: string;
  /** The same; empty: the first day alone. */
  endsOn: string;
  isClosed: boolean;
  periods: Period[];
  /** Empty: all. */
  mode: string;
}

export const emptySpecialDay: SpecialDayForm = {
  reason: '',
  reasonTranslations: { ar: '' },
  startsOn: '',
  endsOn: '',
  isClosed: true,
  periods: [emptyPeriod],
  mode: '',
};

export function specialDayForm(day: SpecialDay): SpecialDayForm {
  const { reason, reasonTranslations, startsOn, endsOn, open, periods, mode } = day;
  return {
    reason,
    reasonTranslations: { ar: '', ...reasonTranslations },
    startsOn,
    endsOn: endsOn === startsOn ? '' : endsOn,
    isClosed: !open,
    periods: periods.length === 0 ? [emptyPeriod] : periods.map((period) => ({ ...period })),
    mode: mode ?? '',
  };
}

/** Fields that Save waits for, by their labels. */
export function missingOfSpecialDay({ reason, startsOn, isClosed, periods }: SpecialDayForm): string[] {
  return [
    ...(reason.trim() === '' ? [text.reason] : []),
    ...(startsOn === '' ? [text.startsOn] : []),
    ...(!isClosed && periodProblems(periods).length > 0 ? [text.hoursNeeded] : []),
  ];
}

/** The form as the API takes it. */
export function specialDayRequest(form: SpecialDayForm): CallInput<'POST /outlet/update-special-day/:id'>['body'] {
  const { reason, reasonTranslations, startsOn, endsOn, isClosed, periods, mode } = form;
  return {
    reason,
    reasonTranslations,
    startsOn,
    endsOn: endsOn === '' ? startsOn : endsOn,
    open: !isClosed,
    ...(isClosed ? {} : { periods: periods.map((period) => ({ ...period })) }),
    mode: modes.find((one) => one === mode) ?? null,
  };
}

/** The field that shows what the API says of one of its own. */
export function specialDayField(apiField: string): keyof SpecialDayForm | 'reasonTranslations.ar' | null {
  const own = ['reason', 'reasonTranslations.ar', 'startsOn', 'endsOn', 'periods'] as const;
  return own.find((field) => apiField === field || apiField.startsWith(`${field}.`)) ?? null;
}

/** Special days that are not over on a local date, the first day first. */
export function comingDays(days: readonly SpecialDay[], today: string): SpecialDay[] {
  return days.filter(({ endsOn }) => endsOn >= today).toSorted((a, b) => a.startsOn.localeCompare(b.startsOn));
}

/** 'Fri, 20 Mar 2026', or the first and the last of several days. */
export function datesInWords({ startsOn, endsOn }: Pick<SpecialDay, 'startsOn' | 'endsOn'>): string {
  const [first, last] = [weekdayText(startsOn), weekdayText(endsOn)];
  return startsOn === endsOn ? first : text.fromTo({ first, last });
}
