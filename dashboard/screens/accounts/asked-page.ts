/** Where a sign-in may lead: to a page of the dashboard that was asked for before it, and nowhere else (R70). */
import { paths } from '../../routing/paths.ts';

/** An origin that nothing is on: what leads away from it would leave ours. */
const here = 'https://order-manager.invalid';

/** The page as its address is written here; null for anything that is not a page under /dashboard. */
export function dashboardPage(asked: unknown): string | null {
  if (typeof asked !== 'string' || !asked.startsWith(paths.getStarted()) || !URL.canParse(asked, here)) return null;
  const { origin, pathname, search, hash } = new URL(asked, here);
  const isInside = pathname === paths.getStarted() || pathname.startsWith(`${paths.getStarted()}/`);
  return origin === here && isInside ? pathname + search + hash : null;
}
