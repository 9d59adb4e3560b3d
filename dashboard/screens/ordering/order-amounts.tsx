import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { countOptions } from '#contract/ordering/count-options.ts';
import { sumPrices } from '#contract/ordering/sum-prices.ts';
import { amountText } from '../../components/order/amount.ts';
import { deliveryFeeLabel, offerSums } from '../../components/order/offer-sums.ts';
import { optionText } from '../../components/order/option-texts.ts';
import { useTaxName } from '../../components/order/use-tax-name.ts';
import { words } from '../../words/words.ts';
import { readName } from '../../components/order/read-name.ts';

const text = words.ordering.order;

/**
 * The ordered dishes and their prices, line by line, as on the day the order was placed: no later change of the menu
 * reaches them.
 */
export function OrderAmounts({ order }: { order: Order }) {
  const { cart, currency, subtotal, taxRate, taxInclusive, taxAmount, deliveryFee, tip, totalPrice } = order;
  const amount = (major: number) => amountText(major, currency);
  const tax = { name: useTaxName(), rate: taxRate };
  return (
    <>
      {order.specialInstruction !== '' && <Note heading={text.instructions}>{order.specialInstruction}</Note>}
      <Box component="ul" aria-label={text.dishes} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {cart.map((line, index) => (
          // A basket may hold the same dish twice, with other options; lines of an order never move.
          // oxlint-disable-next-line react/no-array-index-key
          <Line key={index} line={line} currency={currency} />
        ))}
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5 }}>
        <Sum label={text.subtotal}>{amount(subtotal)}</Sum>
        {offerSums(order).map(({ label, amount: off }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two offers may have one name
          <Sum key={index} label={label}>
            {amount(off)}
          </Sum>
        ))}
        {!taxInclusive && <Sum label={text.tax(tax)}>{amount(taxAmount)}</Sum>}
        {deliveryFee !== null && (
          <Sum label={deliveryFeeLabel(order)}>{deliveryFee === 0 ? text.free : amount(deliveryFee)}</Sum>
        )}
        {tip !== null && <Sum label={text.tip}>{amount(tip)}</Sum>}
        <Sum label={text.total} isTotal>
          {amount(totalPrice)}
        </Sum>
        {taxInclusive && <Sum label={text.taxContained(tax)}>{amount(taxAmount)}</Sum>}
      </Box>
    </>
  );
}

function Line({ line, currency }: { line: OrderLine; currency: string }) {
  const amount = (major: number) => amountText(major, currency);
  const priceOf = (options: OrderLine['options']) => {
    const charged = sumPrices(
      options.map(({ price }) => price),
      currency,
    );
    return charged === 0 ? text.free : amount(charged);
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        py: 1,
        borderBlockStart: 1,
        borderColor: 'divider',
      }}
    >
      {/* Where both have no room beside each other, the price stands below. */}
      <Box sx={{ flex: '1 1 8rem', minInlineSize: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <bdi>{readName(line)}</bdi>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {text.quantity({ quantity: line.quantity, price: amount(line.price) })}
        </Typography>
      </Box>
      <Typography sx={{ fontWeight: 600, marginInlineStart: 'auto' }}>{amount(line.totalPrice)}</Typography>
      {line.options.length > 0 && (
        <Box component="ul" sx={{ flex: '1 1 100%', listStyle: 'none', m: 0, p: 0, paddingInlineStart: 2 }}>
          {countOptions(line.options).map(({ option, times, all }) => (
            <Box
              component="li"
              key={`${option.modifierListId} ${option._id}`}
              sx={{
                display: 'flex',
                justifyContent: 'space-between',
                gap: 2,
                typography: 'body2',
                color: 'text.secondary',
                paddingInlineStart: 2 * (option.depth ?? 0),
              }}
            >
              <Box component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
                {text.optionOf({ list: option.modifierListName, option: optionText(option, times) })}
              </Box>
              <span>{option.isHalf && option.price === 0 ? null : priceOf(all)}</span>
            </Box>
          ))}
        </Box>
      )}
      {line.note !== '' && (
        <Box sx={{ flex: '1 1 100%', mt: 0.5 }}>
          <Note heading={text.note}>{line.note}</Note>
        </Box>
      )}
    </Box>
  );
}

function Sum({ label, isTotal = false, children }: { label: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'space-between',
        columnGap: 2,
        fontWeight: isTotal ? 700 : undefined,
        typography: isTotal ? undefined : 'body2',
        ...(isTotal && { borderBlockStart: 1, borderColor: 'divider', pt: 1, mt: 0.5 }),
      }}
    >
      <Box component="dt" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
        {children}
      </Box>
    </Box>
  );
}

function Note({ heading, children }: { heading: string; children: string }) {
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
      <strong>{heading}:</strong> <bdi>{children}</bdi>
    </Typography>
  );
}
