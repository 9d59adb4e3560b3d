/** Messages of the server to people outside, and why one could not be sent. */
const messageKinds = [
  'invitation',
  'password_reset',
  'password_changed',
  'factor_changed',
  'factor_reset',
  'restaurant_closed',
  'restaurant_reopened',
  'order_waiting',
  'order_waiting_call',
  'phone_code',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * Why a message was not sent: the mail server refused it for good, nobody accepted it, nobody answered in time, it was
 * written under another SECRET, or something else that the log of the server has.
 */
const sendProblems = ['refused', 'not_accepted', 'too_slow', 'sealed', 'unexpected'] as const;
export type SendProblem = (typeof sendProblems)[number];
