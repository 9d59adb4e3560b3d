import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import type { CatalogueOutlet } from '#contract/menu/catalogue.ts';
import { acceptPrices, checkBasket, type LineChange } from '../../basket/check.ts';
import { type StoredBasket, modePathOf, type OrderingMode, type SavedAddress } from '../../basket/stored-basket.ts';
import { Boundary } from '../../components/boundary.tsx';
import { type Menu, readMenu } from '../../state/menu.ts';
import { placeOf, kitchenStart } from '../../state/place.ts';
import { useChangeBasket, useSite } from '../../site.tsx';
import { PartFailure } from '../load-failure.tsx';
import { lazyPart } from '../lazy.tsx';

const SwitchQuestion = lazyPart(() => import('./switch-question.tsx').then((file) => file.SwitchQuestion));

interface NewPlace {
  orderingMode: OrderingMode;
  outlet: CatalogueOutlet | null;
  /** Kept as it is unless given. */
  address?: SavedAddress | null;
}

interface PlaceSwitch {
  place: NewPlace;
  onSwitch?: () => void;
  /** The guest keeps the basket instead. */
  onKeep?: () => void;
}

const SwitchContext = createContext<(request: PlaceSwitch) => void>(() => undefined);

/** Changes mode, outlet or area; asks first when a line of the basket would be lost or cost something else (C14). */
export const useSwitchPlace = () => use(SwitchContext);

export function SwitchPlaceProvider({ children }: { children: ReactNode }) {
  const { menu, basketStore } = useSite();
  const change = useChangeBasket();
  const [pendingSwitch, setPendingSwitch] = useState<(PlaceSwitch & { changes: LineChange[] }) | null>(null);

  // One function per menu: another one would have React hydrate all categories that wait for it, in one task.
  const [request, applySwitch] = useMemo(() => {
    function apply({ place, onSwitch }: PlaceSwitch, changes: LineChange[]): void {
      change((before) => basketAtPlace(menu, before, place, changes));
      onSwitch?.();
    }
    function request(wanted: PlaceSwitch): void {
      const changes = changesAtPlace(menu, basketStore.get(), wanted.place);
      if (changes.length > 0) setPendingSwitch({ ...wanted, changes });
      else apply(wanted, []);
    }
    return [request, apply] as const;
  }, [menu, basketStore, change]);

  function answer(isSwitching: boolean): void {
    setPendingSwitch(null);
    if (pendingSwitch === null) return;
    if (isSwitching) applySwitch(pendingSwitch, pendingSwitch.changes);
    else pendingSwitch.onKeep?.();
  }

  return (
    <SwitchContext value={request}>
      {children}
      {pendingSwitch === null ? null : (
        <Boundary place="" renderFallback={() => <PartFailure onGiveUp={() => answer(false)} />}>
          <Suspense>
            <SwitchQuestion outlet={pendingSwitch.place.outlet} changes={pendingSwitch.changes} onAnswer={answer} />
          </Suspense>
        </Boundary>
      )}
    </SwitchContext>
  );
}

/** Changes at the new place that the present place of the basket does not have already. */
function changesAtPlace(menu: Menu, basket: StoredBasket, { outlet, orderingMode }: NewPlace): LineChange[] {
  if (outlet === null) return [];
  const { catalogue } = menu;
  const present = readMenu(catalogue, modePathOf(basket.orderingMode));
  const currentChanges = checkBasket(present, basket.items, placeOf(menu, basket));
  const isKnown = (change: LineChange) =>
    currentChanges.some((other) => other.kind === change.kind && other.line.id === change.line.id);
  const startsAt = kitchenStart(basket, modePathOf(orderingMode), outlet);
  const then = readMenu(catalogue, modePathOf(orderingMode));
  return checkBasket(then, basket.items, { outlet, startsAt }).filter((change) => !isKnown(change));
}

function basketAtPlace(menu: Menu, basket: StoredBasket, place: NewPlace, changes: LineChange[]): StoredBasket {
  const changeOf = new Map(changes.map((change) => [change.line.id, change.kind]));
  const { orderingMode, outlet, address = basket.address } = place;
  const priced = readMenu(menu.catalogue, modePathOf(orderingMode));
  // The names of the payment methods carry the mode.
  const isModeKept = orderingMode === basket.orderingMode;
  return {
    ...basket,
    orderingMode,
    outlet: outlet === null ? null : { _id: outlet._id, name: outlet.name },
    address,
    paymentMethod: isModeKept ? basket.paymentMethod : '',
    items: basket.items.flatMap((line) => {
      const kind = changeOf.get(line.id);
      if (kind === undefined) return line;
      return kind === 'repriced' ? acceptPrices(priced, line) : [];
    }),
  };
}
