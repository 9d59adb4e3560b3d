/** A guest's right to their data at a restaurant: export and erasure (R90). */
import { endpoint } from '../base/endpoint.ts';
import { done } from '../base/fields.ts';

export const exportCustomer = endpoint({
  summary: 'Everything the restaurant keeps of the guest, as JSON.',
  callers: ['customer'],
  whileClosed: true,
  answer: 'file',
  errors: [],
});

/** Orders stay for the restaurant's books, without the guest's name. Refused while an order of the guest is open. */
export const eraseCustomer = endpoint({
  summary: 'Erase the guest: name, email, phone, addresses and notes.',
  callers: ['customer'],
  whileClosed: true,
  answer: done,
  errors: ['customer.order_live'],
});
