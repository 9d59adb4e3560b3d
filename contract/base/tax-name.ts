/** The tax on sales as the guests of a country call it. */
export type TaxName = 'VAT' | 'GST' | 'Sales tax' | 'Consumption tax' | 'SST';

const names: Partial<Record<string, TaxName>> = {
  US: 'Sales tax',
  // By province it is GST, HST, or two taxes.
  CA: 'Sales tax',
  AU: 'GST',
  NZ: 'GST',
  IN: 'GST',
  SG: 'GST',
  PK: 'GST',
  MV: 'GST',
  JP: 'Consumption tax',
  MY: 'SST',
};

/** The name in a country, which is given by its code of two letters. */
export function taxNameIn(country: string): TaxName {
  return names[country] ?? 'VAT';
}
