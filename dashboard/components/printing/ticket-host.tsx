import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { closeTicket, useOpenTicket } from './open-ticket.ts';
import { useLiveOrders } from '../live/use-live-orders.ts';

const TicketDialog = lazy(async () => ({ default: (await import('./ticket-dialog.tsx')).TicketDialog }));

/** Shows the ticket that is open above whatever page there is; it goes with the page. */
export function TicketHost() {
  const opened = useOpenTicket();
  const { orders } = useLiveOrders();
  const { pathname } = useLocation();
  if (opened === null) return null;
  // The order's present state, while the live orders still have it.
  const order = orders.find(({ _id }) => _id === opened._id) ?? opened;
  return (
    <Suspense>
      <ClosesWithPage key={pathname} />
      <TicketDialog order={order} onClose={closeTicket} />
    </Suspense>
  );
}

function ClosesWithPage() {
  useEffect(() => closeTicket, []);
  return null;
}
