import type { Deps } from './deps.ts';
import { removeOldEvents } from './events/remove-old-events.ts';
import { removeExpiredChallenges } from './modules/accounts/sign-in/challenges.ts';
import { removeExpiredResets } from './modules/accounts/passwords/password-resets.ts';
import { removeExpiredSessions } from './modules/accounts/sessions/sessions.ts';
import { auditExpiredSupportAccess } from './modules/platform/support-access.ts';
import { removeOldSteps } from './modules/kitchen/escalation/remove-old-steps.ts';
import { eraseClosedRestaurants } from './modules/restaurants/offboarding/erase-restaurant.ts';
import { removeOldCodes } from './modules/customers/queries.ts';
import { removeIdleTableSessions } from './modules/dining/table-sessions.ts';
import { removeOldDevices } from './modules/kitchen/devices/remove-old-devices.ts';
import { eraseIdleGuests } from './modules/customers/privacy/erase-idle-guests.ts';
import { removeExpiredCounters } from './rate-limits/rate-counters.ts';
import { removeUnusedPictures } from './modules/restaurants/pictures/remove-unused-pictures.ts';
import { removeOldKeys } from './modules/ordering/place/idempotency-keys.ts';
import { removeExpiredInvitations } from './modules/staff/queries.ts';
import { removeOldJobs } from './modules/outbound/jobs/remove-old-jobs.ts';
import { removeOldJobs as removeOldPrintJobs } from './modules/printing/remove-old-jobs.ts';

const everyMs = 10 * 60_000;

type CleanUpDeps = Pick<Deps, 'db' | 'clock' | 'streams' | 'erasures'>;

/**
 * Cleans up every ten minutes until stopped, erases restaurants whose closure is over, and once a day erases contact
 * data of idle guests (R90), which reads all guests. Several processes may run it on one database.
 */
export function startCleaningUp(deps: CleanUpDeps & Pick<Deps, 'log'>): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let lookedOn = '';
  const round = async () => {
    await cleanUp(deps);
    await eraseClosedRestaurants(deps);
    const today = deps.clock().toISOString().slice(0, 10);
    if (today === lookedOn) return;
    if (await eraseIdleGuests(deps)) lookedOn = today;
  };
  const timer = setInterval(() => {
    running = round().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'Cleaning up failed; trying again later'),
    );
  }, everyMs).unref();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

/** Removes everything expired: events, idempotency keys, sessions, codes, counters and unused pictures. */
export async function cleanUp({ db, clock }: Pick<CleanUpDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await removeOldEvents(db, now);
  await removeOldKeys(db, now);
  await auditExpiredSupportAccess(db, now);
  await removeExpiredSessions(db, now);
  await removeExpiredResets(db, now);
  await removeExpiredChallenges(db, now);
  await removeExpiredInvitations(db, now);
  await removeOldCodes(db, now);
  await removeExpiredCounters(db, now);
  await removeUnusedPictures(db, now);
  await removeOldPrintJobs(db, now);
  await removeOldJobs(db, now);
  await removeOldDevices(db, now);
  await removeOldSteps(db, now);
  await removeIdleTableSessions(db, now);
}
