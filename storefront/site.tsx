/**
 * Context of every screen of the site: the menu, the words, the addresses, the caller of the API and what is stored.
 */
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { CallError, type Client, createClient } from '#contract/base/client.ts';
import type { Language } from '#contract/base/enumerations.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { fromMajor, type MinorUnits } from '#contract/base/money.ts';
import { withAmounts } from './basket/price.ts';
import { modePathOf, type StoredBasket, parseStoredBasket, portionsIn } from './basket/stored-basket.ts';
import { type TableBasket, withTableLines } from './basket/table-basket.ts';
import { restaurantName } from './language/in-language.ts';
import { moneyLike, moneySample } from './language/language.ts';
import { type Menu, readMenu } from './state/menu.ts';
import type { ShownCatalogue } from './state/sales.ts';
import type { Words } from './words/words.ts';
import { type ModePath, type Paths, pathsOf } from './routing/paths.ts';
import { parsePendingSignIn, parseSession, type PendingSignIn, type Session } from './state/session.ts';
import { openBrowserStore, type BrowserStore } from './state/browser-store.ts';
import { fetchInTime } from './state/fetch-in-time.ts';

/** Data that the server renders a page from and hands to the browser. */
export interface SiteData {
  catalogue: ShownCatalogue;
  /** '/demo', or '' on an own domain: every page of the site is below it. */
  base: string;
  /** The platform's, on an own domain: what this browser kept for the site may still be there. */
  formerOrigin?: string;
  /** When it was rendered, ISO. */
  renderedAt: string;
  language: Language;
  /** An amount of the restaurant's currency as the language writes it. */
  moneySample: string;
}

interface Site {
  menu: Menu;
  language: Language;
  words: Words;
  paths: Paths;
  call: Client['call'];
  client: Client;
  basketStore: BrowserStore<StoredBasket>;
  /** Lines that the other phones at the table have chosen; null: none, or not known yet. */
  tableBasketStore: BrowserStore<TableBasket | null>;
  sessionStore: BrowserStore<Session | null>;
  pendingSignInStore: BrowserStore<PendingSignIn | null>;
  /** In the guest's language. */
  restaurantName: string;
  /** An amount as people read it. */
  money: (amount: MinorUnits) => string;
  /** The same from the wire's major units. */
  price: (major: number) => string;
  renderedAt: Date;
  /** Reads the catalogue again. */
  refreshMenu: () => Promise<void>;
}

const SiteContext = createContext<Site | null>(null);
const NotesContext = createContext<PageNotes | undefined>(undefined);

export function useSite(): Site {
  const site = use(SiteContext);
  if (site === null) throw new Error('A screen outside of the site');
  return site;
}

interface SiteProviderProps {
  data: SiteData;
  words: Words;
  /** Facts that the rendering on the server hands to the document around it. */
  notes?: PageNotes | undefined;
  children: ReactNode;
}

export function SiteProvider({ data, words, notes, children }: SiteProviderProps) {
  const [catalogue, setCatalogue] = useState(data.catalogue);
  const [kept] = useState(() => openSite(data));
  const site = useMemo((): Site => {
    const { slug } = catalogue.restaurant;
    const menu = readMenu(catalogue);
    const isSameCurrency = menu.currency === data.catalogue.restaurant.currency;
    const sample = isSameCurrency ? data.moneySample : moneySample(menu.currency, data.language);
    const money = (amount: MinorUnits) => moneyLike(sample, amount, menu.currency);
    return {
      ...kept,
      menu,
      language: data.language,
      words,
      restaurantName: restaurantName(catalogue.restaurant, data.language),
      money,
      price: (major) => money(fromMajor(major, menu.currency)),
      renderedAt: new Date(data.renderedAt),
      refreshMenu: async () => {
        const fresh = await kept.call('GET /site/:slug', { params: { slug } });
        if (fresh.version !== catalogue.version) setCatalogue(fresh);
      },
    };
  }, [catalogue, data, words, kept]);
  useEffect(() => {
    if (catalogue.menus) {
      import('./state/sales.ts').then(
        ({ keepSales }) => keepSales(site, setCatalogue),
        () => {},
      );
    }
  }, [catalogue, site]);
  return (
    <SiteContext value={site}>
      <NotesContext value={notes}>{children}</NotesContext>
    </SiteContext>
  );
}

/** Everything inside sees the prices of the mode that the address names, or else the basket; `path` is below the base. */
export function PricesOfMode({ path, children }: { path: string; children: ReactNode }) {
  const site = useSite();
  const { orderingMode } = useStoreValue(site.basketStore);
  // The list of modes would bring all others of its file along.
  const named = /^\/(delivery|pickup|dine-in)\//.exec(path)?.[1] as ModePath | undefined;
  const mode = named ?? modePathOf(orderingMode);
  const priced = useMemo(() => {
    const { items, modifierLists } = site.menu.catalogue;
    const all = [...items, ...modifierLists.flatMap(({ modifierList }) => modifierList)];
    // Another site has React hydrate all categories that wait for it, in one task.
    return all.some(({ modePrices }) => modePrices) ? { ...site, menu: readMenu(site.menu.catalogue, mode) } : site;
  }, [site, mode]);
  return <SiteContext value={priced}>{children}</SiteContext>;
}

/** The parts of the site that live as long as the page. */
function openSite({ catalogue, base }: SiteData) {
  // By the restaurant, not by its address: that may change while somebody has a basket.
  const { _id: restaurantId } = catalogue.restaurant;
  const sessionStore = openBrowserStore(
    `customer.${restaurantId}`,
    parseSession,
    storageOf(() => localStorage),
  );
  const client = createClient({
    fetch: fetchInTime,
    token: () => sessionStore.get()?.token ?? catalogue.siteToken,
  });

  const call: Client['call'] = async (route, input) => {
    const tokenSent = sessionStore.get()?.token;
    try {
      return await client.call(route, input);
    } catch (error) {
      // The session has ended on the server: so it has here.
      const hasEnded = error instanceof CallError && error.status === 401 && tokenSent !== undefined;
      if (hasEnded && sessionStore.get()?.token === tokenSent) sessionStore.change(() => null);
      throw error;
    }
  };

  return {
    paths: pathsOf(base),
    client,
    call,
    sessionStore,
    basketStore: openBrowserStore(
      `basket.${restaurantId}`,
      parseStoredBasket,
      storageOf(() => localStorage),
    ),
    tableBasketStore: openBrowserStore<TableBasket | null>('', () => null, null),
    pendingSignInStore: openBrowserStore(
      `signin.${restaurantId}`,
      parsePendingSignIn,
      storageOf(() => sessionStorage),
    ),
  };
}

/** null on the server, and where the browser forbids storing. */
function storageOf(open: () => Storage): Storage | null {
  try {
    return typeof document === 'undefined' ? null : open();
  } catch {
    return null;
  }
}

function useStoreValue<Value>(stored: BrowserStore<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.get, stored.getServerValue);
}

/** The basket, and the one way to change it. */
export function useBasket() {
  const basket = useStoreValue(useSite().basketStore);
  return { basket, change: useChangeBasket() };
}

/** For parts that change the basket and do not show it. */
export function useChangeBasket() {
  const { basketStore, menu } = useSite();
  return useCallback(
    (next: (basket: StoredBasket) => StoredBasket) => basketStore.change((before) => withAmounts(menu, next(before))),
    [basketStore, menu],
  );
}

/** How many portions of a dish are in the basket. A part that asks for them is rendered again when this number alone changes. */
export function usePortionsOf(itemId: ItemId): number {
  const { basketStore } = useSite();
  return useSyncExternalStore(
    basketStore.subscribe,
    () => portionsIn({ items: basketStore.get().items.filter((line) => line._id === itemId) }),
    () => 0,
  );
}

/** The basket with the lines of everybody at the table: the own ones first, as they are in `useBasket`. */
export function useWholeBasket() {
  const table = useStoreValue(useSite().tableBasketStore);
  const { basket } = useBasket();
  return { basket: withTableLines(basket, table), table };
}

/** null: signed out, and on the server. */
export function useSession(): Session | null {
  return useStoreValue(useSite().sessionStore);
}

export function usePendingSignIn(): PendingSignIn | null {
  return useStoreValue(useSite().pendingSignInStore);
}

/** Milliseconds between two looks at the clock. */
const tick = 30_000;

function subscribeToClock(listener: () => void): () => void {
  const timer = setInterval(listener, tick / 10);
  return () => clearInterval(timer);
}

/** The time, to the half minute; while hydrating that of the rendering. */
export function useNow(): Date {
  const { renderedAt } = useSite();
  return new Date(
    useSyncExternalStore(
      subscribeToClock,
      () => Math.floor(Date.now() / tick) * tick,
      () => renderedAt.getTime(),
    ),
  );
}

/** Facts that the rendering on the server hands to the document around it. */
export interface PageNotes {
  title?: string;
  statusCode?: number;
}

/** Tells the document around the page, when it is rendered on the server. */
export function useNote(note: PageNotes): void {
  const notes = use(NotesContext);
  if (notes !== undefined) Object.assign(notes, note);
}

/** Names the page in the tab of the browser; '' is the restaurant alone, null leaves the name to what is open above the page. */
export function useTitle(title: string | null): void {
  const { restaurantName: name } = useSite();
  const full = title === null ? null : [title, name].filter(Boolean).join(' – ');
  useNote(full === null ? {} : { title: full });
  useEffect(() => {
    if (full !== null) document.title = full;
  }, [full]);
}
