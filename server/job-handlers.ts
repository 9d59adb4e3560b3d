import { isVerificationOpen } from './modules/accounts/email-verification/email-verifications.ts';
import { isResetOpen } from './modules/accounts/passwords/password-resets.ts';
import { passwordResetHandler } from './modules/accounts/passwords/forgot-password.ts';
import { companyLinkHandler } from './modules/accounts/company/mail-company-link.ts';
import { failedSignInHandler } from './modules/accounts/sign-in/sign-in-audit.ts';
import type { Deps } from './deps.ts';
import { courierHandler } from './modules/delivery/couriers/courier-handler.ts';
import { positionErasureHandler } from './modules/delivery/track-driver.ts';
import { guestErasureHandler } from './modules/customers/privacy/erase-idle-guests.ts';
import { escalationWatchers } from './modules/kitchen/escalation/watch-messages.ts';
import { purgeHandler } from './modules/menu/catalogue/purge-pages.ts';
import type { JobHandler, Queue } from './modules/outbound/jobs/job.ts';
import type { Mail } from './modules/outbound/mail.ts';
import { messageHandlers } from './modules/outbound/message-handlers.ts';
import { paymentHandler } from './modules/payments/paying/payment-handler.ts';
import type { Push } from './modules/outbound/push/push.ts';
import type { Sms } from './modules/outbound/sms.ts';
import type { VoiceCalls } from './modules/outbound/voice-calls.ts';
import { backupHandler, type BackupDeps } from './modules/platform/backups/backup-handler.ts';
import { guestMessageWatchers } from './modules/ordering/guest-messages/watch-guest-messages.ts';
import { restaurantErasureHandler } from './modules/restaurants/offboarding/erase-restaurant.ts';
import { isInvitationOpen } from './modules/staff/invite-staff.ts';

interface JobDeps extends BackupDeps, Pick<Deps, 'streams' | 'erasures'>, Partial<Pick<Deps, 'metrics'>> {
  mail: Mail;
  sms: Sms;
  calls: VoiceCalls;
  push: Push;
}

/** The one table of the jobs: a handler for each queue, and the domains that have a say in the messages of a kind. */
export function jobHandlers(deps: JobDeps): Record<Queue, JobHandler> {
  const { db } = deps.database;
  const watchers = {
    invitation: { isWanted: (tx, { about }) => isInvitationOpen(tx, about!) },
    email_verification: { isWanted: (tx, { about }) => isVerificationOpen(tx, about!) },
    password_reset: { isWanted: (tx, { about }) => isResetOpen(tx, about!) },
    ...escalationWatchers(deps),
    ...guestMessageWatchers(deps),
  } satisfies Parameters<typeof messageHandlers>[0]['watchers'];
  return {
    ...messageHandlers({ ...deps, watchers }),
    'password-reset': passwordResetHandler(deps),
    'failed-sign-in': failedSignInHandler,
    'company-link': companyLinkHandler(deps),
    payment: paymentHandler({ metrics: null, ...deps, db }),
    backup: backupHandler(deps),
    purge: purgeHandler(deps),
    'restaurant-erasure': restaurantErasureHandler({ ...deps, db }),
    courier: courierHandler({ ...deps, db }),
    'driver-position': positionErasureHandler(deps),
    'guest-erasure': guestErasureHandler({ ...deps, db }),
  };
}
