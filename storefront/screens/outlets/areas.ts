import type { CatalogueArea } from '#contract/outlets/delivery-areas.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { foldText } from '#contract/base/fold-text.ts';
import { areaName, outletName } from '../../language/in-language.ts';
import { type Menu, minutesNow } from '../../state/menu.ts';
import { withMinutes } from '../../state/place.ts';
import { useNow, useSite } from '../../site.tsx';

/** The areas of all outlets that deliver at present, by name. */
export function areasServed(menu: Menu, language: Language): CatalogueArea[] {
  return menu.catalogue.deliveryAreas
    .filter((area) => menu.outlets.get(area.outletId)?.modes.delivery.acceptsOrders ?? false)
    .sort((a, b) => areaName(a, language).localeCompare(areaName(b, language)));
}

/**
 * All the areas, those first whose name has most of the words: a street is no area, and nothing follows from it for where we
 * deliver. `isKnown` when a name has one of the words, `isWhole` when one has them all.
 */
export function rankAreas(areas: readonly CatalogueArea[], search: string) {
  const wanted = foldText(search).split(/\s+/).filter(Boolean);
  const hits = new Map(
    areas.map((area) => {
      const names = foldText([area.areaName, ...Object.values(area.areaNameTranslations)].join('\n'));
      return [area, wanted.filter((word) => names.includes(word)).length];
    }),
  );
  return {
    areas: areas.toSorted((one, other) => hits.get(other)! - hits.get(one)!),
    isKnown: wanted.length === 0 || [...hits.values()].some((count) => count > 0),
    isWhole: [...hits.values()].includes(wanted.length),
  };
}

/** Terms of delivery to an area: time, fee, minimum, and the outlet where several deliver. */
export function useAreaTerms() {
  const { menu, words, price, language } = useSite();
  const now = useNow();
  return (area: CatalogueArea): string => {
    const outlet = menu.outlets.get(area.outletId);
    const minutes = minutesNow(outlet && withMinutes(outlet, area), 'delivery', now);
    const fee = area.deliveryFee === 0 ? words.deliveryFeeFree : words.deliveryFor(price(area.deliveryFee));
    return [
      ...(minutes === null ? [] : [words.minutes(minutes, minutes + 10)]),
      words.deliveryTerms(fee, area.minBasketValue === 0 ? null : price(area.minBasketValue)),
      ...(menu.catalogue.outlets.length > 1 && outlet !== undefined
        ? [words.fromOutlet(outletName(outlet, language))]
        : []),
      // The dot stays at the end of its line.
    ].join('\u00a0· ');
  };
}
