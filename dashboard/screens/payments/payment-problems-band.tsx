import CreditCardOff from '@mui/icons-material/CreditCardOff';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OrderId } from '#contract/base/ids.ts';
import type { PaymentProblemOfOrder } from '#contract/payments/payments.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { pressable } from '../../components/form/pressable.ts';
import { amountText } from '../../components/order/amount.ts';
import { Band } from '../../components/shell/band.tsx';
import { useMayEdit } from '../../components/shell/restaurant.tsx';
import { paths } from '../../routing/paths.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';

const text = words.payments.problems;

/** On every page while the money of an accepted order is in trouble, until an owner or a manager has read it. */
export function PaymentProblemsBand({
  problems,
}: {
  problems: readonly [PaymentProblemOfOrder, ...PaymentProblemOfOrder[]];
}) {
  const cache = useQueryClient();
  const mayEdit = useMayEdit();
  const [{ orderId, orderName, problem, amount, currency }, ...others] = problems;
  const acknowledging = useMutation({
    mutationFn: (id: OrderId) =>
      client.call('POST /order/acknowledge-payment-problem/:id', { params: { id }, body: {} }),
    onSuccess: (answer) => cache.setQueryData(queries.paymentProblems().queryKey, answer),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <Band
      tone="error"
      Icon={CreditCardOff}
      role="alert"
      action={
        <>
          <Button color="inherit" component={Link} to={paths.order(orderId)}>
            {text.show}
          </Button>
          {mayEdit && (
            <Button color="inherit" {...pressable(!acknowledging.isPending, () => acknowledging.mutate(orderId))}>
              {text.known}
            </Button>
          )}
        </>
      }
    >
      {text[problem]({ number: orderName, amount: amountText(amount, currency) })}
      {others.length > 0 && ` ${text.more({ count: others.length })}`}
    </Band>
  );
}
