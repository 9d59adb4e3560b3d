/** When and how a menu is sold, as a guest reads it. */
import type { Catalogue, CatalogueMenu } from '#contract/menu/catalogue.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { DAY, type Weekday, weekdays } from '#contract/base/time.ts';
import { type OpeningHours, type Period, spansOf } from '#contract/outlets/opening-hours.ts';
import type { Place } from '../state/place.ts';
import type { Words } from '../words/words.ts';
import { outletName } from './in-language.ts';
import { dateLocales } from './language.ts';

interface Reader {
  catalogue: Pick<Catalogue, 'outlets'>;
  words: Words;
  language: Language;
}

/** 'from 07:00 to 11:00, for pickup only': its hours, and of its other limits those that the place is outside of. */
export function saleText(
  { hours, modes, outletIds }: CatalogueMenu['sale'],
  { mode, outlet }: Pick<Place, 'mode' | 'outlet'>,
  { catalogue, words, language }: Reader,
): string {
  const { sale } = words;
  const list = (parts: readonly string[]) => listText(parts, language);
  const names = catalogue.outlets.filter(({ _id }) => outletIds?.includes(_id)).map((one) => outletName(one, language));
  const isElsewhere = outlet !== null && outletIds?.includes(outlet._id) === false;
  return [
    ...(hours ? [hoursText(hours, words, language)] : []),
    ...(modes && !modes.includes(mode) ? [sale.only(list(modes.map((one) => sale.modes[one])))] : []),
    ...(isElsewhere && names.length > 0 ? [sale.only(sale.at(list(names)))] : []),
  ].join(words.comma);
}

/** Days with the same hours are named together: 'Monday to Friday from 07:00 to 11:00; Sunday all day'. */
function hoursText(hours: OpeningHours, words: Words, language: Language): string {
  const { sale } = words;
  const textOf = (periods: readonly Period[]) =>
    listText(
      periods
        .filter((period) => spansOf([period]).length > 0)
        .map(({ start, end }) => (start === end && start === '00:00' ? sale.allDay : sale.period(start, end))),
      language,
    );
  const days = hours.map((day) => ({ day: day.day, text: day.open ? textOf(day.periods) : '' }));
  const groups = Map.groupBy(
    days.filter(({ text }) => text !== ''),
    ({ text }) => text,
  );
  const texts = [...groups].map(([text, same]) =>
    same.length === weekdays.length
      ? text
      : sale.onDays(
          daysText(
            same.map(({ day }) => day),
            words,
            language,
          ),
          text,
        ),
  );
  return texts.length === 0 ? sale.never : texts.join('; ');
}

/** 'Monday to Friday' where three or more follow each other, also across the end of the week; else each by its name. */
function daysText(days: readonly Weekday[], { sale }: Words, language: Language): string {
  const format = new Intl.DateTimeFormat(dateLocales[language], { weekday: 'long', timeZone: 'UTC' });
  const indexes = days.map((day) => weekdays.indexOf(day));
  // The first day of the epoch was a Thursday.
  const nameOf = (index: number) => format.format((((index + 7) % 7) + 3) * DAY);
  const has = (index: number) => indexes.includes((index + 7) % 7);
  const starts = indexes.filter((index) => !has(index - 1));
  const runs = starts.map((start) => {
    let length = 1;
    while (has(start + length)) length += 1;
    return { start, length };
  });
  const names = runs.flatMap(({ start, length }) =>
    length > 2
      ? [sale.daysTo(nameOf(start), nameOf(start + length - 1))]
      : Array.from({ length }, (_, index) => nameOf(start + index)),
  );
  return listText(names, language);
}

function listText(parts: readonly string[], language: Language): string {
  return new Intl.ListFormat(dateLocales[language], { type: 'conjunction' }).format(parts);
}
