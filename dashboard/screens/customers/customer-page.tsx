import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { addressLines } from '#contract/ordering/address-lines.ts';
import { type CallAnswer, CallError } from '#contract/base/client.ts';
import { type CustomerId, isId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { wallTime } from '#contract/base/time.ts';
import type { HistoryOrder } from '#contract/ordering/order-history.ts';
import { queries } from '../../api/queries.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { StateChip } from '../../components/feedback/state-chip.tsx';
import { amountText } from '../../components/order/amount.ts';
import { Page } from '../../components/shell/page.tsx';
import { sideBySide } from '../../components/shell/side-by-side.ts';
import { useIsOwner, useRestaurant } from '../../components/shell/restaurant.tsx';
import { Section } from '../../components/shell/section.tsx';
import { paths } from '../../routing/paths.ts';
import { dayText, deviceDayText } from '../../words/dates.ts';
import { partsList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { EraseCustomer } from './erase-customer.tsx';
import { NotesSection } from './notes-section.tsx';
import { StampsSection } from './stamps-section.tsx';

const text = words.customers.guest;

type GuestPage = CallAnswer<'GET /customer/get-customer/:id'>;

/** /dashboard/customers/:id: one guest, with their orders and what is noted about them (decision 79). */
export function CustomerPage() {
  const { id = '' } = useParams();
  return isId(id) ? <KnownCustomer key={id} id={id as CustomerId} /> : <Missing />;
}

const back = { to: paths.customers(), label: words.customers.list.title };

function KnownCustomer({ id }: { id: CustomerId }) {
  const query = useQuery(queries.customer(id));
  if (query.data !== undefined) return <Details page={query.data} />;
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
  return (
    <Page title={words.general.list.missing} back={back}>
      <Card>
        <Notice
          heading={text.missing}
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

function Details({ page: { guest, addresses, orders, notes, stampCard } }: { page: GuestPage }) {
  const [isErasing, setErasing] = useState(false);
  const isOwner = useIsOwner();
  return (
    <Page
      title={guest.name}
      back={back}
      tools={
        isOwner && (
          <Button variant="outlined" color="error" onClick={() => setErasing(true)}>
            {text.erase}
          </Button>
        )
      }
    >
      <Box sx={sideBySide}>
        <Box sx={column}>
          <NotesSection customerId={guest._id} notes={notes} />
          <Section heading={text.orders}>
            <Orders orders={orders} phone={guest.phone} />
          </Section>
        </Box>
        <Box sx={column}>
          <Section heading={text.contact}>
            <Contact guest={guest} />
          </Section>
          {stampCard !== null && <StampsSection customerId={guest._id} card={stampCard} />}
          <Section heading={text.addresses}>
            <Addresses addresses={addresses} />
          </Section>
        </Box>
      </Box>
      {isErasing && <EraseCustomer guest={guest} onClose={() => setErasing(false)} />}
    </Page>
  );
}

const column = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } as const;

function Contact({ guest }: { guest: GuestPage['guest'] }) {
  const { currency } = useRestaurant();
  const { phone, email, since, consentAt, orders, spend, lastVisit } = guest;
  const figures = [
    [text.figures.orders, orders.toLocaleString(words.locale)],
    [text.figures.spend, amountText(spend, currency)],
    [text.figures.lastVisit, lastVisit === null ? words.customers.list.never : dayText(lastVisit)],
  ];
  return (
    <>
      <Box sx={{ display: 'grid', justifyItems: 'start' }}>
        <MuiLink href={`tel:${phone}`} dir="ltr" sx={touch}>
          {phone}
        </MuiLink>
        {email !== '' && (
          <MuiLink href={`mailto:${email}`} sx={{ ...touch, overflowWrap: 'anywhere' }}>
            {email}
          </MuiLink>
        )}
        <Typography color="textSecondary">{text.since({ day: deviceDayText(since) })}</Typography>
        <Typography color="textSecondary">
          {consentAt === null ? text.consentNone : text.consentGiven({ day: deviceDayText(consentAt) })}
        </Typography>
      </Box>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))' }}
      >
        {figures.map(([name, value]) => (
          <div key={name}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: 600, whiteSpace: 'nowrap' }}>
              {value}
            </Typography>
          </div>
        ))}
      </Box>
    </>
  );
}

const touch = { display: 'inline-flex', alignItems: 'center', minHeight: 44 } as const;

function Addresses({ addresses }: Pick<GuestPage, 'addresses'>) {
  if (addresses.length === 0) return <Hint>{text.noAddresses}</Hint>;
  return (
    <Box component="ul" sx={plainList}>
      {addresses.map(({ areaName, ...address }) => (
        <Box component="li" key={address._id} sx={{ overflowWrap: 'anywhere' }}>
          {partsList(addressLines({ address, areaName }))}
          {address.instruction !== '' && <Box sx={{ color: 'text.secondary' }}>{address.instruction}</Box>}
        </Box>
      ))}
    </Box>
  );
}

const plainList = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 } as const;

function Orders({ orders, phone }: { orders: readonly HistoryOrder[]; phone: string }) {
  if (orders.length === 0) return <Hint>{text.noOrders}</Hint>;
  return (
    <>
      <Box component="ul" sx={plainList}>
        {orders.map((order) => (
          <Box
            component="li"
            key={order._id}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}
          >
            <MuiLink component={Link} to={paths.order(order._id)} sx={{ ...touch, minWidth: 44 }}>
              {words.kitchen.liveOrders.number({ number: order.orderName })}
            </MuiLink>
            <Box sx={{ flex: '1 1 6rem' }}>
              <time dateTime={order.createdAt}>
                {dayText(wallTime(new Date(order.createdAt), order.outlet.timeZone).date)}
              </time>
            </Box>
            <Box sx={{ marginInlineStart: 'auto', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
              <StateChip status={order.status} mode={order.deliveryMode} />
              <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {amountText(order.totalPrice, order.currency)}
              </Box>
            </Box>
          </Box>
        ))}
      </Box>
      {orders.length === limits.guestOrdersShown && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Hint>{text.newest({ most: limits.guestOrdersShown })}</Hint>
          <Button component={Link} to={`${paths.orderHistory()}?phone=${encodeURIComponent(phone)}`}>
            {text.allOrders}
          </Button>
        </Box>
      )}
    </>
  );
}
