import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeliveryId } from '#contract/base/ids.ts';
import { failureReasonText } from '#contract/delivery/failure-reasons.ts';
import type { OrderDelivery as Delivery } from '#contract/delivery/order-delivery.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { OrderCourier } from '../../components/order/order-courier.tsx';
import { outletTime } from '../../components/order/outlet-time.ts';
import { useMayEdit } from '../../components/shell/restaurant.tsx';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';

const text = words.delivery.order;

/** The driver or the courier who has, or had, the order, and how it was handed over. */
export function OrderDelivery({
  delivery,
  timeZone,
  currency,
}: {
  delivery: Delivery;
  timeZone: Order['outlet']['timeZone'];
  currency: string;
}) {
  const mayEdit = useMayEdit();
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{sentenceOf(delivery, timeZone)}</Typography>
      {delivery.state === 'delivered' && delivery.proof != null && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {delivery.proof === 'name' && delivery.proofName
            ? text.takenAtDoor({ name: delivery.proofName })
            : text.proofs[delivery.proof]}
        </Typography>
      )}
      {delivery.courier !== undefined && <OrderCourier courier={delivery.courier} currency={currency} />}
      {mayEdit && delivery.proof === 'photo' && delivery._id !== undefined && delivery.hasPhoto !== false && (
        <Photo id={delivery._id} />
      )}
      {mayEdit && delivery.hasPhoto === false && (
        <Typography variant="body2" color="textSecondary">
          {text.photoRemoved}
        </Typography>
      )}
    </Box>
  );
}

function sentenceOf(delivery: Delivery, timeZone: string): string {
  const { state, takenAt, leftAt, endedAt, driverName: name = '' } = delivery;
  const time = (instant: string | null) => outletTime(instant ?? takenAt, timeZone);
  switch (state) {
    case 'taken':
      return text.takenSince({ name, time: time(takenAt) });
    case 'out':
      return text.outSince({ name, time: time(leftAt) });
    case 'delivered':
      return text.deliveredBy({ name, time: time(endedAt) });
    case 'failed': {
      const reason = failureReasonText(delivery.reason ?? '', words.delivery.reasons);
      const failed = delivery.courier === undefined ? text.failed : text.courierFailed;
      return failed({ name, time: time(endedAt), reason });
    }
  }
}

/** Shown at a tap: it shows somebody's door. */
function Photo({ id }: { id: DeliveryId }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => () => void (address !== null && URL.revokeObjectURL(address)), [address]);
  const loading = useMutation({
    mutationFn: async () => (await client.file('GET /delivery/get-photo/:id', { params: { id } })).blob(),
    onSuccess: (blob) => setAddress(URL.createObjectURL(blob)),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  if (address !== null) {
    return <Box component="img" src={address} alt={text.photo} sx={{ maxInlineSize: '100%', borderRadius: 1 }} />;
  }
  return (
    <Button onClick={() => !loading.isPending && loading.mutate()} sx={{ marginInlineStart: -1, px: 1 }}>
      {text.showPhoto}
    </Button>
  );
}
