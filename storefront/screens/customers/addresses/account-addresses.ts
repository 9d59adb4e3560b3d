/** The places that a signed-in guest has saved: with the account, so that every device of theirs has them. */
import { useEffect, useState } from 'react';
import type { Client } from '#contract/base/client.ts';
import type { CustomerAddress, NewAddress } from '#contract/customers/customers.ts';
import type { SavedAddress } from '../../../basket/stored-basket.ts';
import { isAddressComplete } from '../../../state/place-complete.ts';
import { useBasket, useSession, useSite } from '../../../site.tsx';

export function isSamePlace(one: SavedAddress, other: SavedAddress): boolean {
  const textOf = ({ deliveryAreaId, location, floor, nickName }: SavedAddress) =>
    [deliveryAreaId, location, floor].join('\n').toLowerCase() + nickName;
  return textOf(one) === textOf(other);
}

/** Saves a place with the account. What fails is saved when the drawer of addresses is opened the next time. */
export async function saveToAccount(call: Client['call'], address: SavedAddress | null): Promise<void> {
  if (address === null || !isAddressComplete(address)) return;
  await call('POST /auth/save-address', { body: bodyOf(address) }).catch(() => undefined);
}

/** The saved places, the one used last first; none for a guest who is not signed in, or while they cannot be read. */
export function useAccountAddresses() {
  const { call } = useSite();
  const { basket } = useBasket();
  const [addresses, setAddresses] = useState<readonly CustomerAddress[] | null>(null);
  // While the drawer is open: an answer that was under way may still have them.
  const [forgotten, setForgotten] = useState<readonly SavedAddress[]>([]);
  const isSignedIn = useSession() !== null;
  const { address } = basket;

  useEffect(() => {
    if (!isSignedIn) return;
    const stop = new AbortController();
    const { signal } = stop;
    const read = async () => {
      const { addresses: saved } = await call('GET /auth/addresses', { signal });
      // An address written on this device before signing in is added to the account.
      const isMissing =
        address !== null && isAddressComplete(address) && !saved.some((other) => isSamePlace(other, address));
      if (!isMissing) return saved;
      return (await call('POST /auth/save-address', { body: bodyOf(address), signal })).addresses;
    };
    read().then(setAddresses, () => undefined);
    return () => stop.abort();
  }, [call, isSignedIn, address]);

  async function forget(address: SavedAddress): Promise<void> {
    const saved = addresses?.find((other) => isSamePlace(other, address));
    if (saved === undefined) return;
    setForgotten((before) => [...before, saved]);
    await call('POST /auth/delete-address/:id', { params: { id: saved._id } }).catch((error: unknown) => {
      setForgotten((before) => before.filter((other) => other !== saved));
      throw error;
    });
  }

  const shown = (addresses ?? []).filter((address) => !forgotten.some((other) => isSamePlace(other, address)));
  return { addresses: isSignedIn ? shown : [], isRead: !isSignedIn || addresses !== null, forget };
}

function bodyOf({ floor, nickName, ...address }: SavedAddress): NewAddress {
  const name = nickName === 'Office' || nickName === 'Other' ? nickName : 'Home';
  const { deliveryAreaId, areaName, location, instruction, position, postcode } = address;
  const written = { deliveryAreaId, areaName, location, instruction, position, postcode };
  return { ...written, floor: floor.trim(), nickName: name };
}
