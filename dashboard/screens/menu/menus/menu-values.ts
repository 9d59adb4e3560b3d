/** The form about a menu, as texts; the API leaves out what does not limit it. */
import type { Mode } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { Menu } from '#contract/menu/menus.ts';
import type { DayHours } from '#contract/outlets/opening-hours.ts';
import { changedFields } from '../../../components/form/changed-fields.ts';
import { readOptionalCount } from '../../../components/form/read-number.ts';
import { words } from '../../../words/words.ts';
import { emptyWeek } from '../../outlets/empty-week.ts';

const text = words.menu.menus;

export interface MenuValues {
  name: string;
  nameArabic: string;
  platform: string;
  notes: string;
  /** Calories as typed; empty for none. */
  calories: string;
  hasHours: boolean;
  hours: DayHours[];
  /** Empty for all of them, as `outlets`. */
  modes: Mode[];
  outlets: OutletId[];
}

export function menuValues(menu: Menu | null): MenuValues {
  const { hours, modes = [], outletIds = [] } = menu?.sale ?? {};
  return {
    name: menu?.name ?? '',
    nameArabic: menu?.nameTranslations?.['ar'] ?? '',
    platform: menu?.platform ?? text.platformDefault,
    notes: menu?.notes ?? text.notesDefault,
    calories: String(menu?.calories ?? ''),
    hasHours: hours !== undefined,
    hours: [...(hours ?? emptyWeek)],
    modes,
    outlets: outletIds,
  };
}

/** The form as the API takes it. Outlets that were deleted since stay: without them the menu would be sold everywhere. */
export function menuFields(values: MenuValues, before: Menu | null) {
  const { name, nameArabic, platform, notes, calories, hasHours, hours, modes, outlets } = values;
  return {
    name,
    platform,
    notes,
    calories: readOptionalCount(calories),
    nameTranslations: { ...before?.nameTranslations, ar: nameArabic.trim() },
    sale: {
      hours: hasHours ? hours.map((day) => ({ ...day, periods: [...day.periods] })) : null,
      modes: modes.length === 0 ? null : modes,
      outletIds: outlets.length === 0 ? null : outlets,
    },
  };
}

/** Fields that were changed in the form. */
export function menuChanges(before: Menu, values: MenuValues) {
  return changedFields(menuFields(menuValues(before), before), menuFields(values, before));
}

/** The field of the form for one of the API. */
export function menuField(apiField: string): keyof MenuValues {
  const known: Readonly<Record<string, keyof MenuValues>> = {
    'nameTranslations.ar': 'nameArabic',
    'sale.outletIds': 'outlets',
    'sale.modes': 'modes',
  };
  return known[apiField] ?? (apiField as keyof MenuValues);
}
