import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CourierCompany } from '#contract/delivery/couriers.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { amountText } from '../../../components/order/amount.ts';
import { afterAnswer, type LiveOrders } from '../../../live/live-orders.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';

const text = words.delivery.order;

/** The price of a courier, asked of the company now, and the button that sends one. It is there as long as it is drawn. */
export function SendCourier({
  order,
  company,
  onClose,
}: {
  order: Order;
  company: CourierCompany;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const trip = { orderId: order._id, companyId: company._id };
  const quote = useQuery({
    queryKey: ['courier quote', order._id, company._id],
    queryFn: ({ signal }) => client.call('POST /delivery/quote-courier', { body: trip, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isShown = useIsShown();
  const sending = useMutation({
    mutationFn: (fee: number | null) => client.call('POST /delivery/send-with-courier', { body: { ...trip, fee } }),
    onSuccess: ({ order: changed }) => {
      cache.setQueryData<LiveOrders>(queries.liveOrders().queryKey, (list) => list && afterAnswer(list, changed));
      if (isShown()) onClose();
    },
    onError: (error) => {
      showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') });
      // The price may be another one by now.
      return quote.refetch();
    },
  });
  const { data } = quote;
  return (
    <FormDialog
      title={text.sendWith({ name: company.name })}
      submitLabel={text.sendNow}
      isBusy={sending.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (data !== undefined && !quote.isFetching && !sending.isPending) sending.mutate(data.fee);
      }}
    >
      <Typography
        component="output"
        sx={{ display: 'block', fontWeight: 600, fontSize: '1.25rem', overflowWrap: 'anywhere' }}
      >
        {quote.isPending
          ? text.asking({ name: company.name })
          : data === undefined
            ? ''
            : quoteText(data, order.currency)}
      </Typography>
      {quote.isError && (
        <Typography role="alert" color="error">
          {errorText(quote.error, 'operation')}
        </Typography>
      )}
      <Hint>{text.sendHint}</Hint>
    </FormDialog>
  );
}

function quoteText({ fee, minutes }: { fee: number | null; minutes: number | null }, currency: string): string {
  if (fee === null) return minutes === null ? text.noPrice : text.minutesOnly({ minutes });
  const price = amountText(fee, currency);
  return minutes === null ? price : text.price({ fee: price, minutes });
}
