import type { Language } from '#contract/base/enumerations.ts';

/** With the plus before the digits: in Arabic a mark keeps it there, behind the one that such an amount begins with. */
export function withPlus(amount: string, language: Language): string {
  return language === 'ar' ? amount.replace(/^\u200f?/, '$&\u200e+') : `+${amount}`;
}
