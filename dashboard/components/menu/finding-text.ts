/** A finding of the menu check as a sentence, and where it is mended. */
import type { Diet } from '#contract/base/enumerations.ts';
import type { Finding } from '#contract/menu/menu-check.ts';
import type { ItemId, MenuId, ModifierListId, OutletId } from '#contract/base/ids.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { dayName } from '../../screens/outlets/hours-words.ts';

const { findings: text, fields: fieldNames } = words.menu.check;
const languages = new Intl.DisplayNames(words.locale, { type: 'language' });
const list = new Intl.ListFormat(words.locale, { type: 'conjunction' });

export function findingText(finding: Finding): string {
  const { code, subject, needed = 0, available = 0, outlet, language = '', option = '', list: listName = '' } = finding;
  const { name } = subject;
  const mode = words.ordering.mode[finding.mode ?? 'delivery'];
  switch (code) {
    case 'restaurant.email_unverified':
      return text.emailUnverified;
    case 'menu.none':
      return text.menu.none;
    case 'menu.none_live':
      return text.menu.noneLive;
    case 'menu.empty':
      return text.menu.empty({ name });
    case 'menu.not_shown':
      return text.menu.notShown({ name });
    case 'menu.never_sold':
      return text.menu.neverSold({ name });
    case 'category.empty':
      return text.category.empty({ name });
    case 'item.in_no_category':
      return text.item.inNoCategory({ name });
    case 'item.no_image':
      return text.item.noImage({ name });
    case 'item.free':
      return text.item.free({ name });
    case 'item.diet_doubtful':
      return text.item.dietDoubtful({
        name,
        diets: list.format((finding.diets ?? []).map((diet) => words.menu.items.dietNames[diet as Diet])),
      });
    case 'item.option_dead_end':
      return outlet === undefined
        ? text.item.optionDeadEnd({ name, option, list: listName })
        : text.item.optionDeadEndAt({ name, option, list: listName, outlet: outlet.name });
    case 'item.dead_end':
      return outlet === undefined ? text.item.deadEnd({ name }) : text.item.deadEndAt({ name, outlet: outlet.name });
    case 'item.list_never_asked':
      return text.item.listNeverAsked({ name, list: listName });
    case 'item.never_sold_with':
      return text.item.neverSoldWith({ name, dishes: list.format(finding.dishes ?? []) });
    case 'translation.missing':
      return text.translationMissing({
        name,
        fields: list.format((finding.fields ?? []).map((field) => fieldNames[field])),
        language: language === '' ? '' : (languages.of(language) ?? language),
      });
    case 'list.too_few_options':
      return outlet === undefined
        ? text.modifierList.tooFewOptions({ name, needed, available })
        : text.modifierList.tooFewOptionsAt({ name, needed, available, outlet: outlet.name });
    case 'outlet.none':
      return text.outlet.none;
    case 'outlet.none_active':
      return text.outlet.noneActive;
    case 'outlet.no_mode':
      return text.outlet.noMode({ name });
    case 'outlet.no_payment':
      return text.outlet.noPayment({ name, mode });
    case 'outlet.no_area':
      return text.outlet.noArea({ name });
    case 'outlet.hours_not_set':
      return text.outlet.hoursNotSet({ name, mode });
    case 'outlet.always_closed':
      return text.outlet.alwaysClosed({ name, mode });
    case 'outlet.days_not_set':
      return text.outlet.daysNotSet({ name, mode, days: list.format((finding.days ?? []).map(dayName)) });
    case 'outlet.no_address':
      return text.outlet.noAddress({ name });
    case 'outlet.nothing_to_order':
      return text.outlet.nothingToOrder({ name });
  }
}

/** The page where the subject of the finding is changed. */
export function findingPath({ code, subject, mode = 'delivery' }: Finding): string {
  switch (code) {
    case 'restaurant.email_unverified':
      return paths.account();
    case 'menu.none':
      return paths.createMenu();
    case 'menu.empty':
      return paths.menu(subject.id as MenuId);
    case 'menu.never_sold':
      return paths.menuForm(subject.id as MenuId);
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
    case 'item.diet_doubtful':
    case 'item.option_dead_end':
    case 'item.dead_end':
    case 'item.list_never_asked':
    case 'item.never_sold_with':
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
