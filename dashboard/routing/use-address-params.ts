import { type NavigateOptions, useSearchParams } from 'react-router';

/**
 * The parameters of the address, and their change. A change begins with the address of that moment, which is ahead of what is drawn:
 * the second of two quick changes would undo the first.
 */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const change = (next: (current: URLSearchParams) => URLSearchParams, options?: Pick<NavigateOptions, 'replace'>) =>
    setParams(next(new URLSearchParams(location.search)), { preventScrollReset: true, ...options });
  return [params, change] as const;
}

/** A copy with the parameter, or without it where the value is null. */
export function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}
