/** The error catalogue of both documents (section 8 of each): what a person reads when a call fails, by place. */
import { CallError } from './client.ts';

/**
 * Where the call was made. `record` is a dashboard screen of the first document (menus, modifier lists), `items` and
 * `outlets` are its two exceptions, `operation` a dashboard screen of the second, `site` what the guest's site loads. `recovery` is
 * unknown to the documents and speaks as `signup` does.
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

/** The words for a failed call. Conflicts (409, 422), what is gone (410) and limits (413, 429, 503) were unknown to the documents: their sentence is shown. */
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
  // The documents do not use the 404 text for outlets: there it is "anything else".
  return place === 'outlets' ? 'server error' : 'No record found';
}
