import { openSheet } from '../../routing/navigation.ts';
import { useSite } from '../../site.tsx';

/** Opens the drawer of addresses; where there is none to choose from, that of a new one. */
export function useOpenAddresses() {
  const { basketStore, sessionStore } = useSite();
  return () =>
    openSheet(basketStore.get().address === null && sessionStore.get() === null ? 'delivery-address' : 'addresses');
}
