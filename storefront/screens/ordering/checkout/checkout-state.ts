import type { PaymentMethod } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { linesToRemove } from '../../../basket/check.ts';
import { lettersOver } from '../../../basket/letters-over.ts';
import { isTableUpToDate } from '../../../basket/shared-lines.ts';
import type { BasketLine, StoredBasket } from '../../../basket/stored-basket.ts';
import type { TableBasket } from '../../../basket/table-basket.ts';
import { type BasketCheck, isBelowMinimum } from '../../../basket/use-basket-check.ts';
import { paymentMethodsOf } from '../../../state/menu.ts';
import type { useSite } from '../../../site.tsx';
import { methodToSend, onlineMethodOf } from '../../payments/online-method.ts';

type Site = Pick<ReturnType<typeof useSite>, 'menu' | 'words' | 'money' | 'basketStore'>;

/** The payment of the present basket, and the obstacles to ordering it. */
export interface CheckoutState {
  /** The payment methods to choose from. */
  methods: readonly PaymentMethod[];
  /** The method that the order is sent with. */
  paymentMethod: PaymentMethod | '';
  /** `paymentMethod` is one of `methods`. */
  hasMethod: boolean;
  isPaidOnline: boolean;
  /** Why the basket cannot be ordered as it is; null: it can. */
  reason: string | null;
  /** The table knows the basket of this phone. */
  isTableTold: boolean;
  /** The lines that nobody can have any more; none where another line needs something else first. */
  soldOut: readonly BasketLine[];
  /** Lines are left without them, and the place takes orders. */
  isLeft: boolean;
}

export function checkoutState(
  { menu, words, money, basketStore }: Site,
  { basket, table }: { basket: StoredBasket; table: TableBasket | null },
  check: BasketCheck,
): CheckoutState {
  const { place, totals, blockers } = check;
  const terms = place.outlet?.modes[place.mode];
  const atDoor = terms?.acceptsOrders ? paymentMethodsOf(terms, place.mode) : [];
  const online = atDoor.length === 0 ? null : onlineMethodOf(menu, place);
  const methods = online === null ? atDoor : [online, ...atDoor];
  const paymentMethod = methodToSend(basket.paymentMethod, atDoor, totals.total);
  const over = lettersOver(basket.specialInstruction, limits.specialInstruction);
  const soldOut = check.hasBrokenLine ? linesToRemove(basket.items, check) : [];
  return {
    methods,
    paymentMethod,
    hasMethod: paymentMethod !== '' && methods.includes(paymentMethod),
    isPaidOnline: online !== null && paymentMethod === online,
    reason:
      blockers[0] ??
      (check.hasBrokenLine ? words.fixLines : null) ??
      (over > 0 ? `${words.specialInstructions}: ${words.lettersOver(over)}` : null) ??
      (isBelowMinimum(totals) ? words.addMore(money(totals.missing)) : null),
    isTableTold: isTableUpToDate(menu, basketStore.get(), table),
    soldOut,
    isLeft: basket.items.length > soldOut.length && blockers.length === 0,
  };
}
