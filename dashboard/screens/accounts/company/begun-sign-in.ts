/** A sign-in that has left for the company, in this tab; and the restaurant whose company this browser signed in at last. */
import type { RestaurantId } from '#contract/base/ids.ts';

const begunKey = 'companySignIn';
const restaurantKey = 'companyRestaurant';

interface BegunSignIn {
  /** Proves to the server that the same browser comes back. */
  browserKey: string;
  restaurantId: RestaurantId;
  /** Its name; null while an owner tries it. */
  restaurant: string | null;
  /** The page that was asked for before. */
  asked: string | null;
}

/** Leaves this page for the company's. */
export function leaveForCompany(url: string, begun: BegunSignIn): void {
  sessionStorage.setItem(begunKey, JSON.stringify(begun));
  location.assign(url);
}

/** The sign-in that left here, where the way back leads to its restaurant. */
export function begunSignIn(restaurantId: string | undefined): BegunSignIn | null {
  const begun = read(sessionStorage.getItem(begunKey)) as BegunSignIn | null;
  return begun?.restaurantId === restaurantId ? begun : null;
}

interface CompanyRestaurant {
  restaurantId: RestaurantId;
  restaurant: string;
}

/** The next sign-in on this device needs no mail. */
export function rememberCompany({ restaurantId, restaurant }: BegunSignIn): void {
  sessionStorage.removeItem(begunKey);
  if (restaurant !== null) localStorage.setItem(restaurantKey, JSON.stringify({ restaurantId, restaurant }));
}

export function rememberedCompany(): CompanyRestaurant | null {
  return read(localStorage.getItem(restaurantKey)) as CompanyRestaurant | null;
}

function read(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    // Somebody else has written there.
    return null;
  }
}
