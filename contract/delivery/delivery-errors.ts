/** The errors of drivers and of what they take out. Part of errors.ts. */
export const deliveryErrors = {
  'delivery.link_invalid': {
    status: 401,
    name: 'Link not valid',
    msg: 'This link is not valid any more. Ask the restaurant for a new one.',
  },
  'delivery.wrong_code': { status: 401, name: 'Wrong code', msg: 'This code is wrong. Tries left: {left}.' },
  'delivery.code_locked': {
    status: 409,
    name: 'Code locked',
    msg: 'Too many wrong codes. Ask the restaurant for a new link.',
  },
  'delivery.too_many_drivers': {
    status: 409,
    name: 'Too many drivers',
    msg: 'A restaurant has at most {most} drivers. Remove one first.',
  },
  'delivery.driver_is_out': {
    status: 409,
    name: 'Out with orders',
    msg: '{name} is out with orders. Take them back first, or wait.',
  },
  'delivery.taken': { status: 409, name: 'Taken already', msg: '{name} has taken this order already.' },
  'delivery.not_yours': { status: 409, name: 'Not with you', msg: 'This order is not with you any more.' },
  'delivery.not_deliverable': {
    status: 409,
    name: 'Not to be delivered',
    msg: 'This order is not waiting to be delivered any more.',
  },
  'delivery.not_ready': { status: 409, name: 'Not ready', msg: 'The kitchen has not finished this order yet.' },
  'delivery.wrong_guest_code': {
    status: 409,
    name: 'Wrong code',
    msg: 'This is not the code on the guest’s screen. Tries left: {left}.',
  },
  'delivery.guest_code_locked': {
    status: 409,
    name: 'Code locked',
    msg: 'Too many wrong codes. Take a photo or write down a name instead.',
  },
  'delivery.still_out': {
    status: 409,
    name: 'Still out',
    msg: '{name} has orders, or one was just completed and can still be undone. Deliver them or give them back, or wait a moment.',
  },
  'delivery.too_many_taken': {
    status: 409,
    name: 'Too many orders',
    msg: 'At most {most} orders go with one driver. Deliver some first.',
  },
} as const;
