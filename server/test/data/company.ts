/** A restaurant that has connected a company's provider, and the steps of those who sign in there. */
import { expect } from 'vitest';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Role } from '#contract/base/enumerations.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { insertMembership } from '#server/modules/staff/memberships/memberships.ts';
import type { TestApp } from '../servers/app.ts';
import type { CompanyServer } from '../servers/company-provider.ts';
import { makeOwner, makeRestaurant, ownersPassword } from './restaurant.ts';

/** The way back of a browser. */
interface Back {
  restaurantId: RestaurantId;
  browserKey: string;
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

let made = 0;

export async function makeCompany(app: TestApp, server: CompanyServer) {
  const restaurant = await makeRestaurant(app.db);
  const owner = await makeOwner(app.db, restaurant.id);
  const domain = `company${made++}.test`;
  const connecting = { issuer: server.issuer, clientId: server.clientId, clientSecret: server.clientSecret };
  const proof = { password: ownersPassword };
  const connect = (change: Partial<typeof connecting & { domains: string[] }> = {}) =>
    app.call(
      'POST /restaurant/connect-company',
      { body: { ...connecting, domains: [domain], ...proof, ...change } },
      owner.token,
    );
  const switchTo = (isOn: boolean, isRequired = false) =>
    app.call('POST /restaurant/switch-company', { body: { isOn, isRequired, ...proof } }, owner.token);

  /** The owner tries the provider as this account of it. */
  async function tryAs(subject: string) {
    const { url, browserKey } = await app.call('POST /restaurant/try-company', {}, owner.token);
    const back = backFrom(restaurant.id, browserKey, await server.visit(url, subject));
    return (await app.call('POST /restaurant/finish-company-trial', { body: back }, owner.token)).trial;
  }

  /** Somebody who works here, with an account at the company that has the same email. */
  async function hire(role: Role = 'staff') {
    const { userId, token } = await makeOwner(app.db, restaurant.id, role);
    const subject = `subject-${userId}`;
    const email = `${subject}@${domain}`;
    await app.db.updateTable('users').set({ email, email_key: email }).where('id', '=', userId).execute();
    server.join({ subject, email, isVerified: true });
    return { userId, token, subject, email };
  }

  const begin = (given: { restaurantId?: RestaurantId; token?: string } = { restaurantId: restaurant.id }) =>
    app.call('POST /auth/begin-company-signin', { body: given });

  /** A browser that went to the provider and came back, and has not told the server yet. */
  async function goAs(subject: string, given?: Parameters<typeof begin>[0]): Promise<Back> {
    const { url, browserKey } = await begin(given);
    return backFrom(restaurant.id, browserKey, await server.visit(url, subject));
  }

  const finish = (back: Back) => app.call('POST /auth/finish-company-signin', { body: back });

  /** Links with the password, and signs in. @returns the token */
  async function linkAs({ subject }: { subject: string }): Promise<string> {
    const back = await goAs(subject);
    const refused = (await finish(back).then(
      () => null,
      (error: unknown) => error,
    )) as { answer?: { details?: { challenge?: string } } };
    const challenge = refused.answer?.details?.challenge;
    expect(challenge).toBeDefined();
    const { restaurantId, browserKey } = back;
    const body = { restaurantId, browserKey, challenge: challenge!, ...proof };
    return (await app.call('POST /auth/link-company', { body })).token.token;
  }

  return {
    ...restaurant,
    owner,
    domain,
    connect,
    switchTo,
    tryAs,
    hire,
    begin,
    goAs,
    finish,
    linkAs,
    signInAs: async ({ subject }: { subject: string }) => (await finish(await goAs(subject))).token.token,

    /** Connected, tried and on. */
    async open(isRequired = false) {
      await connect();
      const subject = newId();
      server.join({ subject, email: `owner@${domain}`, isVerified: true });
      await tryAs(subject);
      await switchTo(true, isRequired);
    },

    /** Makes somebody work here as well. */
    employ: (userId: UserId, role: Role = 'staff') =>
      platformTransaction(app.db, 'seed', (tx) =>
        insertMembership(tx, restaurant.id, { userId, role, outletIds: null }, app.clock.now()),
      ),
  };
}

function backFrom(restaurantId: RestaurantId, browserKey: string, params: Record<string, string>): Back {
  const { state = '', code, iss, error } = params;
  return {
    restaurantId,
    browserKey,
    state,
    ...(code !== undefined && { code }),
    ...(iss !== undefined && { iss }),
    ...(error !== undefined && { error }),
  };
}

export type Company = Awaited<ReturnType<typeof makeCompany>>;
