/** The mail of the day about what is low on stock. `origin` comes from the configuration. */
import type { Language } from '#contract/base/enumerations.ts';
import type { Translations } from '#contract/base/fields.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { greeting, placeInMessage } from '#server/modules/outbound/name-in-message.ts';

export interface LowItem {
  name: string;
  translations: Translations;
  quantity: number;
  /** Null: the count of all outlets together. */
  outlet: string | null;
}

interface Recipient {
  email: string;
  first_name: string;
  language: Language;
}

/** A mail that nobody reads to its end says no more. */
const itemsNamed = 50;

export function lowStockMail(
  { email, first_name, language }: Recipient,
  restaurant: { name: string; nameTranslations: Translations },
  low: readonly LowItem[],
  origin: string,
): MailMessage {
  const { subject, told, soldOut, left, more, see } = words[language];
  const place = placeInMessage(restaurant.nameTranslations[language] ?? restaurant.name, language);
  const lines = low.slice(0, itemsNamed).map(({ name, translations, quantity, outlet }) => {
    const dish = isolated(translations[language] ?? name);
    const counted = outlet === null ? dish : `${dish} (${isolated(outlet)})`;
    return quantity === 0 ? soldOut(counted) : left(counted, quantity);
  });
  const unnamed = low.length - lines.length;
  return mailOf({
    to: email,
    language,
    subject: subject(place, low.length),
    paragraphs: [
      greeting(first_name, language),
      told(place),
      [...lines, ...(unnamed > 0 ? [more(unnamed)] : [])].join('\n'),
    ],
    link: { label: see, address: `${origin}/dashboard/inventory?show=low` },
  });
}

/** Between marks that keep a name of the other direction together. */
const isolated = (name: string) => `\u2068${name}\u2069`;

interface LowStockWords {
  subject: (place: string, count: number) => string;
  told: (place: string) => string;
  soldOut: (item: string) => string;
  left: (item: string, quantity: number) => string;
  more: (count: number) => string;
  see: string;
}

const words: Record<Language, LowStockWords> = {
  en: {
    subject: (place, count) => `${place}: ${count} low on stock`,
    told: (place) => `These items of ${place} are running out:`,
    soldOut: (item) => `${item}: sold out`,
    left: (item, quantity) => `${item}: ${quantity} left`,
    more: (count) => `and ${count} more`,
    see: 'Open the inventory',
  },
  ar: {
    subject: (place, count) => `${place}: أصناف قاربت على النفاد (${count})`,
    told: (place) => `هذه الأصناف في ${place} قاربت على النفاد:`,
    soldOut: (item) => `${item}: نفد`,
    left: (item, quantity) => `${item}: المتبقي ${quantity}`,
    more: (count) => `وأصناف أخرى: ${count}`,
    see: 'افتح المخزون',
  },
};
