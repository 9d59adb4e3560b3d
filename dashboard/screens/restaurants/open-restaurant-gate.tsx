import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { LoadingPage } from '../../components/shell/page-states.tsx';
import { useSession } from '../../components/shell/use-session.ts';
import { queries } from '../../api/queries.ts';

/** Few ever see it: it is no part of the first load. */
const ClosedRestaurant = lazy(async () => ({ default: (await import('./closed-restaurant.tsx')).ClosedRestaurant }));

/** Everything under /dashboard; of a restaurant that its owner has closed there is one page alone, and the way back. */
export function OpenRestaurantGate() {
  const session = useSession();
  const { data: me } = useQuery({ ...queries.me(), enabled: session?.userType === 'merchant' });
  const restaurant = session === null ? undefined : me?.restaurant;
  const offboarding = restaurant?.offboarding ?? null;
  if (restaurant === undefined || offboarding === null) return <Outlet />;
  return (
    <Suspense fallback={<LoadingPage />}>
      <ClosedRestaurant restaurant={restaurant} offboarding={offboarding} />
    </Suspense>
  );
}
