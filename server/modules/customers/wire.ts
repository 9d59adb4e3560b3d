import type { Customer as CustomerOnWire } from '#contract/customers/customers.ts';
import type { Customer } from './queries.ts';

/** A customer as they see themselves. */
export function customerOnWire({ id, name, email, phone }: Customer): CustomerOnWire {
  return { _id: id, name, email, number: phone ?? '' };
}
