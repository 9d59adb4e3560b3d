/** The words in English of what a guest does with an order that was sent: taking it back. */

export const enChanges = {
  cancel: 'Cancel this order',
  cancelTitle: 'Cancel your order?',
  cancelText: 'The restaurant has not accepted it yet. Cancelling costs nothing.',
  keep: 'Keep my order',
  cancelNow: 'Yes, cancel it',
  youCancelled: 'You cancelled this order.',
};
