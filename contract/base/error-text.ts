/** The specification's error messages: the text a person reads when a call fails, by screen. */
import { CallError } from './client.ts';

/**
 * The screen that made the call, grouped by the specification's wording. `setup` is a set-up screen of the dashboard
 * (menus, modifier lists), with `items` and `outlets` as its two exceptions; `operation` is a day-to-day screen
 * (orders, inventory, pauses); `site` is data loaded by the guest's site. `recovery`, an addition, uses the texts of
 * `signup`, and without an answer that of `login`.
 */
export type ErrorPlace =
  | 'login'
  | 'signup'
  | 'recovery'
  | 'setup'
  | 'items'
  | 'outlets'
  | 'operation'
  | 'code'
  | 'site'
  | 'order';

/** The sentences of the specification that stand for a whole status, spelt as there. */
export const failureText = {
  networkError: 'Network error',
  formNetworkError: 'Network Error',
  serverError: 'server error',
  signUpServerError: 'Server error',
  orderServerError: 'Server Error',
  loginRequired: 'Login is required',
  notFound: 'No record found',
  itemNotFound: 'Item was not found',
};
type FailureText = Readonly<typeof failureText>;

/**
 * The text for a failed call, in the words of `text` and of the answer. Conflicts (409, 422), 410 and limits (413, 429, 503)
 * go beyond the specification and show the answer's own message.
 */
export function errorText(error: unknown, place: ErrorPlace, text: FailureText): string {
  const status = error instanceof CallError ? error.status : 0;
  const answer = error instanceof CallError ? error.answer : null;
  const isOurs = answer !== null && [409, 410, 413, 422, 429, 503].includes(status);
  switch (place) {
    case 'login':
      if (status === 0 || answer === null) return status === 0 ? text.formNetworkError : text.serverError;
      return status === 401 || isOurs ? answer.msg : text.serverError;
    case 'signup':
    case 'recovery':
      if (status === 0 && place === 'recovery') return text.formNetworkError;
      return answer !== null && (status === 400 || status === 404 || isOurs) ? answer.msg : text.signUpServerError;
    case 'code':
      return answer?.msg ?? text.formNetworkError;
    case 'order':
      return answer !== null && status < 500 ? answer.msg : isOurs ? answer.msg : text.orderServerError;
    case 'setup':
    case 'items':
    case 'outlets':
    case 'operation':
    case 'site':
      if (status === 0) return text.networkError;
      if (isOurs) return answer.msg;
      if (status === 400) return answer?.name ?? text.serverError;
      if (status === 401) return text.loginRequired;
      if (status === 404) return notFoundText(place, text);
      return text.serverError;
  }
}

function notFoundText(place: ErrorPlace, text: FailureText): string {
  if (place === 'items') return text.itemNotFound;
  // The specification has no text for a missing outlet: it falls under "anything else".
  return place === 'outlets' ? text.serverError : text.notFound;
}
