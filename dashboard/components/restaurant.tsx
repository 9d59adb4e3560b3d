import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useOutletContext } from 'react-router';
import type { Restaurant } from '#contract/accounts.ts';
import { errorText } from '#contract/messages/error-text.ts';
import { words } from '../messages/words.ts';
import { queries } from '../queries.ts';
import { Failure } from './failure.tsx';
import { PageMissing } from './page-states.tsx';

/** The pages of a merchant, once it is known whose restaurant they are about. */
export function RestaurantPages() {
  const me = useQuery(queries.me());
  if (me.isPending) return <LinearProgress aria-label={words.shell.loading} />;
  if (me.isError) return <Failure text={errorText(me.error, 'record')} onRetry={() => void me.refetch()} />;
  // An admin has none.
  return me.data.restaurant === undefined ? <PageMissing /> : <Outlet context={me.data.restaurant} />;
}

/** The restaurant of who is signed in: for the pages below RestaurantPages. */
export function useRestaurant(): Restaurant {
  return useOutletContext<Restaurant>();
}
