import { currencies, type Currency, isCurrency } from '#contract/base/currency-digits.ts';
import { formatMoney, ZERO } from '#contract/base/money.ts';
import { amountText } from '../../components/order/amount.ts';

/** Signs of currencies in English, in which the server writes: '$' is USD. */
let codesBySign: ReadonlyMap<string, Currency> | null = null;

/** An amount as the server writes it into the audit log, 'AED 40' or '$1,040.00', in the reader's way of writing; any other text as it is. */
export function auditedAmount(value: string): string {
  const [, sign, digits] = /^(\p{L}{0,3}\p{Sc}|[A-Z]{3}\s)(\d[\d,]*(?:\.\d+)?)$/u.exec(value) ?? [];
  if (sign === undefined || digits === undefined) return value;
  const currency = currencyOf(sign.trim());
  const amount = Number(digits.replaceAll(',', ''));
  if (currency === undefined) return value;
  try {
    return amountText(amount, currency);
  } catch {
    // Finer than the currency is: not written by today's server.
    return value;
  }
}

function currencyOf(sign: string): Currency | undefined {
  if (isCurrency(sign)) return sign;
  codesBySign ??= new Map(currencies.map((code) => [signOf(code), code]));
  return codesBySign.get(sign);
}

const signOf = (code: Currency) => formatMoney(ZERO, code, 'en').replace(/[\d.\s]+/gu, '');
