/** Moving about the site: links that do not reload, sheets that Back closes. */
import { type MouseEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { navigate, onAddress } from './router.tsx';

/** The drawers of the site; the open one stands in the hash of the address, so there is never a second. */
export type SheetName = 'order-type' | 'when' | 'addresses' | 'delivery-address' | 'account' | 'country' | 'problem';

/** Marks the entries of the history that we made: only from those does going back stay on the site. */
const isOurs = { isInApp: true };
const isSheet = { isInApp: true, isSheet: true };

interface OurState {
  isInApp?: boolean;
  isSheet?: boolean;
  wasReloaded?: boolean;
}

const historyState = (): OurState => Object(history.state) as OurState;

/** Goes to an address made by `paths`. An open sheet gives its place in the history to the new page. */
export function goTo(path: string, { replace = location.hash !== '' }: { replace?: boolean } = {}): void {
  navigate(path, { replace, state: isOurs });
  // The item opens above the menu, which stays where it was.
  if (!isItemPath(path)) scrollTo(0, 0);
}

/** Back to where the guest came from, or to `fallback` when that was another site. */
export function goBack(fallback: string): void {
  if (historyState().isInApp === true) history.back();
  else goTo(fallback, { replace: true });
}

export function openSheet(name: SheetName): void {
  navigate(`#${name}`, { replace: location.hash !== '', state: isSheet });
}

export function closeSheet(): void {
  if (location.hash === '') return;
  if (historyState().isSheet === true) history.back();
  else navigate(location.pathname + location.search, { replace: true });
}

/** Whether the open entry of the history was already loaded anew by `reload`. */
export const wasReloaded = (): boolean => historyState().wasReloaded === true;

/** Loads the open page anew, and what is open above it. */
export function reload(): void {
  history.replaceState({ ...historyState(), wasReloaded: true }, '');
  location.reload();
}

/** The name in the hash of the address, whether it is a sheet's or not. */
export function useHash(): string {
  return useSyncExternalStore(
    onAddress,
    () => location.hash.slice(1),
    () => '',
  );
}

/** For the root of the site: follows plain clicks on our own links without a reload. */
export function followLink(event: MouseEvent, base: string): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return;
  const link = (event.target as Element).closest('a');
  const address = link?.getAttribute('href') ?? '';
  if (link === null || link.target !== '') return;
  if (address !== base && !address.startsWith(`${base}/`)) return;
  event.preventDefault();
  goTo(address);
}

export function isItemPath(path: string): boolean {
  return /\/item(\?|$)/.test(path);
}

/** For the main part of a page: whoever comes from another page of the site and does not see that it changed is put there. */
export function useArrival<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useEffect(() => {
    // A link that is still there, or an open dialog, keeps the focus.
    const isLost = document.activeElement === document.body;
    if (historyState().isInApp === true && isLost) part.current?.focus({ preventScroll: true });
  }, []);
  return part;
}

const subscribeToNothing = () => () => undefined;

/** False on the server and for the first rendering in the browser, which must be equal to the server's. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
