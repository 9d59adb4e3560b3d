/** Every page of the Order Manager. Each is fetched when it is first opened. */
import { createBrowserRouter, type RouteObject } from 'react-router';
import { LoadingPage, PageFailed, PageMissing } from './components/page-states.tsx';
import { RestaurantPages } from './components/restaurant.tsx';
import { Shell } from './components/shell.tsx';
import { paths } from './paths.ts';

const SignIn = async () => (await import('./screens/accounts/sign-in.tsx')).SignIn;
const SignUp = async () => (await import('./screens/accounts/sign-up.tsx')).SignUp;
const GetStarted = async () => (await import('./screens/restaurants/get-started.tsx')).GetStarted;
const LiveOrders = async () => (await import('./screens/orders/live-orders.tsx')).LiveOrders;
const PauseOrders = async () => (await import('./screens/outlets/pause-orders.tsx')).PauseOrders;
const Outlets = async () => (await import('./screens/outlets/outlets.tsx')).Outlets;
const Menus = async () => (await import('./screens/menus/menus.tsx')).Menus;
const Items = async () => (await import('./screens/items/items.tsx')).Items;
const ModifierLists = async () => (await import('./screens/modifier-lists/modifier-lists.tsx')).ModifierLists;

/** For everybody. */
const openPages: RouteObject[] = [
  { path: paths.welcome(), lazy: { Component: SignIn } },
  { path: paths.signIn(), lazy: { Component: SignIn } },
  { path: paths.signUp(), lazy: { Component: SignUp } },
];

/** For the people of a restaurant. */
const restaurantPages: RouteObject[] = [
  { path: paths.getStarted(), lazy: { Component: GetStarted } },
  { path: paths.liveOrders(), lazy: { Component: LiveOrders } },
  { path: paths.pauseOrders(), lazy: { Component: PauseOrders } },
  { path: paths.outlets(), lazy: { Component: Outlets } },
  { path: paths.menus(), lazy: { Component: Menus } },
  { path: paths.items(), lazy: { Component: Items } },
  { path: paths.modifierLists(), lazy: { Component: ModifierLists } },
];

export const router = createBrowserRouter([
  {
    ErrorBoundary: PageFailed,
    HydrateFallback: LoadingPage,
    children: [
      ...openPages,
      {
        Component: Shell,
        children: [
          {
            ErrorBoundary: PageFailed,
            children: [
              { Component: RestaurantPages, children: restaurantPages },
              { path: '*', Component: PageMissing },
            ],
          },
        ],
      },
    ],
  },
]);
