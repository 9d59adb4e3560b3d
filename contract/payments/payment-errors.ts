/** The errors of online payments. Part of errors.ts. */
export const paymentErrors = {
  'payment.gateway_unavailable': {
    status: 409,
    name: 'Payment not available',
    msg: 'Paying online does not work at the moment. Nothing was charged: try again, or pay in another way.',
  },
  'payment.amount_not_possible': {
    status: 409,
    name: 'Amount not possible',
    msg: 'This amount cannot be paid online. Choose another payment.',
  },
  'payment.keys_refused': {
    status: 409,
    name: 'Key refused',
    msg: '{gateway} does not accept this key. Copy the secret key again.',
  },
  'payment.nothing_to_refund': {
    status: 409,
    name: 'Nothing to refund',
    msg: 'At most {left} can be refunded.',
  },
  'payment.refund_key_reused': {
    status: 422,
    name: 'Already asked for',
    msg: 'Another refund of this payment was asked for before. Nothing was refunded now: look at what has gone back, then try again.',
  },
} as const;
