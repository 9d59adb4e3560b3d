import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { addressLines } from '#contract/ordering/address-lines.ts';
import { cancelReasonText } from '#contract/ordering/cancel-reasons.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { handedOverBy, readyBy, ticketTime } from '#contract/ordering/ready-by.ts';
import { allergensText } from '../order/allergens-text.ts';
import { amountInField, amountText } from '../order/amount.ts';
import { offerSums } from '../order/offer-sums.ts';
import { optionRows } from '../order/option-texts.ts';
import { useTaxName } from '../order/use-tax-name.ts';
import { words } from '../../words/words.ts';
import { tableLabel } from '../order/order-place.ts';
import { readName } from '../order/read-name.ts';

const text = words.printing.ticket;

/** An order as it is printed on paper of 80 mm, in black on white whatever the screen looks like (M08). */
export function Ticket({ order, now }: { order: Order; now: Date }) {
  const { outlet, orderName, deliveryMode, status, cancelReason, isTest, tableName, tableArea } = order;
  const time = (instant: Date) => ticketTime(instant, outlet.timeZone, now, words.locale);
  const isCancelled = status === 'Cancelled';
  return (
    <Box
      component="section"
      aria-label={text.paper}
      sx={{
        inlineSize: '72mm',
        overflowWrap: 'anywhere',
        bgcolor: '#fff',
        color: '#000',
        fontSize: '14px',
        lineHeight: 1.35,
        '& p, & ul': { m: 0, p: 0, listStyle: 'none' },
      }}
    >
      <Box sx={{ textAlign: 'center' }}>
        <Box component="p" dir="auto" sx={{ fontWeight: 700, fontSize: '16px' }}>
          {outlet.name}
        </Box>
        {isTest && <Loud>{text.test}</Loud>}
        {isCancelled && <Loud>{text.cancelled}</Loud>}
        {isCancelled && cancelReason !== null && (
          <p dir="auto">{text.reason({ reason: cancelReasonText(cancelReason, words.ordering.cancelReasons) })}</p>
        )}
        <Box component="p" sx={{ fontWeight: 700, fontSize: '32px', lineHeight: 1.2 }}>
          {text.number({ number: orderName })}
        </Box>
        <Box component="p" sx={{ fontWeight: 700, fontSize: '18px' }}>
          {words.ordering.mode[deliveryMode]}
        </Box>
        {tableName !== null && (
          <Box component="p" dir="auto" sx={{ fontWeight: 700, fontSize: '28px', lineHeight: 1.2 }}>
            {tableLabel(tableName)}
          </Box>
        )}
        {tableArea !== null && (
          <Box component="p" dir="auto" sx={{ fontWeight: 700, fontSize: '18px' }}>
            {tableArea}
          </Box>
        )}
        {!isCancelled && (
          <Box component="p" sx={{ fontWeight: 700, fontSize: '18px' }}>
            {text.readyBy({ time: time(readyBy(order)) })}
          </Box>
        )}
        {!isCancelled && order.travelTime > 0 && (
          <p>{text.doorBy({ time: time(handedOverBy(readyBy(order), order.travelTime)) })}</p>
        )}
        {order.orderDate !== null && <Loud>{text.forTime({ time: time(new Date(order.orderDate)) })}</Loud>}
        <p>{text.placed({ time: time(new Date(order.createdAt)) })}</p>
      </Box>
      <Rule />
      <ul aria-label={words.kitchen.liveOrders.lines}>
        {order.cart.map((line, index) => (
          // A basket may hold the same dish twice, with other options; lines of an order never move.
          // oxlint-disable-next-line react/no-array-index-key
          <TicketLine key={index} line={line} currency={order.currency} />
        ))}
      </ul>
      <Rule />
      {order.specialInstruction !== '' && <Note>{order.specialInstruction}</Note>}
      <Sums order={order} />
      <Rule />
      <TicketGuest order={order} />
      <Box component="p" sx={{ mt: '8px !important', fontSize: '11px', textAlign: 'center' }}>
        {text.order({ id: order._id })}
      </Box>
    </Box>
  );
}

function TicketLine({ line, currency }: { line: OrderLine; currency: string }) {
  const allergens = allergensText(line);
  return (
    <Box component="li" sx={{ py: '3px', breakInside: 'avoid' }}>
      <Box sx={{ display: 'flex', gap: '6px', fontSize: '17px', fontWeight: 700 }}>
        <span>{text.times({ quantity: line.quantity })}</span>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <bdi>{readName(line)}</bdi>
        </Box>
        <span>{amountInField(line.totalPrice, currency)}</span>
      </Box>
      <Box sx={{ marginInlineStart: '20px' }}>
        {optionRows(line.options).map(({ option, depth }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same option may stand in two lists
          <Box key={index} sx={{ marginInlineStart: `${depth * 14}px` }}>
            + <bdi>{option}</bdi>
          </Box>
        ))}
        {allergens !== null && <div dir="auto">{allergens}</div>}
        {line.note !== '' && <Note>{line.note}</Note>}
        {line.guestName !== '' && <p dir="auto">{words.dining.forGuest({ name: line.guestName })}</p>}
      </Box>
    </Box>
  );
}

function Sums({ order }: { order: Order }) {
  const { currency, subtotal, taxRate, taxInclusive, taxAmount, deliveryFee, tip, totalPrice, paymentMethod } = order;
  const tax = { name: useTaxName(), rate: taxRate };
  const sum = (label: string, amount: number) => <Sum label={label} amount={amountInField(amount, currency)} />;
  return (
    <>
      {sum(text.subtotal, subtotal)}
      {offerSums(order).map(({ label, amount }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two offers may have one name
        <Sum key={index} label={label} amount={amountInField(amount, currency)} />
      ))}
      {deliveryFee !== null && sum(text.deliveryFee, deliveryFee)}
      {order.offers
        .filter(({ off }) => off === 'delivery')
        .map(({ name }) => (
          <Box key={name} component="p" dir="auto" sx={{ paddingInlineStart: '20px !important' }}>
            {name}
          </Box>
        ))}
      {taxRate !== 0 && sum(taxInclusive ? text.taxIncluded(tax) : text.tax(tax), taxAmount)}
      {tip !== null && sum(text.tip, tip)}
      <Box sx={{ fontSize: '18px', fontWeight: 700 }}>
        <Sum label={text.total} amount={amountText(totalPrice, currency)} />
      </Box>
      <Box component="p" sx={{ fontWeight: 700 }}>
        {words.ordering.payment[paymentMethod]}
      </Box>
    </>
  );
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: '8px' }}>
      <bdi>{label}</bdi>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {amount}
      </Box>
    </Box>
  );
}

function TicketGuest({ order: { customerName, phoneNo, address, areaName } }: { order: Order }) {
  return (
    <>
      <Box sx={{ fontWeight: 700 }}>
        <bdi>{customerName || words.ordering.deletedGuest}</bdi>
      </Box>
      <div>
        <bdi dir="ltr">{phoneNo}</bdi>
      </div>
      {addressLines({ address, areaName }).map((part) => (
        <div key={part}>
          <bdi>{part}</bdi>
        </div>
      ))}
      {address !== null && address.instruction !== '' && <Note>{address.instruction}</Note>}
    </>
  );
}

/** In the guest's own words, in a frame so that nobody overlooks it. */
function Note({ children }: { children: string }) {
  return (
    <Box sx={{ border: '1px solid #000', px: '6px', py: '2px', my: '4px', breakInside: 'avoid' }}>
      <strong>{text.note}:</strong>{' '}
      <Box component="bdi" sx={{ whiteSpace: 'pre-line' }}>
        {children}
      </Box>
    </Box>
  );
}

function Loud({ children }: { children: ReactNode }) {
  return (
    <Box component="p" sx={{ fontSize: '22px', fontWeight: 700, border: '2px solid #000', my: '4px !important' }}>
      {children}
    </Box>
  );
}

function Rule() {
  return <Box aria-hidden sx={{ borderBlockStart: '1px dashed #000', my: '6px' }} />;
}
