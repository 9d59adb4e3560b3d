/** The words in English of the steps of an order. */
export const enSteps = {
  statuses: {
    New: 'Your order has been sent',
    Confirmed: 'Your order is being prepared',
    Ready: 'You can now pick up your order',
    Completed: 'Your order has been collected',
  },
  deliveryStatuses: { Ready: 'Your order is on its way', Completed: 'Your order has been delivered' },
  tableStatuses: { Ready: 'Your order is on its way to your table', Completed: 'Your order has been served' },
  /** An order of the table, whoever of its guests sent it. */
  tableOrderStatuses: {
    New: 'Sent to the kitchen',
    Confirmed: 'Being prepared',
    Ready: 'On its way to your table',
    Completed: 'Served',
  },
};
