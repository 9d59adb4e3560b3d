import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import type { JobHandler } from '#server/modules/outbound/jobs/job.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { companyLinkMail } from '../mails.ts';
import { countMailedLink } from '../passwords/forgot-password.ts';
import { findUserByEmail, type User } from '../queries.ts';
import { createStep } from './begun-sign-ins.ts';
import { isInDomains } from './providers.ts';

/**
 * Mails the link to the sign-in of their company. The account is looked up by a job, after the answer, so that neither the answer's words
 * nor its time tell whether it exists.
 * @throws rate.limited when one address asks too often.
 */
export async function mailCompanyLink(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  email: string,
  clientAddress: string,
): Promise<void> {
  const now = deps.clock();
  if (!(await countMailedLink(deps, 'company', email, clientAddress, now))) return;
  const job = { restaurantId: null, queue: 'company-link', payload: { email }, usefulForMs: 10 * MINUTE } as const;
  await platformTransaction(deps.db, 'sign-in', (tx) => enqueue(tx, job, now));
}

/** Makes the links, and their mails, in one transaction with the end of the job. */
export function companyLinkHandler(deps: Pick<Deps, 'config' | 'clock'>): JobHandler {
  return {
    atOnce: 4,
    withinMs: 10_000,
    retries: () => ({ most: 5, firstMs: 5_000, longestMs: MINUTE }),
    conclude: (tx, { payload }) => mailLinks(tx, deps, String(payload['email'])),
  };
}

async function mailLinks(tx: Tx, deps: Pick<Deps, 'config' | 'clock'>, email: string): Promise<void> {
  const user = await findUserByEmail(tx, email);
  if (user === null || user.disabled_at !== null) return;
  for (const { id: restaurantId, name } of await listCompanies(tx, user)) {
    const step = { restaurantId, step: 'mailed', browserKey: null, userId: user.id } as const;
    const token = await createStep(tx, deps.config, { ...step, seconds: limits.companyLinkSeconds }, deps.clock());
    const content = companyLinkMail(user, deps.config.publicUrl, token, name);
    await sendMessage(tx, deps, { kind: 'company_sign_in', restaurantId: null, content });
  }
}

/** The restaurants of the person whose company may vouch for them. */
async function listCompanies(tx: Tx, user: User): Promise<{ id: RestaurantId; name: string }[]> {
  const rows = await tx
    .selectFrom('memberships')
    .innerJoin('restaurants', 'restaurants.id', 'memberships.restaurant_id')
    .innerJoin('company_providers', 'company_providers.restaurant_id', 'memberships.restaurant_id')
    .leftJoin('company_links', (join) =>
      join
        .onRef('company_links.restaurant_id', '=', 'memberships.restaurant_id')
        .onRef('company_links.user_id', '=', 'memberships.user_id'),
    )
    .select(['restaurants.id', 'restaurants.name', 'domains', 'company_links.id as linkId'])
    .where('memberships.user_id', '=', user.id)
    .where('is_on', '=', true)
    .orderBy('memberships.created_at')
    .execute();
  return rows.filter(({ linkId, domains }) => linkId !== null || isInDomains(user.email_key, domains));
}
