/** Where a sign-in may lead: to a page of the dashboard that was asked for before it, and nowhere else (R70). */
import { useLocation } from 'react-router';
import { paths } from '../../routing/paths.ts';

/** An origin that nothing is on: what leads away from it would leave ours. */
const baseUrl = 'https://order-manager.invalid';

/** The page as its address is written here; null for anything that is not a page under /dashboard. */
export function returnPage(requested: unknown): string | null {
  if (typeof requested !== 'string' || !requested.startsWith(paths.getStarted()) || !URL.canParse(requested, baseUrl))
    return null;
  const { origin, pathname, search, hash } = new URL(requested, baseUrl);
  const isInside = pathname === paths.getStarted() || pathname.startsWith(`${paths.getStarted()}/`);
  return origin === baseUrl && isInside ? pathname + search + hash : null;
}

/** The page of the dashboard that was asked for without a session. Our own code puts it into the history's state. */
export function useReturnPage(): string | null {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'asked' in state ? returnPage(state.asked) : null;
}
