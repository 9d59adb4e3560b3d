/** The basket as the calls of the API take it (order-operations 3). */
import type { Language, OrderSource } from '#contract/base/enumerations.ts';
import type { NewOrder, QuoteInput } from '#contract/ordering/orders.ts';
import { toMajor } from '#contract/base/money.ts';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import type { Menu } from '../state/menu.ts';
import type { Place } from '../state/place.ts';
import { selectionsOf } from './check.ts';
import { lineTotal } from './price.ts';
import type { StoredBasket } from './stored-basket.ts';

/** Without the tip, which depends on the offers that the answer names. null without an outlet or without lines: there is nothing to ask. */
export function quoteInput(menu: Menu, basket: StoredBasket, { mode, outlet, area, table }: Place): QuoteInput | null {
  if (outlet === null || basket.items.length === 0) return null;
  return {
    outletId: outlet._id,
    deliveryMode: mode,
    deliveryAreaId: area?._id ?? null,
    // Also without an area: the zone of the door may have been drawn anew.
    ...(mode === 'delivery' ? doorOf(basket) : {}),
    ...(table === null ? {} : { table: table.code }),
    // Guests at a table order for now, never for a later time.
    ...(basket.orderDate === null || mode === 'dine-in' ? {} : { orderDate: basket.orderDate }),
    ...(basket.offerCode === '' ? {} : { offerCode: basket.offerCode }),
    ...(basket.usesStampCard ? { usesStampCard: true } : {}),
    items: basket.items.map((line) => ({
      itemId: line._id,
      modifierList: line.modifierList.map((modifier) => modifier._id),
      selections: selectionsOf(line).map(({ listId, modifierIds }) => ({
        modifierListId: listId as ModifierListId,
        modifierIds: [...modifierIds] as ItemId[],
      })),
      quantity: line.quantity,
      totalPrice: toMajor(lineTotal(menu, line), menu.currency),
      ...(line.note === '' ? {} : { note: line.note }),
      ...(line.guestName === undefined ? {} : { guestName: line.guestName }),
    })),
  };
}

function doorOf({ address }: StoredBasket): Pick<QuoteInput, 'position' | 'postcode'> {
  return { position: address?.position, postcode: address?.postcode };
}

/** The order at the total that the guest sees, in major units. */
export function newOrder(
  quoted: QuoteInput,
  basket: StoredBasket,
  {
    totalPrice,
    userId,
    language,
    source,
  }: { totalPrice: number; userId: string | null; language: Language; source: OrderSource | null },
): NewOrder {
  const { address, paymentMethod, specialInstruction } = basket;
  if (paymentMethod === '') throw new Error('An order without a payment method');
  const isDelivery = quoted.deliveryMode === 'delivery';
  return {
    ...quoted,
    paymentMethod,
    specialInstruction,
    totalPrice,
    userId,
    language,
    ...(source === null ? {} : { platform: source }),
    address:
      isDelivery && address !== null
        ? {
            location: address.location,
            floor: address.floor,
            instruction: address.instruction,
            nickName: address.nickName,
          }
        : null,
  };
}
