/** The specification's error messages: the text a person reads when a call fails, by screen. */
import { CallError } from './client.ts';

/**
 * The screen that made the call, grouped by the specification's wording. `record` is a set-up screen of the dashboard
 * (menus, modifier lists), with `items` and `outlets` as its two exceptions; `operation` is a day-to-day screen
 * (orders, inventory, pauses); `site` is data loaded by the guest's site. `recovery`, an addition, uses the texts of
 * `signup`.
 */
export type ErrorPlace =
  | 'login'
  | 'signup'
  | 'recovery'
  | 'record'
  | 'items'
  | 'outlets'
  | 'operation'
  | 'code'
  | 'site'
  | 'order';

/**
 * The text for a failed call. Conflicts (409, 422), 410 and limits (413, 429, 503) go beyond the specification and show
 * the server's own message.
 */
export function errorText(error: unknown, place: ErrorPlace): string {
  const status = error instanceof CallError ? error.status : 0;
  const answer = error instanceof CallError ? error.answer : null;
  const isOurs = answer !== null && [409, 410, 413, 422, 429, 503].includes(status);
  switch (place) {
    case 'login':
      if (status === 0 || answer === null) return status === 0 ? 'Network Error' : 'server error';
      return status === 401 || isOurs ? answer.msg : 'server error';
    case 'signup':
    case 'recovery':
      if (status === 0) return 'Network Error';
      return answer !== null && (status === 400 || status === 404 || isOurs) ? answer.msg : 'Server error';
    case 'code':
      return answer?.msg ?? 'Network Error';
    case 'order':
      return answer !== null && status < 500 ? answer.msg : isOurs ? answer.msg : 'Server Error';
    case 'record':
    case 'items':
    case 'outlets':
    case 'operation':
    case 'site':
      if (status === 0) return 'Network error';
      if (isOurs) return answer.msg;
      if (status === 400) return answer?.name ?? 'server error';
      if (status === 401) return 'Login is required';
      if (status === 404) return notFoundText(place);
      return 'server error';
  }
}

function notFoundText(place: 'record' | 'items' | 'outlets' | 'operation' | 'site'): string {
  if (place === 'items') return 'Item was not found';
  // The specification has no text for a missing outlet: it falls under "anything else".
  return place === 'outlets' ? 'server error' : 'No record found';
}
