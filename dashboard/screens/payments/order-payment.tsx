import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import type { MovementKind } from '#contract/base/enumerations.ts';
import type { OrderPayment, PaymentMovement } from '#contract/payments/payments.ts';
import { queries } from '../../api/queries.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { amountText } from '../../components/order/amount.ts';
import { outletDateTime } from '../../components/order/outlet-time.ts';
import { useMayEdit } from '../../components/shell/restaurant.tsx';
import { words } from '../../words/words.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { moneyHint, refundableOf, stateText } from './refund-form.ts';
import { refundReasonText } from './refund-reason.ts';
import { comma } from '../../words/lists.ts';

const text = words.payments.order;

/** Where the money of an order is that was paid online, how it came there, and the way to give it back. */
export function OrderPaymentSection({ order }: { order: Order }) {
  const { data, isError, refetch } = useQuery(queries.orderPayments(order));
  if (data === undefined) {
    if (!isError) return <Hint>{words.general.shell.loading}</Hint>;
    return (
      <div role="alert">
        <Typography>{text.failed}</Typography>
        <Button onClick={() => void refetch()}>{words.general.shell.tryAgain}</Button>
      </div>
    );
  }
  const { payment } = data;
  return payment === null ? <Hint>{text.states.lapsed}</Hint> : <Loaded order={order} payment={payment} />;
}

/** The parts of an order that guests at its table have paid online; nothing where none did. */
export function TablePayments({
  order,
  renderFrame,
}: {
  order: Order;
  renderFrame: (content: ReactNode) => ReactNode;
}) {
  const { data } = useQuery({ ...queries.orderPayments(order), enabled: order.deliveryMode === 'dine-in' });
  if (data === undefined || data.tablePayments.length === 0) return null;
  return renderFrame(
    data.tablePayments.map((payment) => <Loaded key={payment._id} order={order} payment={payment} isOfTable />),
  );
}

function Loaded({ order, payment, isOfTable = false }: { order: Order; payment: OrderPayment; isOfTable?: boolean }) {
  const { gateway, isTest, state, amount, refunded, pendingRefund, canRefund, currency, movements, problem } = payment;
  const whyNot = payment.isOfFormerServer ? text.hints.former : text.hints.gone;
  const [isRefunding, setRefunding] = useState(false);
  const mayEdit = useMayEdit();
  const money = (major: number) => amountText(major, currency);
  const hint = moneyHint(payment, order.status);
  const name = words.payments.gateways[gateway];
  const isLeft = state === 'captured' && refundableOf(payment) > 0;
  return (
    <>
      {problem !== null && !(problem === 'money_gone' && order.status === 'Cancelled') && (
        <Typography role="alert" sx={{ color: 'error.main', fontWeight: 600 }}>
          {words.payments.problems.ofOrder[problem]}
        </Typography>
      )}
      <Box component="output" sx={{ display: 'block' }}>
        <Typography sx={{ fontWeight: 600 }}>{stateText(payment)}</Typography>
        {hint !== null && <Hint>{hint}</Hint>}
      </Box>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 1, gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2 }}
      >
        <Fact label={text.amount} value={money(amount)} />
        {refunded > 0 && <Fact label={text.refunded} value={money(refunded)} />}
        {pendingRefund > 0 && <Fact label={text.pending} value={money(pendingRefund)} />}
        <Fact label={text.gateway} value={isTest ? text.gatewayTest({ gateway: name }) : name} />
      </Box>
      {movements.length > 0 && (
        <Box
          component="ol"
          aria-label={text.movementList}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}
        >
          {movements.map((movement, index) => (
            // Movements are added at the end alone.
            // oxlint-disable-next-line react/no-array-index-key
            <Movement key={index} movement={movement} amount={money(movement.amount)} zone={order.outlet.timeZone} />
          ))}
        </Box>
      )}
      {isLeft && canRefund && mayEdit && (
        <div>
          <Button variant="outlined" onClick={() => setRefunding(true)}>
            {text.refund}
          </Button>
        </div>
      )}
      {isLeft && !canRefund && <Hint>{whyNot({ gateway: name })}</Hint>}
      {isRefunding && <RefundDialog {...{ order, payment, isOfTable }} onClose={() => setRefunding(false)} />}
    </>
  );
}

function Movement({
  movement: { kind, at, by, reason, isShared },
  amount,
  zone,
}: {
  movement: PaymentMovement;
  amount: string;
  zone: string;
}) {
  return (
    <Box component="li" sx={{ borderInlineStart: '3px solid', borderColor: edges[kind], paddingInlineStart: 1.5 }}>
      <Typography sx={{ fontWeight: 600 }}>{text.movements[kind]({ amount })}</Typography>
      <Typography variant="body2" color="textSecondary">
        <time dateTime={at}>{outletDateTime(at, zone)}</time>
        {by !== null && by !== '' && `${comma}${text.by({ name: by })}`}
      </Typography>
      {isShared && <Typography variant="body2">{text.sharedRefund}</Typography>}
      {reason !== null && reason !== '' && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text.reason({ reason: refundReasonText(reason) })}
        </Typography>
      )}
    </Box>
  );
}

const edges: Record<MovementKind, string> = {
  authorised: 'divider',
  captured: 'success.main',
  released: 'warning.main',
  refunded: 'warning.main',
  fee: 'divider',
};

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, typography: 'body2' }}>
        {value}
      </Box>
    </>
  );
}
