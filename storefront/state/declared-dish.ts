import type { DeclaredDish } from '#contract/menu/allergens.ts';
import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import { choiceLists, type Menu } from './menu.ts';
import type { Place } from './place.ts';

/** The dish with its lists as they can be chosen from at the place, to be compared with the wish of a guest. */
export function declaredDish(
  menu: Menu,
  item: CatalogueItem,
  { outlet, startsAt }: Pick<Place, 'outlet' | 'startsAt'>,
): DeclaredDish {
  return {
    allergens: item.allergens,
    diets: item.diets,
    lists: choiceLists(menu, item, outlet?._id ?? null, startsAt).map((list) => {
      const { modifierList: declared } = menu.modifierLists.get(list.listId)!;
      return {
        ...list,
        // Choices stand in the order of their list.
        options: list.modifiers.flatMap(({ isAvailable }, index) => (isAvailable ? declared[index]! : [])),
      };
    }),
  };
}
