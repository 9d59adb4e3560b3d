import { setTimeout as sleep } from 'node:timers/promises';
import { DAY } from '#contract/base/time.ts';
import { believeClock } from './db/believed-clock.ts';
import type { Db } from './db/connect.ts';
import type { Deps } from './deps.ts';
import type { Log } from './log.ts';
import { removeOldEvents } from './events/remove-old-events.ts';
import { removeFormerStaff } from './modules/accounts/former-staff.ts';
import { removeExpiredCompanySignIns } from './modules/accounts/company/begun-sign-ins.ts';
import { removeExpiredPasskeyChallenges } from './modules/accounts/passkeys/passkey-challenges.ts';
import { removeExpiredChallenges } from './modules/accounts/sign-in/challenges.ts';
import { removeExpiredVerifications } from './modules/accounts/email-verification/email-verifications.ts';
import { removeExpiredResets } from './modules/accounts/passwords/password-resets.ts';
import { removeExpiredSessions } from './modules/accounts/sessions/sessions.ts';
import { auditExpiredSupportAccess } from './modules/platform/support-access.ts';
import { removeOldMinutes } from '#server/modules/ordering/capacity/remove-old-minutes.ts';
import { expireStamps } from './modules/ordering/stamps/expire-stamps.ts';
import { removeOldSteps } from './modules/kitchen/escalation/remove-old-steps.ts';
import { freeRetiredSlugs, scheduleRestaurantErasures } from './modules/restaurants/offboarding/erase-restaurant.ts';
import { removeExpiredHandOvers } from './modules/restaurants/own-domains/hand-over.ts';
import { removeOldCodes } from './modules/customers/queries.ts';
import { removeOldRequests } from './modules/dining/remove-old-requests.ts';
import { removeOldProofs } from './modules/delivery/queries.ts';
import { removeOldProblemPhotos } from './modules/ordering/problems/queries.ts';
import { removeIdleTableSessions } from './modules/dining/table-sessions.ts';
import { outliveExpiredSessions } from './modules/kitchen/devices/push-devices.ts';
import { removeOldDevices } from './modules/kitchen/devices/remove-old-devices.ts';
import { scheduleIdleErasures } from './modules/customers/privacy/erase-idle-guests.ts';
import { removeExpiredCounters } from './rate-limits/rate-counters.ts';
import { removeUnusedFiles } from './modules/restaurants/pictures/remove-unused-files.ts';
import { removeUnusedPictures } from './modules/restaurants/pictures/remove-unused-pictures.ts';
import { removeOldKeys } from './modules/ordering/place/idempotency-keys.ts';
import { removeExpiredInvitations } from './modules/staff/queries.ts';
import { removeOldJobs } from './modules/outbound/jobs/remove-old-jobs.ts';
import { removeOldJobs as removeOldPrintJobs } from './modules/printing/remove-old-jobs.ts';

/** A server that is started often cleans up as well. */
const firstAfterMs = 60_000;
const everyMs = 10 * 60_000;

type CleanUpDeps = EraserDeps & Pick<Deps, 'config'>;
type EraserDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/**
 * Cleans up every ten minutes until stopped, and erases what is due, in the elected server of the database. Two that
 * believe to be elected do no harm.
 */
export function startCleaningUp(
  deps: CleanUpDeps,
  isElected: () => boolean,
  firstAfter = firstAfterMs,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const eraseDue = openEraser(deps);

  async function cleanUpRepeatedly(): Promise<void> {
    for (let waitMs = firstAfter; ; waitMs = everyMs) {
      await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      if (!isElected()) continue;
      await cleanUp(deps, stopping.signal);
      if (stopping.signal.aborted) return;
      await attempt(deps.log, 'erasing', eraseDue);
    }
  }

  const running = cleanUpRepeatedly();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/**
 * Empties expired stamp cards, removes old proofs and photos, and has restaurants erased whose closure is over; once a day also contact
 * data of idle guests (R90) and people who work nowhere, which reads all guests and all people. All of it waits until the clock has not
 * jumped for a day (R89), because none of it comes right when the clock does.
 */
export function openEraser(deps: EraserDeps): () => Promise<void> {
  const findIdleGuests = onceADay(deps, () => scheduleIdleErasures(deps));
  const findFormerStaff = onceADay(deps, async () => {
    const people = await removeFormerStaff(deps.db, deps.clock());
    if (people > 0) deps.log.info({ people }, 'Accounts of former staff were deleted');
  });

  return async () => {
    const now = deps.clock();
    const since = await believeClock(deps.db, now);
    if (since.getTime() === now.getTime())
      deps.log.info({ since }, 'Nothing is erased until the clock has stood a day');
    if (now.getTime() - since.getTime() < DAY) return;
    await attempt(deps.log, 'stamp cards', () => expireStamps(deps.db, now));
    await attempt(deps.log, 'proofs of deliveries', () => removeOldProofs(deps.db, now));
    await attempt(deps.log, 'photos of problems', () => removeOldProblemPhotos(deps.db, now));
    await attempt(deps.log, 'closed restaurants', () => scheduleRestaurantErasures(deps));
    await attempt(deps.log, 'idle guests', findIdleGuests);
    await attempt(deps.log, 'former staff', findFormerStaff);
  };
}

/** Work that fails is tried again in the next round. */
function onceADay({ clock }: Pick<Deps, 'clock'>, work: () => Promise<void>): () => Promise<void> {
  let doneAt = -Infinity;
  return async () => {
    if (Math.abs(clock().getTime() - doneAt) < DAY) return;
    await work();
    doneAt = clock().getTime();
  };
}

const steps: Record<string, (db: Db, now: Date) => Promise<unknown>> = {
  events: removeOldEvents,
  'idempotency keys': removeOldKeys,
  'support access': auditExpiredSupportAccess,
  // Before the sessions, which would take them along.
  'push devices': outliveExpiredSessions,
  sessions: removeExpiredSessions,
  'password resets': removeExpiredResets,
  'email verifications': removeExpiredVerifications,
  'sign-in challenges': removeExpiredChallenges,
  'passkey challenges': removeExpiredPasskeyChallenges,
  'company sign-ins': removeExpiredCompanySignIns,
  invitations: removeExpiredInvitations,
  'phone codes': removeOldCodes,
  'rate counters': removeExpiredCounters,
  pictures: removeUnusedPictures,
  'print jobs': removeOldPrintJobs,
  jobs: removeOldJobs,
  devices: removeOldDevices,
  'escalation steps': removeOldSteps,
  'make-minutes': removeOldMinutes,
  'table sessions': removeIdleTableSessions,
  'service requests': removeOldRequests,
  'retired addresses': freeRetiredSlugs,
  'hand-overs': removeExpiredHandOvers,
};

/**
 * Removes everything expired. A step that fails is tried again in the next round, and stops no other.
 * @param signal ends the round after the step under way, and that one at once where it waits for others than the database.
 */
export async function cleanUp({ db, config, clock, log }: CleanUpDeps, signal?: AbortSignal): Promise<void> {
  const now = clock();
  for (const [what, remove] of Object.entries(steps)) {
    if (signal?.aborted === true) return;
    await attempt(log, what, () => remove(db, now));
  }
  // Last, because it waits for a bucket, of whose files the steps above have left some without a row.
  await attempt(log, 'files in the bucket', () => removeUnusedFiles({ db, config, clock }, signal));
}

async function attempt(log: Log, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error, what }, 'Cleaning up failed; trying again later');
  }
}
