import type { enSuggestions } from './en-suggestions.ts';

/** The words in Arabic of dishes that go with those in the basket. */
export const arSuggestions: typeof enSuggestions = {
  title: 'يناسب طلبك',
  dismiss: 'لا، شكرًا',
  hidden: 'لن تظهر اقتراحات أخرى لهذا الطلب.',
};
