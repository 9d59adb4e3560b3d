/** The words in English of menus that are not sold always and everywhere. */
export const enSale = {
  period: (from: string, to: string) => `from ${from} to ${to}`,
  allDay: 'all day',
  never: 'never',
  daysTo: (first: string, last: string) => `${first} to ${last}`,
  onDays: (days: string, hours: string) => `${days} ${hours}`,
  modes: { delivery: 'for delivery', pickup: 'for pickup', 'dine-in': 'at the table' },
  at: (outlets: string) => `at ${outlets}`,
  only: (where: string) => `${where} only`,
  /** A menu with its hours. */
  of: (menu: string, when: string) => `${menu}: ${when}`,
  notNow: 'Not available now',
  lineNotNow: (sales: string) => `Not available now. ${sales}.`,
};
