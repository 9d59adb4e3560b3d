import Print from '@mui/icons-material/Print';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { CallError } from '#contract/base/client.ts';
import { isId, type OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isLive } from '#contract/ordering/order-status.ts';
import { useIsReadOnly } from '../../components/feedback/editing-area.tsx';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { openTicket } from '../../components/printing/open-ticket.ts';
import { Page } from '../../components/shell/page.tsx';
import { sideBySide } from '../../components/shell/side-by-side.ts';
import { StateChip, TestChip } from '../../components/feedback/state-chip.tsx';
import { useLiveOrders } from '../../components/live/use-live-orders.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { isOnline } from '../payments/online-method.ts';
import { OrderPaymentSection, TablePayments } from '../payments/order-payment.tsx';
import { OrderAmounts } from './order-amounts.tsx';
import { OrderChanges } from './order-changes.tsx';
import { OrderDelivery } from './order-delivery.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderGuest } from './order-guest.tsx';
import { OrderGuestNotes } from './order-guest-notes.tsx';
import { OrderMessages } from './order-messages.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { OrderProblemSection } from './problems/order-problem.tsx';

const text = words.ordering.order;

/** /dashboard/orders/:id: one order as it was placed, and everything that happened to it (OH-05, LO-16). */
export function OrderPage() {
  const { id = '' } = useParams();
  return isId(id) ? <KnownOrder key={id} id={id as OrderId} /> : <Missing />;
}

function KnownOrder({ id }: { id: OrderId }) {
  const query = useQuery(queries.order(id));
  const { orders } = useLiveOrders();
  const back = useWayBack();
  if (query.data !== undefined) {
    // The feed may know more by now than when the page was opened.
    const live = orders.find(({ _id }) => _id === id);
    return <Details order={live !== undefined && live.version > query.data.version ? live : query.data} />;
  }
  if (query.error instanceof CallError && query.error.status === 404) return <Missing />;
  return (
    <Page title={text.loading} back={back}>
      {query.isError ? (
        <Card>
          <Failure error={query.error} place="operation" onRetry={() => void query.refetch()} />
        </Card>
      ) : (
        <LoadingBlock height={320} />
      )}
    </Page>
  );
}

function Missing() {
  const back = useWayBack();
  return (
    <Page title={words.general.list.missing} back={back}>
      <Card>
        <Notice
          heading={text.missingHint}
          action={
            <Button variant="contained" component={Link} to={back.to}>
              {words.general.list.toList({ list: back.label })}
            </Button>
          }
        />
      </Card>
    </Page>
  );
}

/** The list that the order was opened from, as it stood; a link from elsewhere leads to the whole history. */
function useWayBack() {
  const { state } = useLocation();
  const from: unknown = (state as { from?: unknown } | null)?.from;
  const to = typeof from === 'string' && from.startsWith(paths.orderHistory()) ? from : paths.orderHistory();
  return { to, label: words.ordering.history.title };
}

function Details({ order }: { order: Order }) {
  const { status, deliveryMode, isTest } = order;
  // The notes are about people, which a support view does not see.
  const isReadOnly = useIsReadOnly();
  return (
    <Page
      title={text.title({ number: order.orderName })}
      back={useWayBack()}
      tools={
        <>
          {isLive(status) && (
            <Button variant="outlined" component={Link} to={paths.liveOrders(order._id)}>
              {text.openLive}
            </Button>
          )}
          <Button variant="outlined" startIcon={<Print />} onClick={() => openTicket(order)}>
            {text.print}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <StateChip status={status} mode={deliveryMode} />
        {isTest && <TestChip />}
        {isTest && <Hint>{text.isTest}</Hint>}
      </Box>
      <Box sx={sideBySide}>
        <Section heading={text.dishes}>
          <OrderAmounts order={order} />
        </Section>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {order.problem !== undefined && (
            <Section heading={words.ordering.problems.heading}>
              <OrderProblemSection order={order} />
            </Section>
          )}
          <Section heading={text.guest}>
            <OrderGuest order={order} />
          </Section>
          {/* Guests who gave no number, erased ones and test orders have no notes. */}
          {order.phoneNo !== '' && !isTest && !isReadOnly && (
            <Section heading={words.customers.ofOrder.heading}>
              <OrderGuestNotes orderId={order._id} />
            </Section>
          )}
          {order.delivery !== undefined && (
            <Section heading={words.delivery.order.heading}>
              <OrderDelivery delivery={order.delivery} timeZone={order.outlet.timeZone} currency={order.currency} />
            </Section>
          )}
          {isOnline(order.paymentMethod) && (
            <Section heading={text.payment}>
              <OrderPaymentSection order={order} />
            </Section>
          )}
          <TablePayments
            order={order}
            renderFrame={(content) => <Section heading={words.payments.order.atTable}>{content}</Section>}
          />
          {/* Test orders have no guest, and guests at a table get no message. */}
          {!isTest && deliveryMode !== 'dine-in' && (
            <Section heading={text.messages.heading}>
              <OrderMessages order={order} />
            </Section>
          )}
          <Section heading={text.facts}>
            <OrderFacts order={order} />
          </Section>
          {order.changes.length > 0 && (
            <Section heading={words.ordering.change.heading}>
              <OrderChanges order={order} />
            </Section>
          )}
          <Section heading={text.timeline}>
            <OrderTimeline order={order} />
          </Section>
        </Box>
      </Box>
    </Page>
  );
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <Card
      component="section"
      aria-labelledby={headingId}
      sx={{ p: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Typography id={headingId} variant="h2">
        {heading}
      </Typography>
      {children}
    </Card>
  );
}
