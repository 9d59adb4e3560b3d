/**
 * The fixtures of every journey: the running product, restaurants of their own, and windows that may not complain. A
 * message in a browser's console, a refused script or style, an uncaught error: each fails its test, unless the test
 * has said that it provokes it.
 */
import { type BrowserContext, type BrowserContextOptions, type Page, test as base } from '@playwright/test';
import type { Route } from '#contract/base/api.ts';
import { type CallAnswer, type CallInput, createClient } from '#contract/base/client.ts';
import { type Db, openDatabase } from '#server/db/connect.ts';
import { testLog } from '#server/test/servers/log.ts';
import {
  makeCustomer,
  makeOwner,
  makeRestaurant,
  type RestaurantOverrides,
  type TestRestaurant,
} from '#server/test/data/restaurant.ts';

export { expect } from '@playwright/test';

export const phone = { width: 375, height: 812 };
export const tablet = { width: 768, height: 1024 };
export const desktop = { width: 1280, height: 800 };

/** Calls the API from outside any browser, with a token or without. */
export type Call = <R extends Route>(route: R, input: CallInput<R>, token?: string) => Promise<CallAnswer<R>>;

/** A restaurant with an owner and a known guest. */
export interface Place extends TestRestaurant {
  outletName: string;
  owner: Awaited<ReturnType<typeof makeOwner>>;
  guest: Awaited<ReturnType<typeof makeCustomer>>;
  /** Names carry the restaurant's canary: 'burger' is 'burger canary1234'. */
  named: (word: string) => string;
}

interface Fixtures {
  complaints: Complaints;
  call: Call;
  /** Opens a restaurant for this test alone, with the menu of `server/test/data/restaurant.ts`. */
  openRestaurant: (overrides?: RestaurantOverrides) => Promise<Place>;
  /** Another person's window, with a storage of its own. */
  openWindow: (options: BrowserContextOptions) => Promise<Page>;
}

/* Playwright reads the dependencies of a fixture from the pattern of its first argument; these two have none. */
/* oxlint-disable no-empty-pattern */
export const test = base.extend<Fixtures, { db: Db }>({
  db: [
    async ({}, provide) => {
      const config = { databaseUrl: undefined, dataDir: process.env['E2E_DATA_DIR']! };
      const database = await openDatabase(config, testLog, { join: true });
      await provide(database.db);
      await database.close();
    },
    { scope: 'worker' },
  ],

  complaints: [
    async ({}, provide) => {
      const complaints = new Complaints();
      await provide(complaints);
      base.expect(complaints.unexpected(), 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],

  context: async ({ context, complaints }, provide) => {
    complaints.listenTo(context);
    await provide(context);
  },

  openWindow: async ({ browser, complaints }, provide) => {
    const opened: BrowserContext[] = [];
    await provide(async (options) => {
      const context = await browser.newContext(options);
      opened.push(context);
      complaints.listenTo(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },

  call: async ({ baseURL }, provide) => {
    await provide((route, input, token) => {
      const client = createClient({
        fetch: (url, init) => fetch(url, init),
        token: () => token ?? null,
        origin: baseURL!,
      });
      return client.call(route, input);
    });
  },

  openRestaurant: async ({ db }, provide) => {
    await provide(async (overrides) => {
      const made = await makeRestaurant(db, overrides);
      const [owner, guest] = await Promise.all([makeOwner(db, made.id), makeCustomer(db, made.id)]);
      const named = (word: string) => `${word} ${made.canary}`;
      return { ...made, outletName: named('Marina'), owner, guest, named };
    });
  },
});

/** The complaints of the windows of a test. */
export class Complaints {
  readonly #heard: string[] = [];
  readonly #expected: RegExp[] = [/^Service Worker registration blocked by Playwright/];

  listenTo(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      // A failed answer is named by its address alone.
      this.#heard.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#heard.push(String(error.error())));
  }

  /** Announces a complaint that the test provokes: a browser reports every failed answer. */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  unexpected(): string[] {
    return this.#heard.filter((text) => !this.#expected.some((expected) => expected.test(text)));
  }
}
