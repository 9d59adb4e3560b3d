import { accountErrors } from '../accounts/account-errors.ts';
import { customerErrors } from '../customers/customer-errors.ts';
import { menuErrors } from '../menu/menu-errors.ts';
import { orderErrors } from '../ordering/order-errors.ts';
import { courierErrors } from '../delivery/courier-errors.ts';
import { deliveryErrors } from '../delivery/delivery-errors.ts';
import { paymentErrors } from '../payments/payment-errors.ts';
import type { FieldProblems } from './field-problems.ts';
import { fillSentence } from './sentence.ts';

/**
 * Every error of the API: its code, its HTTP status, the short text that a screen shows for a 400 (`name`) and the
 * sentence (`msg`). `{words}` in a sentence are filled from the error's details.
 */
export const errors = {
  'request.invalid': { status: 400, name: 'Invalid input', msg: 'Some of the values are not valid.' },
  'request.no_route': { status: 404, name: 'Not found', msg: 'Page not found.' },
  'request.not_found': { status: 404, name: 'No record found', msg: 'No record found' },
  'request.method_not_allowed': {
    status: 405,
    name: 'Method not allowed',
    msg: 'This address does not answer that method.',
  },
  'request.too_large': { status: 413, name: 'Too large', msg: 'What was sent is too large.' },
  'request.unsupported_type': { status: 415, name: 'Unsupported type', msg: 'Send JSON or a multipart form.' },
  'request.timed_out': { status: 408, name: 'Request timed out', msg: 'The request timed out. Try again.' },
  'rate.limited': { status: 429, name: 'Too many requests', msg: 'Too many requests. Try again in {seconds} s.' },
  'server.error': { status: 500, name: 'server error', msg: 'Something went wrong on our side. Nothing was saved.' },
  'server.unavailable': {
    status: 503,
    name: 'Unavailable',
    msg: 'Ordering is paused for a moment. Nothing is lost: try again in a few seconds.',
  },

  'server.busy': {
    status: 503,
    name: 'Busy',
    msg: 'The server has too much to do. Nothing was saved: try again in {seconds} s.',
  },

  ...accountErrors,

  ...customerErrors,

  'offer.code_taken': {
    status: 409,
    name: 'Code taken',
    msg: 'The offer {name} has this code. Choose another one.',
  },
  'offer.too_many': {
    status: 409,
    name: 'Too many offers',
    msg: 'A restaurant has at most {most} offers. Delete one first.',
  },
  'offer.card_exists': {
    status: 409,
    name: 'A card exists',
    msg: 'A restaurant has one stamp card. Change {name}, or delete it first.',
  },
  'offer.changed': {
    status: 409,
    name: 'Changed meanwhile',
    msg: 'Somebody else has changed this offer. Read it again before you change it.',
  },

  'staff.invitation_invalid': {
    status: 400,
    name: 'Link not valid',
    msg: 'This invitation has been used, replaced or taken back, or has expired. Ask for a new one.',
  },
  'staff.works_here': { status: 409, name: 'Works here', msg: 'Somebody with this email works here already.' },
  'staff.too_many': { status: 409, name: 'Too many people', msg: 'A restaurant has at most {most} people.' },
  'staff.last_owner': {
    status: 409,
    name: 'The last owner',
    msg: 'A restaurant keeps at least one owner. Make somebody else an owner first.',
  },
  'support.reads_only': {
    status: 409,
    name: 'Support view',
    // Screens show this text unchanged, whichever call was refused.
    msg: 'A support view reads and changes nothing, and sees nothing of people.',
  },
  'admin.yourself': { status: 409, name: 'Your own account', msg: "You can't change your own account." },

  'code.too_soon': { status: 429, name: 'Wait a moment', msg: 'You can ask for a new code in {seconds} s.' },
  'code.too_many': {
    status: 429,
    name: 'Too many codes',
    msg: 'Too many codes were asked for. Try again in {minutes} min.',
  },
  'code.country_not_served': {
    status: 400,
    name: 'Country not served',
    msg: 'This restaurant does not send codes to numbers of that country.',
  },
  'contact.not_callable': {
    status: 409,
    name: 'Not called',
    msg: 'This number is not called: it is a premium, shared-cost, personal or satellite line. Give the outlet another one.',
  },
  'contact.country_not_served': {
    status: 409,
    name: 'Country not served',
    msg: 'Alerts do not go to numbers of that country. Give the outlet a number of your own country.',
  },
  'code.restaurant_not_open': { status: 409, name: 'Not open yet', msg: 'This restaurant is not open yet.' },
  'code.not_sent': { status: 503, name: 'Not sent', msg: 'The code could not be sent. Try again in a moment.' },
  'code.wrong': { status: 400, name: 'Wrong code', msg: 'This code is wrong. Check the digits and try again.' },
  'code.expired': { status: 400, name: 'Code expired', msg: 'The code has expired. Send a new one.' },
  'code.proof_required': { status: 401, name: 'Verify first', msg: 'Verify your number with a code first.' },

  'push.not_served': {
    status: 409,
    name: 'Browser not served',
    msg: 'This server cannot send notifications to this browser.',
  },

  'image.type_not_supported': {
    status: 400,
    name: 'Use a .jpeg or .png image',
    msg: 'Use a .jpeg or .png image.',
  },
  'image.too_large': {
    status: 413,
    name: 'Image too large',
    msg: 'Use an image of at most 5 MB, 25 megapixels and 8000 pixels a side.',
  },
  'image.unreadable': {
    status: 400,
    name: 'Image cannot be read',
    msg: 'This image is damaged or incomplete. Save it again and retry.',
  },

  'image.too_much_work': {
    status: 503,
    name: 'Took too long',
    msg: 'The image took too long to read. Try again, or use a smaller one.',
  },
  'image.quota_reached': {
    status: 409,
    name: 'No room for images',
    msg: 'There is no room left for images: at most {pictures} of them, {megabytes} MB together. Delete some first.',
  },

  'export.no_room': {
    status: 503,
    name: 'No room',
    msg: 'The server has no room for the export now. Nothing is lost: try again later, or ask whoever runs it.',
  },

  'restaurant.closed': { status: 410, name: 'Restaurant closed', msg: 'This restaurant is closed.' },
  'restaurant.name_differs': {
    status: 400,
    name: 'Name differs',
    msg: 'This is not the name of the restaurant.',
  },
  'restaurant.orders_open': {
    status: 409,
    name: 'Orders are open',
    msg: 'There are still open orders: {count}. Finish or cancel them first, those for later as well.',
  },
  'restaurant.domains_not_offered': {
    status: 409,
    name: 'No own domains',
    msg: 'This installation offers no own domains.',
  },
  'restaurant.slug_taken': {
    status: 400,
    name: 'Address in use',
    msg: 'This address belongs to another restaurant. Choose another one.',
  },
  'restaurant.too_many_slugs': {
    status: 409,
    name: 'Too many addresses',
    msg: 'A restaurant can have had {most} addresses. Go back to one of yours.',
  },
  'restaurant.currency_fixed': {
    status: 409,
    name: 'Currency cannot change',
    msg: 'There are orders in {currency} already, so the currency stays.',
  },

  ...menuErrors,

  'outlet.name_taken': {
    status: 400,
    name: 'Name in use',
    msg: 'Another outlet of yours has this name. Choose another one.',
  },
  'outlet.too_many': { status: 409, name: 'Too many outlets', msg: 'A restaurant holds at most {most} outlets.' },
  'outlet.none_of_yours': {
    status: 409,
    name: 'No outlet',
    msg: 'You work at no outlet now. Ask an owner to choose your outlets.',
  },
  'outlet.no_next_opening': {
    status: 409,
    name: 'No next opening',
    msg: 'Its opening hours name no next opening. Choose another end of the pause.',
  },
  'outlet.delivery_time_too_short': {
    status: 400,
    name: 'Delivery time too short',
    msg: 'The delivery time includes the preparation: it cannot be shorter than that.',
  },
  'outlet.restore_conflict': {
    status: 409,
    name: 'Name in use',
    msg: 'Another outlet is called {name} by now. Rename it, then restore this one.',
  },
  'area.name_taken': { status: 400, name: 'Name in use', msg: 'This outlet has an area of this name already.' },
  'area.too_many_zones': {
    status: 409,
    name: 'Too many zones',
    msg: 'An outlet holds at most {most} zones with a map, a circle or postcodes.',
  },
  'area.too_many_points': {
    status: 409,
    name: 'Too many points',
    msg: 'The zones of an outlet have at most {most} points together. Draw them with fewer.',
  },
  'area.too_many': { status: 409, name: 'Too many areas', msg: 'An outlet holds at most {most} delivery areas.' },
  'area.restore_conflict': {
    status: 409,
    name: 'Name in use',
    msg: 'Another area is called {name} by now. Rename it, then restore this one.',
  },
  'special_day.overlaps': {
    status: 400,
    name: 'Days already taken',
    msg: '{reason} is on these days already. Change that instead.',
  },
  'special_day.too_many': {
    status: 409,
    name: 'Too many special days',
    msg: 'An outlet holds at most {most} special days.',
  },
  'special_day.restore_conflict': {
    status: 409,
    name: 'Days taken',
    msg: '{reason} is on these days by now. Delete it, then restore this one.',
  },

  'table.name_taken': { status: 400, name: 'Name in use', msg: 'This outlet has a table {name} already.' },
  'table.too_many': { status: 409, name: 'Too many tables', msg: 'An outlet holds at most {most} tables.' },
  'table.restore_conflict': {
    status: 409,
    name: 'Name in use',
    msg: 'Another table is called {name} by now. Rename it, then restore this one.',
  },
  'table.area_name_taken': { status: 400, name: 'Name in use', msg: 'This outlet has an area of this name already.' },
  'table.too_many_areas': {
    status: 409,
    name: 'Too many areas',
    msg: 'An outlet holds at most {most} areas of tables.',
  },
  'table.area_restore_conflict': {
    status: 409,
    name: 'Name in use',
    msg: 'Another area is called {name} by now. Rename it, then restore this one.',
  },
  'table.code_invalid': {
    status: 404,
    name: 'Code not valid',
    msg: 'The code of this table is no longer good. Ask for a new one, or order another way.',
  },
  'table.session_over': {
    status: 409,
    name: 'Shared basket has ended',
    msg: 'The shared basket of this table has ended. Scan the code on the table to share one again.',
  },
  'table.phone_needed': {
    status: 403,
    name: 'Number needed',
    msg: 'Sign in with your mobile number to place this order.',
  },
  'table.lines_not_open': {
    status: 409,
    name: 'Not open',
    msg: 'Somebody at your table has paid some of this, or is paying it now. Look at the bill again.',
  },
  'table.full': { status: 409, name: 'Table is full', msg: 'At most {most} phones share the basket of a table.' },
  'table.not_your_lines': {
    status: 409,
    name: 'Not your dishes',
    msg: 'Only the phone that chose these dishes takes them off. Ask that guest, or a waiter.',
  },
  'table.basket_full': {
    status: 409,
    name: 'Basket is full',
    msg: 'The basket of a table holds at most {most} lines. Send the order, then go on.',
  },

  'geocoding.search_failed': {
    status: 503,
    name: 'Search not available',
    msg: 'The address search does not answer. Type the address and place the pin yourself.',
  },

  'report.days_invalid': {
    status: 400,
    name: 'Choose other days',
    msg: 'Choose a first and a last day that are at most {most} days apart.',
  },
  'printing.no_printer': {
    status: 409,
    name: 'No printer',
    msg: 'No printer stands in {outlet}. Add one on the page Printers.',
  },
  'printing.too_many': { status: 409, name: 'Too many printers', msg: 'A restaurant has at most {most} printers.' },

  ...orderErrors,
  ...paymentErrors,
  ...deliveryErrors,
  ...courierErrors,
} as const satisfies Record<string, { status: number; name: string; msg: string }>;

export type ErrorCode = keyof typeof errors;

/**
 * The body of a failed call. `fields` lists invalid inputs by path; `details` is data that a screen needs to recover.
 */
export interface ErrorAnswer {
  name: string;
  msg: string;
  code: ErrorCode;
  fields?: FieldProblems;
  details?: Record<string, unknown>;
  requestId: string;
}

/** The message of `code` with its `{words}` filled from `details`; a word without a value is left out. */
export function errorMessage(code: ErrorCode, details: Record<string, unknown> = {}): string {
  return fillSentence(errors[code].msg, details);
}
