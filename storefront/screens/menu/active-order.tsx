import { Optional } from '../../components/boundary.tsx';
import { useSession } from '../../site.tsx';
import { lazyPart } from '../lazy.tsx';

const NewestOrder = lazyPart(() => import('./newest-order.tsx').then((file) => file.NewestOrder));
const TableOrder = lazyPart(() => import('./table-order.tsx').then((file) => file.TableOrder));
const LastOrder = lazyPart(() => import('./last-order.tsx').then((file) => file.LastOrder));

/** The order on its way, so that the guest finds it again (C13). It lies on the cover: it comes late and pushes nothing. */
export function ActiveOrder({ isAtTable }: { isAtTable: boolean }) {
  const session = useSession();
  if (isAtTable) {
    return (
      <Optional>
        <TableOrder />
      </Optional>
    );
  }
  if (session === null) return null;
  return (
    <Optional place={session.token}>
      <LastOrder key={`last ${session.token}`} />
      <NewestOrder key={session.token} />
    </Optional>
  );
}
