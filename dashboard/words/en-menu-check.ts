/** What the menu check says: one sentence for each finding (X08). */
const quoted = (name: string) => `"${name}"`;

export const menuCheck = {
  title: 'Can a guest order?',
  clear: 'Yes. Every active outlet can be ordered from, at its hours.',
  blocked: (count: number) =>
    count === 1 ? '1 thing keeps guests from ordering.' : `${count} things keep guests from ordering.`,
  blocks: 'What keeps guests from ordering',
  warns: 'What looks unfinished',
  showWarns: (count: number) =>
    count === 1 ? 'Show 1 thing that looks unfinished' : `Show ${count} things that look unfinished`,
  hideWarns: 'Hide what looks unfinished',
  more: (count: number) => `and ${count} more`,
  fix: 'Fix',
  fixOf: (sentence: string) => `Fix: ${sentence}`,

  findings: {
    'menu.none': () => 'There is no menu yet.',
    'menu.none_live': () => 'No menu is Live, so guests see none.',
    'menu.empty': ({ name }: { name: string }) => `The menu ${quoted(name)} is Live and has no dish.`,
    'menu.not_shown': ({ name }: { name: string }) =>
      `The menu ${quoted(name)} is Live, but guests see another one, which is Live before it.`,
    'category.empty': ({ name }: { name: string }) => `The category ${quoted(name)} has no dish.`,
    'item.in_no_category': ({ name }: { name: string }) =>
      `${quoted(name)} is in no category, so guests do not see it.`,
    'item.no_image': ({ name }: { name: string }) => `${quoted(name)} has no picture.`,
    'item.free': ({ name }: { name: string }) => `${quoted(name)} costs nothing.`,
    'translation.missing': ({ name, language, fields }: { name: string; language: string; fields: string }) =>
      `${quoted(name)} has no ${fields} in ${language}.`,
    'list.too_few_options': ({ name, needed, available, place }: ListFinding) =>
      `${quoted(name)} asks for ${needed} and offers ${available}${place === '' ? '' : ` at ${place}`}: what needs it cannot be ordered.`,
    'outlet.none': () => 'There is no outlet yet.',
    'outlet.none_active': () => 'No outlet is active, so guests find none.',
    'outlet.no_mode': ({ name }: { name: string }) => `${name} takes neither delivery nor pickup orders.`,
    'outlet.no_payment': ({ name, mode }: ModeFinding) => `${name}, ${mode}: no payment is switched on.`,
    'outlet.no_area': ({ name }: { name: string }) => `${name} delivers, but has no delivery area.`,
    'outlet.hours_not_set': ({ name, mode }: ModeFinding) => `${name}, ${mode}: no opening hours are set.`,
    'outlet.always_closed': ({ name, mode }: ModeFinding) => `${name}, ${mode}: closed on every day.`,
    'outlet.days_not_set': ({ name, mode, days }: ModeFinding & { days: string }) =>
      `${name}, ${mode}: no hours are set for ${days}.`,
    'outlet.no_address': ({ name }: { name: string }) => `${name} has no address.`,
    'outlet.nothing_to_order': ({ name }: { name: string }) => `${name}: every dish is switched off or sold out there.`,
  },
  fields: { name: 'name', description: 'description' },
};

interface ModeFinding {
  name: string;
  mode: string;
}
interface ListFinding {
  name: string;
  needed: number;
  available: number;
  /** Of one outlet, else ''. */
  place: string;
}
