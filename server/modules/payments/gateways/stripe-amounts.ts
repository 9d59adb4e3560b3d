/**
 * Amounts as Stripe writes them: whole numbers in units of its own, which are not those of ISO 4217 for every currency.
 * Source: docs.stripe.com/currencies, November 2026. HUF and TWD are charged like others; only payouts are rounded.
 */
import { type Currency, currencyDigits } from '#contract/base/currency-digits.ts';
import { type MinorUnits, minorUnits } from '#contract/base/money.ts';

const codesByDigits: Record<number, readonly Currency[]> = {
  0: ['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
  // ISK and UGX have no decimals, and are charged with two that are always 0.
  // prettier-ignore
  2: [
    'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BRL', 'BSD',
    'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CNY', 'COP', 'CRC', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ETB', 'EUR',
    'FJD', 'FKP', 'GBP', 'GEL', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'ISK', 'JMD',
    'KES', 'KGS', 'KHR', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MKD', 'MMK', 'MNT', 'MOP', 'MUR',
    'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN',
    'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SZL', 'THB', 'TJS', 'TOP',
    'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'WST', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW',
  ],
  // The last digit must be 0.
  3: ['BHD', 'JOD', 'KWD', 'OMR', 'TND'],
};

const digitsByCode: ReadonlyMap<Currency, number> = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) => codes.map((code) => [code, Number(digits)] as const)),
);

/** The amount as Stripe wants it; null where it cannot be charged exactly, or not at all. */
export function toStripeAmount(amount: MinorUnits, currency: Currency): number | null {
  const digits = digitsByCode.get(currency);
  if (digits === undefined || amount <= 0) return null;
  const shift = digits - currencyDigits(currency);
  const charged = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  if (!Number.isSafeInteger(charged) || (digits === 3 && charged % 10 !== 0)) return null;
  return charged;
}

/** @throws MoneyError where Stripe says a fraction of our smallest unit. */
export function fromStripeAmount(charged: number, currency: Currency): MinorUnits {
  const shift = (digitsByCode.get(currency) ?? currencyDigits(currency)) - currencyDigits(currency);
  return minorUnits(shift >= 0 ? charged / 10 ** shift : charged * 10 ** -shift);
}
