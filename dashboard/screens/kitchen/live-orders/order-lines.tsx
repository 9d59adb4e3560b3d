import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { allergensText } from '../../../components/order/allergens-text.ts';
import { amountText } from '../../../components/order/amount.ts';
import { deliveryFeeLabel, offerSums } from '../../../components/order/offer-sums.ts';
import { optionTexts } from '../../../components/order/option-texts.ts';
import { useTaxName } from '../../../components/order/use-tax-name.ts';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { dotList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { readName } from '../../../components/order/read-name.ts';

const text = words.kitchen.liveOrders;
const sumWords = words.ordering.order;

/** The dishes to cook, as they were ordered: later changes of the menu do not reach them. */
export function OrderLines({ order }: { order: Order }) {
  const {
    cart,
    specialInstruction,
    currency,
    subtotal,
    taxRate,
    taxInclusive,
    taxAmount,
    deliveryFee,
    tip,
    totalPrice,
  } = order;
  const taxName = useTaxName();
  const sums = [
    { label: sumWords.subtotal, amount: subtotal },
    ...offerSums(order),
    ...(taxInclusive ? [] : [{ label: sumWords.tax({ name: taxName, rate: taxRate }), amount: taxAmount }]),
    ...(deliveryFee === null ? [] : [{ label: deliveryFeeLabel(order), amount: deliveryFee }]),
    ...(tip === null ? [] : [{ label: sumWords.tip, amount: tip }]),
  ];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {specialInstruction !== '' && <Note>{specialInstruction}</Note>}
      <Box component="ul" aria-label={text.lines} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {cart.map((line) => (
          <Line key={line.lineNumber} line={line} currency={currency} />
        ))}
      </Box>
      {sums.length > 1 && (
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 2, typography: 'body2' }}
        >
          {sums.map(({ label, amount }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two offers may have one name
            <Fragment key={index}>
              <Box component="dt" dir="auto" sx={{ textAlign: 'start', overflowWrap: 'anywhere' }}>
                {label}
              </Box>
              <Box component="dd" sx={{ m: 0, textAlign: 'end' }}>
                {amountText(amount, currency)}
              </Box>
            </Fragment>
          ))}
        </Box>
      )}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          columnGap: 1,
        }}
      >
        <Typography sx={{ fontWeight: 600 }}>{text.total}</Typography>
        {/* An amount that is broken in two is read wrong. */}
        <Typography variant="display" sx={{ fontSize: 'min(var(--display), 11vw)' }}>
          {amountText(totalPrice, currency)}
        </Typography>
      </Box>
    </Box>
  );
}

function Line({ line, currency }: { line: OrderLine; currency: string }) {
  const allergens = allergensText(line);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 1,
        py: 1,
        borderBlockStart: 1,
        borderColor: 'divider',
      }}
    >
      <Typography sx={{ fontWeight: 700 }}>{text.times({ quantity: line.quantity })}</Typography>
      {/* In a narrow panel the amount goes below the name. */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', columnGap: 1 }}>
        <Typography sx={{ flex: '1 1 auto', fontWeight: 600, overflowWrap: 'anywhere' }}>
          <bdi>{readName(line)}</bdi>
        </Typography>
        <Typography>{amountText(line.totalPrice, currency)}</Typography>
      </Box>
      <Box sx={{ gridColumn: '2', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}>
        {line.options.length > 0 && (
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {dotList(optionTexts(line.options))}
          </Typography>
        )}
        {allergens !== null && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {allergens}
          </Typography>
        )}
        {line.note !== '' && <Note>{line.note}</Note>}
        {line.guestName !== '' && (
          <Typography dir="auto" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {words.dining.forGuest({ name: line.guestName })}
          </Typography>
        )}
        {line.madeAt !== null && (
          <Box>
            <Mark Icon={Check} color="success.main" background="tone.okSoft">
              {text.made}
            </Mark>
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** A guest's own words, which must not be overlooked. */
function Note({ children }: { children: string }) {
  return (
    <Typography
      sx={{
        px: 1.5,
        py: 1,
        borderRadius: 1,
        bgcolor: 'tone.warnSoft',
        whiteSpace: 'pre-line',
        overflowWrap: 'anywhere',
      }}
    >
      {/* On its own, or words in another script change places with the heading and with their own full stops. */}
      <strong>{text.note}:</strong> <bdi>{children}</bdi>
    </Typography>
  );
}
