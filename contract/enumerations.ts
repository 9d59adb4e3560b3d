/** The fixed lists of the documents, spelt as there (core-setup 3; order-operations 5). */
export const outletBands = ['1 outlet', '2 - 5 outlets', '6 - 10 outlets', '10+ outlets'] as const;
export const referralSources = [
  'Google',
  'Instagram',
  'Other restaurant',
  'Facebook',
  'Friend',
  'Radio',
  'Other',
] as const;

export const modes = ['delivery', 'pickup', 'dine-in'] as const;
export type Mode = (typeof modes)[number];

/** As sent and stored; the screens show them as they are. */
export const paymentMethods = ['cash on delivery', 'card on delivery', 'cash on pickup', 'card on pickup'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
