/** The errors of courier companies. Part of errors.ts. */
export const courierErrors = {
  'courier.keys_refused': {
    status: 409,
    name: 'Keys not accepted',
    msg: '{name} does not accept this client ID with this secret.',
  },
  'courier.not_reached': {
    status: 409,
    name: 'No answer',
    msg: '{name} does not answer at the moment. Give the order to a driver, or try again.',
  },
  'courier.address_not_possible': {
    status: 400,
    name: 'Address not possible',
    msg: 'This address cannot be called. Enter one that begins with https:// and is on the public internet.',
  },
  'courier.not_here': {
    status: 409,
    name: 'Not available',
    msg: '{name} does not take this order at the moment.',
  },
  'courier.no_address': {
    status: 409,
    name: 'Address missing',
    msg: 'The outlet {outlet} has no address. Couriers would not find it.',
  },
  'courier.takes_no_money': {
    status: 409,
    name: 'Not paid yet',
    msg: '{name} takes no money at the door, and this order is not paid.',
  },
  'courier.price_changed': {
    status: 409,
    name: 'Price changed',
    msg: '{name} asks for another price now. Look at it and send again.',
  },
  'courier.is_out': {
    status: 409,
    name: 'Out with orders',
    msg: '{name} has orders of yours. Wait until they have arrived, or take them back.',
  },
  'courier.too_many': {
    status: 409,
    name: 'Too many companies',
    msg: 'A restaurant has at most {most} courier companies.',
  },
} as const;
