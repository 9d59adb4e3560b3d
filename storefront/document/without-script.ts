/** For a browser without script: the page is readable as it stands, and this says how to order and when somebody is there. */
import type { Catalogue, CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { addressLines, inLanguage, outletName } from '../language/in-language.ts';
import { specialDaysIn, specialDayOn, spansOf, type DayHours } from '#contract/outlets/opening-hours.ts';
import { DAY_MINUTES, timeOfMinutes, wallTime, weekdays } from '#contract/base/time.ts';
import { dateLocales } from '../language/language.ts';
import { pathsOf } from '../routing/paths.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { escapeHtml } from './escape.ts';
import { documentWords } from './words.ts';

export function withoutScript({ restaurant, outlets }: Catalogue, language: Language, now: Date): string {
  const words = documentWords[language];
  const menu = `<a href="${escapeHtml(pathsOf(restaurant.slug).menu())}">${escapeHtml(words.menu)}</a>`;
  return `<noscript><section class="no-script"><p>${escapeHtml(words.withoutScript)} ${menu}</p>${outlets
    .map((outlet) => outletText(outlet, language, now))
    .join('')}</section></noscript>`;
}

function outletText(outlet: CatalogueOutlet, language: Language, now: Date): string {
  const { phone, address } = outlet;
  const where = address === null ? '' : ` · ${escapeHtml(addressLines(address, language).location)}`;
  const call =
    phone === '' ? '' : ` · <a href="tel:${escapeHtml(phone)}"><bdi>${escapeHtml(spacedNumber(phone))}</bdi></a>`;
  const hours = hoursText(outlet, language, now);
  return `<p><b>${escapeHtml(outletName(outlet, language))}</b>${where}${call}<br>${hours.map(escapeHtml).join('<br>')}</p>`;
}

/** 'Mon – Thu 10:00 – 23:00': days in a row with the same hours together, beginning with Monday; and today, if it is a special day. */
function hoursText(outlet: CatalogueOutlet, language: Language, now: Date): string[] {
  const words = documentWords[language];
  const mode = outlet.modes.pickup.acceptsOrders ? 'pickup' : 'delivery';
  const terms = outlet.modes[mode];
  if (terms.openingHours.length === 0) return [];
  const times = ({ open, periods }: Pick<DayHours, 'open' | 'periods'>) => {
    const spans = open ? spansOf(periods) : [];
    if (spans.length === 0) return words.closed;
    return spans
      .map(({ from, to }) =>
        to - from >= DAY_MINUTES ? words.allDay : `${timeOfMinutes(from)} – ${timeOfMinutes(to % DAY_MINUTES)}`,
      )
      .join(', ');
  };
  const rows: { first: number; last: number; text: string }[] = [];
  for (const offset of weekdays.keys()) {
    const weekday = (offset + 1) % 7;
    const day = terms.openingHours.find((entry) => entry.day === weekdays[weekday]);
    const text = day === undefined ? words.closed : times(day);
    const before = rows.at(-1);
    if (before?.text === text) before.last = weekday;
    else rows.push({ first: weekday, last: weekday, text });
  }
  const name = (weekday: number) =>
    // 4 January 1970 was a Sunday.
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
      new Date(Date.UTC(1970, 0, 4 + weekday)),
    );
  const week = rows.map(({ first, last, text }) =>
    first === last ? `${name(first)} ${text}` : `${name(first)} – ${name(last)} ${text}`,
  );
  const today = wallTime(now, outlet.timeZone).date;
  const special = specialDayOn(specialDaysIn(outlet.specialDays, mode), today);
  return special === null
    ? week
    : [
        `${dayOf(today, language)}: ${times(special)} (${inLanguage(special.reason, special.reasonTranslations, language)})`,
        ...week,
      ];
}

/** '22 November', of the calendar date '2026-11-22'. */
function dayOf(date: string, language: Language): string {
  const format = new Intl.DateTimeFormat(dateLocales[language], { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return format.format(new Date(date));
}

/** '+971 4 123 4567': in groups, as it is dialled; as it is written where it is no number. */
function spacedNumber(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}
