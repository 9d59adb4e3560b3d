import { expect, test } from 'vitest';
import { currencies, type Currency } from '#contract/base/currency-digits.ts';
import { fromMajor, minorUnits } from '#contract/base/money.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';

/** Written by hand from docs.stripe.com/currencies: an amount as people say it, and as it has to stand in the call. */
test.each<[currency: Currency, said: string, charged: number | null]>([
  ['AED', '18.50', 1850],
  ['AED', '0.01', 1],
  ['AED', '0', null],
  ['KWD', '46.500', 46_500],
  ['KWD', '1.500', 1500],
  ['KWD', '1.505', null],
  ['KWD', '0', null],
  ['BHD', '0.010', 10],
  ['JPY', '1000', 1000],
  ['JPY', '0', null],
  ['ISK', '1500', 150_000],
  ['UGX', '20000', 2_000_000],
  ['HUF', '1990.50', 199_050],
  ['TWD', '300.25', 30_025],
  // Five iraimbilanja make an ariary; Stripe charges whole ones.
  ['MGA', '4500.00', 4500],
  ['MGA', '4500.40', null],
  // Stripe does not take it.
  ['IQD', '1.000', null],
])('%s %s is charged as %s', (currency, said, charged) => {
  const amount = fromMajor(said, currency);
  expect(toStripeAmount(amount, currency)).toBe(charged);
  if (charged !== null) expect(fromStripeAmount(charged, currency)).toBe(amount);
});

test('an amount below zero is charged in no currency, and each that is charged comes back as it was', () => {
  for (const currency of currencies) {
    expect(toStripeAmount(minorUnits(-100), currency)).toBeNull();
    const charged = toStripeAmount(minorUnits(123_400), currency);
    if (charged !== null) expect(fromStripeAmount(charged, currency)).toBe(123_400);
  }
});
