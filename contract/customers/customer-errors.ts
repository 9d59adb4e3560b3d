/** The errors of guests: their data, their stamps and the notes about them. Part of errors.ts. */
export const customerErrors = {
  'customer.order_live': {
    status: 409,
    name: 'An order is on its way',
    msg: 'An order of yours is on its way. Delete your data once it is done.',
  },
  'customer.too_many_notes': {
    status: 409,
    name: 'Too many notes',
    msg: 'A guest has at most {most} notes. Delete one first.',
  },
  'customer.too_few_stamps': {
    status: 409,
    name: 'Too few stamps',
    msg: 'Stamps on this card: {stamps}. No more can be taken.',
  },
  'customer.stamps_key_reused': {
    status: 422,
    name: 'Already corrected',
    msg: 'Another number of stamps was given or taken with the same key. Nothing was changed now: try again.',
  },
  'customer.order_open': {
    status: 409,
    name: 'An order is open',
    msg: 'An order of this guest is open. Erase them once it is done.',
  },
  'customer.note_changed': {
    status: 409,
    name: 'Changed meanwhile',
    msg: 'Somebody else has changed this note. Read it again before you change it.',
  },
} as const;
