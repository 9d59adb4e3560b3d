import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OrderId } from '#contract/base/ids.ts';
import { queries } from '../../api/queries.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { GuestNotes } from '../../components/order/guest-notes.tsx';
import { useMayEdit } from '../../components/shell/restaurant.tsx';
import { paths } from '../../routing/paths.ts';
import { words } from '../../words/words.ts';
import { Hint } from '../../components/feedback/hint.tsx';

const text = words.customers.ofOrder;

/** The notes about the guest of an order, and the way to the guest for those who may go there. */
export function OrderGuestNotes({ orderId }: { orderId: OrderId }) {
  const query = useQuery(queries.notesOfOrder(orderId));
  const mayOpen = useMayEdit();
  if (query.data === undefined) {
    return query.isError ? (
      <Failure error={query.error} place="operation" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingBlock height={48} />
    );
  }
  const { guestId, notes } = query.data;
  return (
    <>
      {notes.length === 0 ? <Hint>{text.none}</Hint> : <GuestNotes notes={notes} />}
      {mayOpen && guestId !== null && (
        <Button variant="outlined" component={Link} to={paths.customer(guestId)} sx={{ justifySelf: 'start' }}>
          {text.open}
        </Button>
      )}
    </>
  );
}
