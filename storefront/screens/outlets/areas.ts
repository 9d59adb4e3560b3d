import type { CatalogueArea } from '#contract/menu/catalogue.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { areaName, outletName } from '../../language/in-language.ts';
import type { Menu } from '../../state/menu.ts';
import { useSite } from '../../site.tsx';

/** The areas of all outlets that deliver at present, by name. */
export function areasServed(menu: Menu, language: Language): CatalogueArea[] {
  return menu.catalogue.deliveryAreas
    .filter((area) => menu.outlets.get(area.outletId)?.modes.delivery.acceptsOrders ?? false)
    .sort((a, b) => areaName(a, language).localeCompare(areaName(b, language)));
}

/** Terms of delivery to an area: time, fee, minimum, and the outlet where several deliver. */
export function useAreaTerms() {
  const { menu, words, price, language } = useSite();
  return (area: CatalogueArea): string => {
    const outlet = menu.outlets.get(area.outletId);
    const minutes = outlet?.modes.delivery.deliveryTime;
    const fee = area.deliveryFee === 0 ? words.deliveryFeeFree : price(area.deliveryFee);
    return [
      ...(minutes === undefined ? [] : [words.minutes(minutes, minutes + 10)]),
      words.deliveryTerms(fee, area.minBasketValue === 0 ? null : price(area.minBasketValue)),
      ...(menu.catalogue.outlets.length > 1 && outlet !== undefined ? [outletName(outlet, language)] : []),
      // The dot stays at the end of its line.
    ].join('\u00a0· ');
  };
}
