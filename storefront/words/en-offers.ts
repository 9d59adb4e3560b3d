/** The words of offers and stamp cards: a part of en-lazy.ts. */
import type { RefusedOffer } from '#contract/ordering/offers/offers.ts';

export const enOffers = {
  haveCode: 'Have a code?',
  offerCode: 'Code',
  applyCode: 'Apply',
  codeApplied: 'The code is applied.',
  checkingOffer: 'Checking the code',
  /** Why an offer takes nothing off. The detail is the amount that is missing, or when the offer begins. */
  offerReasons: {
    unknown: (code: string) => `No offer has the code “${code}”.`,
    too_many_tries: () => 'Too many codes were tried. Try again in an hour.',
    ended: (name: string) => `“${name}” is over.`,
    used_up: (name: string) => `“${name}” has been used up.`,
    already_used: (name: string) => `You have used “${name}” already.`,
    first_order_only: (name: string) => `“${name}” is for your first order only.`,
    card_not_full: (name: string) => `Your card for “${name}” is not full yet.`,
    number_needed: (name: string) => `“${name}” needs your number: log in when you order, and it is taken off.`,
    other_outlet: (name: string) => `“${name}” is not for this outlet.`,
    other_mode: (name: string) => `“${name}” is not for this way of ordering.`,
    not_yet: (name: string, when: string) => `“${name}” begins ${when}.`,
    other_hours: (name: string) => `“${name}” is not on at this time.`,
    below_minimum: (name: string, missing: string) => `Add ${missing} more for “${name}”.`,
    nothing_to_take_off: (name: string) => `“${name}” takes nothing off these dishes.`,
  } satisfies Record<RefusedOffer['reason'], (name: string, detail: string) => string>,
  stampCard: 'Stamp card',
  stampsOf: (stamps: number, needed: number) => `${stamps} of ${needed} ${needed === 1 ? 'stamp' : 'stamps'}`,
  cardFull: 'Your card is full',
  cardFullMore: (more: number) => `Your card is full, with ${more} more ${more === 1 ? 'stamp' : 'stamps'}`,
  cardFullHint: 'Tick it when you order.',
  cardGivesDish: 'A full card: one dish free.',
  cardGives: (amount: string) => `A full card: ${amount} off.`,
  eachOrderStamps: 'Each completed order earns a stamp.',
  ordersStamp: (amount: string) => `A completed order of ${amount} or more earns a stamp.`,
  stampsUntil: (day: string) => `The stamps are good until ${day}.`,
  tickCard: (name: string) => `Use my full card for “${name}”`,
};
