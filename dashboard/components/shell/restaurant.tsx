import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useOutletContext } from 'react-router';
import type { Restaurant } from '#contract/accounts/accounts.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { Failure } from '../feedback/failure.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Page } from './page.tsx';
import { PageMissing } from './page-states.tsx';
import type { Audience } from './pages.ts';
import { TicketHost } from '../printing/ticket-host.tsx';
import { useSession } from './use-session.ts';

/** The pages of a merchant, once it is known whose restaurant they are about. */
export function RestaurantPages() {
  const me = useQuery(queries.me());
  if (me.isPending) return <LinearProgress aria-label={words.general.shell.loading} />;
  // A later look that fails takes no page away, with what is typed in it.
  if (me.data === undefined) return <Failure error={me.error} place="setup" onRetry={() => void me.refetch()} />;
  // An admin has none.
  if (me.data.restaurant === undefined) return <PageMissing />;
  return (
    <>
      <Outlet context={me.data.restaurant} />
      <TicketHost />
    </>
  );
}

/** Pages whose calls are refused to people of some outlets alone: a typed or an old address leads there as well. */
export function MenuEditorPages() {
  const restaurant = useRestaurant();
  if (useMayEditMenu()) return <Outlet context={restaurant} />;
  return (
    <Page title={words.general.shell.notForYou}>
      <Card>
        <Notice heading={words.general.shell.forMenuEditors} action={null} />
      </Card>
    </Page>
  );
}

/** The restaurant of who is signed in: for the pages below RestaurantPages. */
export function useRestaurant(): Restaurant {
  return useOutletContext<Restaurant>();
}

/** Whether the restaurant is theirs who is signed in: its terms and its address are the owner's to change. */
export function useIsOwner(): boolean {
  const { data } = useQuery({ ...queries.me(), enabled: useSession() !== null });
  return data?.role === 'owner';
}

/** Whether this person may change what is sold; staff take orders, count stock and pause (R25). */
export function useMayEdit(): boolean {
  const { data } = useQuery({ ...queries.me(), enabled: useSession() !== null });
  return data?.role !== 'staff';
}

/** Whether they may change what all outlets share: the menu, the look. Who works at some of them alone may not. */
export function useMayEditMenu(): boolean {
  const { data } = useQuery({ ...queries.me(), enabled: useSession() !== null });
  return data?.role !== 'staff' && (data?.outletIds ?? null) === null;
}

/** True for people who work at some outlets alone, which may all have been deleted. */
export function useIsLimited(): boolean {
  const { data } = useQuery({ ...queries.me(), enabled: useSession() !== null });
  return (data?.outletIds ?? null) !== null;
}

/** Whether a page or a setting is for this person. */
export function useAudience(): (audience: Audience) => boolean {
  const isOwner = useIsOwner();
  const mayEdit = useMayEdit();
  const mayEditMenu = useMayEditMenu();
  return (audience) => ({ everyone: true, editors: mayEdit, menuEditors: mayEditMenu, owner: isOwner })[audience];
}
