/** Which page of the site is open: the address below the restaurant's, on the server that of the request. */
import { type ComponentType, createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { matchPattern, pathBelow } from './match-route.ts';

interface Address {
  /** Path below the base, beginning with a slash. */
  path: string;
  /** The query without its '?'. */
  search: string;
}

const AddressContext = createContext<Address>({ path: '/', search: '' });
const ParamsContext = createContext<Readonly<Record<string, string>>>({});

interface RouterProps {
  /** '/demo', or '' on an own domain: every page of the site is below it. */
  base: string;
  /** The request that is rendered on the server; in the browser the window's own address counts. */
  request?: { path: string; search: string } | undefined;
  children: ReactNode;
}

/** Tells everything inside which page is open. */
export function Router({ base, request, children }: RouterProps) {
  const whole = useSyncExternalStore(
    onAddress,
    () => location.pathname + location.search,
    () => (request === undefined ? location.pathname + location.search : request.path + withMark(request.search)),
  );
  const [path = '', search = ''] = whole.split(/\?(.*)/s);
  // An address of another site is no page of this one.
  const address = { path: pathBelow(base, path) ?? '/:', search };
  return <AddressContext value={address}>{children}</AddressContext>;
}

export function useAddress(): Address {
  return use(AddressContext);
}

/** A parameter that the pattern of the open page names, decoded; undefined where it names none. */
export function useParam(name: string): string | undefined {
  return use(ParamsContext)[name];
}

/** The first page whose pattern matches. A component that stands at several patterns is kept when going between them. */
export function Routes({ pages, missing: Missing }: { pages: readonly Page[]; missing: ComponentType }) {
  const { path } = useAddress();
  for (const { pattern, Component } of pages) {
    const params = matchPattern(pattern, path);
    if (params !== null) return <Opened Component={Component} params={params} />;
  }
  return <Opened Component={Missing} params={{}} />;
}

export interface Page {
  pattern: string;
  Component: ComponentType;
}

function Opened({ Component, params }: { Component: ComponentType; params: Record<string, string> }) {
  return (
    <ParamsContext value={params}>
      <Component />
    </ParamsContext>
  );
}

const listeners = new Set<() => void>();

/** Goes to an address without a reload. */
export function navigate(address: string, { replace, state }: { replace: boolean; state?: unknown }): void {
  if (replace) history.replaceState(state ?? null, '', address);
  else history.pushState(state ?? null, '', address);
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the address changes, by our hand or the browser's. */
export function onAddress(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
    removeEventListener('hashchange', listener);
  };
}

function withMark(search: string): string {
  return search === '' || search.startsWith('?') ? search : `?${search}`;
}
