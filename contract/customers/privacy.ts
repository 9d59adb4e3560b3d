/** What a restaurant keeps of a guest, to be taken along and to be erased (feature AC-09, R90). */
import { endpoint } from '../base/endpoint.ts';
import { done } from '../base/fields.ts';

export const exportGuestData = endpoint({
  summary: 'Everything the restaurant keeps of the guest, as JSON.',
  callers: ['customer'],
  whileClosed: true,
  answer: 'file',
  errors: [],
});

/** Orders stay, for the restaurant's books, with nobody's name on them. Not while one is on its way. */
export const eraseGuest = endpoint({
  summary: 'Erase the guest: name, email, phone, addresses and notes.',
  callers: ['customer'],
  whileClosed: true,
  answer: done,
  errors: ['customer.order_live'],
});
