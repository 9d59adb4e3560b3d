import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Selectable } from 'kysely';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Schema } from '#server/db/schema.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendAuditEntry, productActor } from '#server/modules/staff/audit-log/append-audit.ts';
import { fullName, getUser } from '../queries.ts';
import { forgetCallers } from '../sessions/find-caller.ts';
import { lockTabletsOf } from '../sessions/sessions.ts';
import { askAgain, ProviderFailed } from './open-provider.ts';
import { noteConfirmed } from './links.ts';
import {
  clientOf,
  findProvider,
  noteProblem,
  type ProviderRow,
  sealForCompany,
  unsealForCompany,
} from './providers.ts';

const lookEveryMs = 1_000;
/** Sessions that are asked about together. A provider that takes its time holds up its own alone: each restaurant has few places. */
const mostAtOnce = 200;
const mostAtOnceOfRestaurant = 10;
/** Longer than a provider is waited for; a server that ends meanwhile leaves the session to the next. */
const lookWithinMs = MINUTE;
/** With the time that the provider takes, less than that. A database that fails over is back by then. */
const noteWithinMs = 25_000;
const [firstPauseMs, longestPauseMs] = [250, 4_000];
const patienceMs = limits.companyPatienceHours * 60 * MINUTE;

type SessionRow = Selectable<Schema['company_sessions']>;
type WatchDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'streams'>;

interface CompanyWatch {
  /** Asks about every session that is due: resolves when all are settled. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Asks providers about the sessions that began there, each every 30 seconds, in the elected server of the database: whoever has left the
 * company is signed out within a minute. A provider that does not answer signs nobody out at once, because it is down more often than
 * somebody leaves, and a kitchen goes on cooking; after four hours nobody can say any more who works there.
 */
export function watchCompanySessions(deps: WatchDeps, isElected: () => boolean): CompanyWatch {
  const { db, config, clock, log } = deps;
  const checks = new Map<Promise<void>, RestaurantId>();
  const stopping = new AbortController();
  let taking: Promise<void> | null = null;

  async function takeDue(): Promise<void> {
    if (checks.size === mostAtOnce) return;
    for (const session of await claimDue(mostAtOnce - checks.size)) {
      const checked = check(session)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.warn({ err: error }, 'A session could not be checked; trying again');
        })
        .finally(() => checks.delete(checked));
      checks.set(checked, session.restaurant_id);
    }
  }

  /** Two servers may claim a session at once: the second finds that it is not due any more. */
  function claimDue(most: number): Promise<SessionRow[]> {
    const now = clock();
    // A company that is asked about some of its sessions waits for their end.
    const busy = [...new Set(checks.values())];
    return platformTransaction(db, 'company-sign-in', (tx) =>
      tx
        .updateTable('company_sessions')
        .set({ next_check_at: new Date(now.getTime() + lookWithinMs) })
        .where('next_check_at', '<=', now)
        .where('token_hash', 'in', (eb) =>
          eb
            .selectFrom((due) =>
              due
                .selectFrom('company_sessions')
                .select(['token_hash', 'next_check_at'])
                .select(sql<number>`row_number() over (partition by restaurant_id order by next_check_at)`.as('place'))
                .where('next_check_at', '<=', now)
                .where(sql<boolean>`restaurant_id <> all(${busy}::uuid[])`)
                .as('due'),
            )
            .select('due.token_hash')
            .where('due.place', '<=', mostAtOnceOfRestaurant)
            .orderBy('due.next_check_at')
            .limit(most),
        )
        .returningAll()
        .execute(),
    );
  }

  /** The provider is asked outside any transaction, and once it is, its answer is awaited: it may hold the only refresh token of the next time. */
  async function check(session: SessionRow): Promise<void> {
    const { restaurant_id: restaurantId, token_hash: tokenHash, link_id: linkId } = session;
    const [provider, link] = await transaction(db, restaurantId, async (tx) => [
      await findProvider(tx, restaurantId),
      await tx
        .selectFrom('company_links')
        .selectAll()
        .where('restaurant_id', '=', restaurantId)
        .where('id', '=', linkId)
        .executeTakeFirst(),
    ]);
    if (provider === null || link === undefined || stopping.signal.aborted) return;
    let next: string;
    try {
      const refreshToken = unsealForCompany(config, tokenHash.toString('hex'), session.sealed);
      next = await askAgain(clientOf(provider, config), config, { refreshToken, subject: link.subject });
    } catch (error) {
      const failure = error instanceof ProviderFailed ? error.failure : 'unreachable';
      if (failure === 'person_refused') return end(session, link.user_id, 'refused');
      if (clock().getTime() - session.confirmed_at.getTime() >= patienceMs)
        return end(session, link.user_id, 'unreachable');
      return postpone(session, failure === 'client_refused' ? 'client_refused' : 'unreachable', error);
    }
    await confirm(session, provider, next);
  }

  /**
   * A provider may take each token once, and one that is used again for stolen: a new token that is not noted ends the session. So noting it
   * is tried again, while nobody else asks about the session.
   */
  async function confirm(session: SessionRow, provider: ProviderRow, refreshToken: string): Promise<void> {
    const untilMs = performance.now() + noteWithinMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        return await noteToken(session, provider, refreshToken);
      } catch (error) {
        if (stopping.signal.aborted || performance.now() + pauseMs > untilMs) throw error;
      }
      // A server that stops tries once more, at once.
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function noteToken(session: SessionRow, provider: ProviderRow, refreshToken: string): Promise<void> {
    const { restaurant_id: restaurantId, token_hash: tokenHash, link_id: linkId } = session;
    const now = clock();
    await transaction(db, restaurantId, async (tx) => {
      // The link first, as whoever parts a person from it does.
      await noteConfirmed(tx, { restaurantId, linkId }, now);
      await tx
        .updateTable('company_sessions')
        .set({
          sealed: sealForCompany(config, tokenHash.toString('hex'), refreshToken),
          confirmed_at: now,
          next_check_at: new Date(now.getTime() + limits.companyCheckSeconds * 1000),
        })
        .where('restaurant_id', '=', restaurantId)
        .where('token_hash', '=', tokenHash)
        .execute();
      if (provider.problem !== null) await noteProblem(tx, restaurantId, null, now);
    });
    if (provider.problem !== null) log.info({ restaurantId }, 'A company confirms its sessions again');
  }

  async function postpone(
    { restaurant_id: restaurantId, token_hash: tokenHash }: SessionRow,
    problem: 'unreachable' | 'client_refused',
    error: unknown,
  ): Promise<void> {
    const now = clock();
    const isNew = await transaction(db, restaurantId, async (tx) => {
      await tx
        .updateTable('company_sessions')
        .set({ next_check_at: new Date(now.getTime() + limits.companyCheckSeconds * 1000) })
        .where('restaurant_id', '=', restaurantId)
        .where('token_hash', '=', tokenHash)
        .execute();
      return noteProblem(tx, restaurantId, problem, now);
    });
    if (isNew) log.warn({ err: error, restaurantId, problem }, 'A company does not confirm its sessions; they go on');
  }

  /** The session ends at once, here and, within seconds, elsewhere; tablets that the person has taken over lock themselves. */
  async function end(
    { restaurant_id: restaurantId, token_hash: tokenHash, link_id: linkId }: SessionRow,
    userId: UserId,
    reason: 'refused' | 'unreachable',
  ): Promise<void> {
    const ended = await transaction(db, restaurantId, async (tx) => {
      const session = await tx
        .deleteFrom('sessions')
        .where('token_hash', '=', tokenHash)
        .returning('token_hash')
        .executeTakeFirst();
      const locked = reason === 'refused' ? await refusePerson(tx, restaurantId, linkId, userId) : [];
      // Logged out meanwhile.
      if (session === undefined) return locked;
      const entry = {
        action: 'account.company_ended',
        subject: fullName(await getUser(tx, userId)),
        details: { reason },
      } as const;
      await appendAuditEntry(tx, restaurantId, { actor: productActor, requestId: '', at: clock() }, entry);
      return [tokenHash, ...locked];
    });
    forgetCallers(deps, ended);
  }

  /** PINs of the person are refused from now on. @returns the hashes of the tokens of tablets that they have taken over. */
  async function refusePerson(
    tx: Tx,
    restaurantId: RestaurantId,
    linkId: SessionRow['link_id'],
    userId: UserId,
  ): Promise<Buffer[]> {
    await tx
      .updateTable('company_links')
      .set({ refused_at: clock() })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', linkId)
      .execute();
    return lockTabletsOf(tx, userId, { restaurantId });
  }

  function take(): Promise<void> {
    taking ??= takeDue()
      .catch((error: unknown) => log.warn({ err: error }, 'Company sessions could not be checked; trying again'))
      .finally(() => (taking = null));
    return taking;
  }

  const timer = setInterval(() => {
    if (isElected()) void take();
  }, lookEveryMs).unref();

  return {
    async look() {
      await take();
      await Promise.all(checks.keys());
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await taking;
      await Promise.all(checks.keys());
    },
  };
}

/** The restaurants whose companies do not confirm their sessions, and since when the first of them does not. */
interface Unconfirmed {
  restaurants: number;
  since: Date;
}

/** Milliseconds for which `/readyz` says what was found. */
const knownForMs = 10_000;

/**
 * Answers at once with what was found last, and looks anew beside it: a probe for readiness must not wait for a connection that
 * orders need.
 */
export function rememberUnconfirmed(db: Deps['db']): () => Unconfirmed | null {
  let known: Unconfirmed | null = null;
  let lookedAt = -Infinity;
  return () => {
    if (performance.now() - lookedAt > knownForMs) {
      lookedAt = performance.now();
      findUnconfirmed(db).then(
        (found) => (known = found),
        () => undefined,
      );
    }
    return known;
  };
}

/** Reads them; one statement. */
export async function findUnconfirmed(db: Deps['db']): Promise<Unconfirmed | null> {
  const { restaurants, since } = await platformTransaction(
    db,
    'company-sign-in',
    (tx) =>
      tx
        .selectFrom('company_providers')
        .select([sql<number>`count(*)::int`.as('restaurants'), sql<Date | null>`min(problem_since)`.as('since')])
        .where('problem', 'is not', null)
        .executeTakeFirstOrThrow(),
    { readOnly: true },
  );
  return since === null ? null : { restaurants, since };
}
