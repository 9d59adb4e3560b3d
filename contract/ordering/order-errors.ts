/** The errors of orders: reasons why a basket cannot be ordered, or an order cannot be moved. Part of errors.ts. */
export const orderErrors = {
  'order.not_found': { status: 404, name: 'No record found', msg: 'No record found' },
  'order.line_not_found': { status: 404, name: 'No record found', msg: 'This order has no such line.' },
  'order.outlet_not_found': { status: 404, name: 'No record found', msg: 'This outlet was not found.' },
  'order.outlet_inactive': { status: 409, name: 'Outlet not active', msg: '{outlet} is not taking orders now.' },
  'order.mode_not_available': {
    status: 409,
    name: 'Mode not available',
    msg: 'We are sorry {mode} is not available at this outlet please change mode to {otherMode}',
  },
  'order.dine_in_not_available': {
    status: 409,
    name: 'Not at the table',
    msg: '{outlet} takes no orders at the table now. Please order with somebody who works here.',
  },
  'order.outlet_closed': { status: 409, name: 'Outlet closed', msg: '{outlet} is closed now.' },
  'order.slot_gone': {
    status: 409,
    name: 'Time not available',
    msg: '{outlet} does not take orders for that time any more. Choose another time.',
  },
  'order.time_full': {
    status: 409,
    name: 'Kitchen full',
    msg: 'The kitchen of {outlet} is full at that time. Choose another time.',
  },
  'order.not_today': {
    status: 409,
    name: 'Not for today',
    msg: '{outlet} takes orders for tomorrow only. Choose a time.',
  },
  'order.not_attended': {
    status: 409,
    name: 'Nobody is there',
    msg: '{outlet} does not see orders at the moment. Try again in a few minutes, or call.',
  },
  'order.too_many_open': {
    status: 409,
    name: 'Orders are waiting',
    msg: '{outlet} has to see to your earlier orders first. Wait a little, or call.',
  },
  'order.payment_not_available': {
    status: 409,
    name: 'Payment not available',
    msg: 'This outlet does not take that payment. Choose another one.',
  },
  'order.table_invalid': {
    status: 409,
    name: 'Scan the code again',
    msg: 'The code of this table is no longer good. Scan the one on your table, or ask for help.',
  },
  'order.pin_needed': {
    status: 409,
    name: 'Pin needed',
    msg: 'Set the pin of your address, or enter its postcode.',
  },
  'order.area_not_served': { status: 409, name: 'Area not served', msg: 'This outlet does not deliver to that area.' },
  'order.address_required': {
    status: 400,
    name: 'Address required',
    msg: 'Tell us where to deliver: floor and address.',
  },
  'order.below_minimum': {
    status: 409,
    name: 'Below the minimum',
    msg: 'The minimum for {area} is {minimum}. Add {missing} more.',
  },
  'order.item_unavailable': { status: 409, name: 'Not available', msg: '{item} is not available at this outlet now.' },
  'order.menu_over': { status: 409, name: 'Not sold now', msg: '{item} is on {menu}, which is not sold at that time.' },
  'order.item_gone': { status: 409, name: 'Not available', msg: 'One of the dishes is not on the menu any more.' },
  'order.sold_out': { status: 409, name: 'Sold out', msg: '{item} is sold out.' },
  'order.options_invalid': { status: 400, name: 'Check the options', msg: 'Choose the options of {item} again.' },
  'order.tip_not_taken': {
    status: 409,
    name: 'No tips',
    msg: 'The restaurant takes no tips with this order. Take the tip off.',
  },
  'order.tip_too_large': { status: 400, name: 'Tip too large', msg: 'The tip can be {most} at most.' },
  'order.table_basket_sent': {
    status: 409,
    name: 'Already sent',
    msg: '{name} has just sent the order of your table. It has number {orderName}.',
  },
  'order.table_basket_changed': {
    status: 409,
    name: 'Basket changed',
    msg: 'Somebody at your table has just changed the basket. Look at it again, then place the order.',
  },
  'order.price_changed': {
    status: 409,
    name: 'Price changed',
    msg: 'The price has changed from {seen} to {total}. Check it and place the order again.',
  },
  'order.key_reused': {
    status: 422,
    name: 'Already ordered',
    msg: 'Order #{orderName} has already been placed from this basket. What is in it now would be another order.',
  },
  'order.move_not_allowed': { status: 409, name: 'Not possible', msg: 'An order that is {from} cannot become {to}.' },
  'order.status_changed': {
    status: 409,
    name: 'Changed by somebody else',
    msg: '{name} moved this order to {status} already.',
  },
  'order.already_accepted': {
    status: 409,
    name: 'Already accepted',
    msg: 'The restaurant has accepted your order already. Call the restaurant if you cannot take it.',
  },
  'order.change_not_found': { status: 404, name: 'No record found', msg: 'This order has no such change.' },
  'order.change_too_late': {
    status: 409,
    name: 'Too late to change',
    msg: 'An order that is {status} cannot be changed any more.',
  },
  'order.change_open': {
    status: 409,
    name: 'The guest is being asked',
    msg: 'The guest has not answered the last question yet. Take it back before you ask another one.',
  },
  'order.change_is_none': {
    status: 400,
    name: 'Nothing changed',
    msg: 'This is the order as it stands. Change a dish.',
  },
  'order.change_over': {
    status: 409,
    name: 'No longer open',
    msg: 'This question is over. The order is shown as it stands now.',
  },
  'order.change_costs_more': {
    status: 409,
    name: 'Paid already',
    msg: 'The guest has paid {paid} online, and no more can be taken. Take something off as well, or place another order.',
  },
  'order.change_not_refundable': {
    status: 409,
    name: 'Cannot be refunded',
    msg: 'The payment service cannot give back {amount} to the last digit. Choose other dishes.',
  },
  'order.change_paid_at_table': {
    status: 409,
    name: 'Paid at the table',
    msg: 'Guests at the table are paying for this order, or have paid. Place another order instead.',
  },
  'order.change_with_courier': {
    status: 409,
    name: 'With a courier',
    msg: 'A courier takes {total} for this order at the door. The total cannot change while the courier has the order.',
  },
  'order.too_many_changes': {
    status: 409,
    name: 'Too many changes',
    msg: 'This order has been changed {most} times. Place another order instead.',
  },
  'problem.not_over': {
    status: 409,
    name: 'Order not over',
    msg: 'A problem can be reported once the order is over. Call the restaurant until then.',
  },
  'problem.too_late': {
    status: 409,
    name: 'Too late',
    msg: 'A problem can be reported within {hours} hours after the order was completed or cancelled. Call the restaurant instead.',
  },
  'problem.answered': {
    status: 409,
    name: 'Answered already',
    msg: 'The restaurant has answered already. Read its answer, or call.',
  },
  'problem.too_many_reports': {
    status: 429,
    name: 'Too many reports',
    msg: 'That was a lot of reports for one day. Call the restaurant instead.',
  },
  'problem.changed': {
    status: 409,
    name: 'Changed by the guest',
    msg: 'The guest has just changed the report. Read it again, then answer.',
  },
  'problem.answered_by': { status: 409, name: 'Answered already', msg: '{name} has answered this already.' },
  'problem.amount_changed': {
    status: 409,
    name: 'Amount changed',
    msg: 'What can be given back has changed. Check the amount and answer again.',
  },
  'problem.no_voucher': {
    status: 409,
    name: 'No voucher',
    msg: 'This guest gave no phone number, so they could not use a voucher.',
  },
  'order.test_no_outlet': {
    status: 409,
    name: 'No outlet',
    msg: 'Create an outlet first: a test order needs a kitchen that takes it.',
  },
  'order.test_no_mode': {
    status: 409,
    name: 'No ordering mode',
    msg: '{outlet} takes no orders now. Switch on pickup or delivery, with a payment; delivery needs an area as well.',
  },
  'order.test_no_item': {
    status: 409,
    name: 'Nothing to order',
    msg: 'No dish can be ordered at {outlet} now. Put one that is available on a Live menu.',
  },
  'order.reason_required': { status: 400, name: 'Reason required', msg: 'Choose a reason for cancelling.' },
} as const satisfies Record<string, { status: number; name: string; msg: string }>;
