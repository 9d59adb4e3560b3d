/** A finding of the menu check as a sentence, and where it is mended. */
import type { Finding } from '#contract/menu/menu-check.ts';
import type { ItemId, MenuId, ModifierListId, OutletId } from '#contract/base/ids.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { dayName } from '../../screens/outlets/hours-words.ts';

const { findings, fields: fieldNames } = words.menuCheck;
const languages = new Intl.DisplayNames(words.locale, { type: 'language' });
const list = new Intl.ListFormat(words.locale, { type: 'conjunction' });

export function findingText(finding: Finding): string {
  const { code, subject, mode = 'delivery', needed = 0, available = 0, outlet, language = '' } = finding;
  return findings[code]({
    name: subject.name,
    mode: words.mode[mode],
    days: list.format((finding.days ?? []).map(dayName)),
    needed,
    available,
    place: outlet?.name ?? '',
    language: language === '' ? '' : (languages.of(language) ?? language),
    fields: list.format((finding.fields ?? []).map((field) => fieldNames[field])),
  });
}

/** The page where the subject of the finding is changed. */
export function findingPath({ code, subject, mode = 'delivery' }: Finding): string {
  switch (code) {
    case 'menu.none':
      return paths.createMenu();
    case 'menu.empty':
      return paths.menu(subject.id as MenuId);
    case 'menu.none_live':
    case 'menu.not_shown':
    case 'category.empty':
    // Categories take items in, not the other way round.
    case 'item.in_no_category':
      return paths.menus();
    case 'outlet.none':
      return paths.createOutlet();
    case 'outlet.none_active':
      return paths.outlets();
    case 'outlet.nothing_to_order':
      return paths.items();
    case 'outlet.no_address':
      return paths.outletStep('edit', 'address', subject.id as OutletId);
    case 'outlet.no_area':
      return paths.outletStep('edit', 'delivery-area', subject.id as OutletId);
    case 'outlet.no_mode':
    case 'outlet.no_payment':
    case 'outlet.hours_not_set':
    case 'outlet.always_closed':
    case 'outlet.days_not_set':
      return paths.outletStep('edit', mode, subject.id as OutletId);
    case 'item.no_image':
    case 'item.free':
    case 'list.too_few_options':
    case 'translation.missing':
      return subjectPath(subject);
  }
}

function subjectPath({ kind, id }: Finding['subject']): string {
  switch (kind) {
    case 'item':
    case 'modifier':
      return paths.item(id as ItemId);
    case 'modifierList':
      return paths.modifierList(id as ModifierListId);
    case 'menu':
      return paths.menu(id as MenuId);
    case 'outlet':
      return paths.outletStep('edit', 'basic-info', id as OutletId);
    case 'category':
    case 'restaurant':
      return paths.menus();
  }
}
