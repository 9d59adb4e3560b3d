import { limits } from '#contract/base/limits.ts';

/** The words of closing a restaurant, and of one that is closed. */
export const closing = {
  heading: 'Close the restaurant',
  hint: `Guests cannot order any more. For ${limits.closedDays} days you can open it again, then everything is erased.`,
  see: 'Close the restaurant',
  whatHappens: 'What happens',
  atOnce: (name: string) =>
    `At once: guests see that ${name} is closed and cannot order. Everybody else who works here is logged out, and shared tablets and printers stop.`,
  reopen: `For ${limits.closedDays} days nothing is lost: you log in and open it again with one button.`,
  erased: (date: string) =>
    `On ${date} everything is erased for good: menus, pictures, orders, guests, people and the record. Nobody can bring it back, and its address is given to nobody for two years.`,
  law: 'The law may ask you to keep invoices and accounts for years. We do not keep them for you: take everything along first.',
  sure: 'Are you sure?',
  ordersOpen: (count: number) => (count === 1 ? '1 order is still open.' : `${count} orders are still open.`),
  ordersOpenHint: 'Finish or cancel them first, those for later as well.',
  toOrders: 'To the live orders',
  lookAgain: 'Look again',
  name: 'Name of the restaurant',
  nameHint: (name: string) => `Type ${name}`,
  nameRequired: 'Type the name of the restaurant',
  password: 'Your password',
  close: (name: string) => `Close ${name}`,
  closing: 'Closing',

  closedTitle: 'Closed restaurant',
  isClosed: (name: string) => `${name} is closed`,
  closedSince: (date: string) => `Since ${date}. Guests see that it is closed and cannot order.`,
  erasedOn: (date: string) => `On ${date} everything is erased for good. Until then nothing is lost.`,
  isErased: 'Its time is over: everything is being erased.',
  lawClosed:
    'The law may ask you to keep invoices and accounts for years. We do not keep them for you: take everything along before that day.',
  openAgain: 'Open it again',
  opening: 'Opening',
  logOut: 'Log out',

  status: 'Closed',
  statusErased: (date: string) => `By its owner. Erased on ${date}.`,
};
