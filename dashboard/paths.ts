/** Every address of the Order Manager, by name. Links are built here and nowhere else; one test prints them all. */
import type { OrderId } from '#contract/ids.ts';
import type { UserType } from './session.ts';

export const paths = {
  welcome: () => '/',
  signIn: () => '/login',
  signUp: () => '/signup',

  getStarted: () => '/dashboard',
  liveOrders: (order?: OrderId) =>
    order === undefined ? '/dashboard/orders/live' : `/dashboard/orders/live?order=${order}`,
  pauseOrders: () => '/dashboard/settings',
  items: () => '/dashboard/items',
  modifierLists: () => '/dashboard/modifier-lists',
  menus: () => '/dashboard/menus',
  outlets: () => '/dashboard/outlets',

  users: () => '/dashboard/users',

  /** The restaurant's own site. Not a page of this application: a link to it leaves. */
  shop: (slug: string) => `/${encodeURIComponent(slug)}/menu`,
} as const;

/** Where a person lands after signing in (core-setup 2). */
export function homeOf(userType: UserType): string {
  return userType === 'admin' ? paths.users() : paths.getStarted();
}
