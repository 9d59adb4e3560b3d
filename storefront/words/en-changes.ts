/** The words in English of what a guest does with an order that was sent: taking it back, and answering about changes. */

export const enChanges = {
  cancel: 'Cancel this order',
  cancelTitle: 'Cancel your order?',
  cancelText: 'The restaurant has not accepted it yet. Cancelling costs nothing.',
  keep: 'Keep my order',
  cancelNow: 'Yes, cancel it',
  youCancelled: 'You cancelled this order.',
  title: 'May we change your order?',
  newTime: (time: string) => `It would be ready by about ${time}.`,
  newTotal: (before: string, after: string) => `${after} instead of ${before}`,
  sameTotal: (total: string) => `The total stays ${total}`,
  goesBack: 'What you paid too much goes back to you.',
  answerBy: (time: string) => `Answer by ${time}. Without an answer your order stays as it is.`,
  agree: 'Yes, change it',
  decline: 'No, leave it as it is',
  changedAt: (time: string) => `Your order was changed at ${time}, as you agreed.`,
};
