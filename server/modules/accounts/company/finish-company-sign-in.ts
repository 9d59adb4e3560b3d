import type { SignedIn } from '#contract/accounts/accounts.ts';
import type { CompanyTrial, WayBack } from '#contract/accounts/company-sign-in.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { isDemoInProduction } from '../demo-accounts.ts';
import { companyLinkedMail } from '../mails.ts';
import { findUserByEmail, fullName, getUser, readWorkplace, type User } from '../queries.ts';
import { neededFactorStep } from '../second-factor/second-factor.ts';
import { makeProvenChange } from '../second-factor/require-proof.ts';
import { actorOf } from '../sign-in/sign-in-audit.ts';
import { countCompanyTry } from '../sign-in/sign-in-limits.ts';
import { beginSession, type SignInRequest } from '../sign-in/sign-in.ts';
import type { KeptSignIn } from './begin-company-sign-in.ts';
import { consumeMailedLink, consumeStep, contentOf, createStep, findStep } from './begun-sign-ins.ts';
import { createLink, findLink, findLinkOf, keepRefreshToken, type LinkRow, lockLink } from './links.ts';
import { finishAtProvider, type VouchedPerson } from './open-provider.ts';
import { clientOf, findProvider, isInDomains, type ProviderRow, redirectUrlOf } from './providers.ts';
import { refuseProviderFailure } from './refuse-provider-failure.ts';

type FinishDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log'>;

/** A person whom the provider has vouched for, until they have proved that the account is theirs. */
interface KeptPerson {
  userId: UserId;
  subject: string;
  refreshToken: string | null;
  issuer: string;
  clientId: string;
}

/** The mailed link that a browser left with: the person it was sent to, and the hash of its token, in hex. */
interface MailedLink {
  userId: UserId;
  hash: string;
}

/**
 * Signs in whoever the provider vouches for: by the subject that was linked before, or, the first time, by a confirmed email of the
 * company and a proof of the account. The session opens the restaurant that has connected the provider, and no other.
 * @throws auth.company_link_required with a challenge, for `linkCompany`; and those of the endpoint
 */
export async function finishCompanySignIn(deps: FinishDeps, back: WayBack, client: SignInRequest): Promise<SignedIn> {
  const { db, clock } = deps;
  const { restaurantId } = back;
  const { provider, person, mailed } = await comeBack(deps, back, 'sign_in', client.clientAddress);
  if (!provider.is_on) throw new Refusal('auth.company_refused');
  const known = await transaction(db, restaurantId, (tx) => findLink(tx, provider, person.subject));
  if (known !== null) return beginLinked(deps, known, person, client, mailed);
  const { user, takesMail } = await platformTransaction(db, 'sign-in', async (tx) => {
    const invited = await requireInvited(tx, provider, person);
    return { user: invited, takesMail: await isMailEnough(tx, deps, restaurantId, invited) };
  });
  const context = { restaurantId, requestId: client.requestId };
  const link = await platformTransaction(db, 'sign-in', async (tx) => {
    const isProved =
      takesMail && mailed?.userId === user.id && (await consumeMailedLink(tx, { restaurantId, ...mailed }));
    return isProved ? linkPerson(tx, deps, context, { provider, user, subject: person.subject }, clock()) : null;
  });
  if (link === null) throw await askForProof(deps, provider, { user, person, browserKey: back.browserKey });
  return beginLinked(deps, link, person, client);
}

/** The provider's word on the owner who tries it. It may be switched on from now on. */
export async function finishCompanyTrial(
  deps: FinishDeps,
  { restaurantId }: { restaurantId: RestaurantId },
  back: WayBack,
  clientAddress: string,
): Promise<CompanyTrial> {
  if (back.restaurantId !== restaurantId) throw new Refusal('auth.company_refused');
  const { provider, person } = await comeBack(deps, back, 'trial', clientAddress);
  const { issuer, client_id } = provider;
  await transaction(deps.db, restaurantId, (tx) =>
    tx
      .updateTable('company_providers')
      .set({ tried_at: deps.clock() })
      .where('restaurant_id', '=', restaurantId)
      .where('issuer', '=', issuer)
      .where('client_id', '=', client_id)
      .execute(),
  );
  return {
    email: person.email,
    isVerified: person.isVerified,
    isInDomains: person.email !== null && isInDomains(person.email, provider.domains),
    canCheck: person.refreshToken !== null,
  };
}

/**
 * Links with the password of the account, and a code where it has a second factor; then signs in.
 * @throws those of the endpoint
 */
export async function linkCompany(
  deps: FinishDeps & Pick<Deps, 'passwords'>,
  given: {
    restaurantId: RestaurantId;
    browserKey: string;
    challenge: string;
    password: string;
    code?: string | undefined;
  },
  client: SignInRequest,
): Promise<SignedIn> {
  const { db, config, clock } = deps;
  const { restaurantId, browserKey, challenge, password, code } = given;
  const keys = { restaurantId, step: 'link', token: challenge, browserKey } as const;
  const [step, provider] = await transaction(db, restaurantId, async (tx) => [
    await findStep(tx, keys, clock()),
    await findProvider(tx, restaurantId),
  ]);
  if (step === undefined || provider === null) throw linkOver();
  const kept = contentOf(config, step) as KeptPerson;
  if (kept.issuer !== provider.issuer || kept.clientId !== provider.client_id) throw linkOver();
  const user = await getUser(db, kept.userId);
  const prover = { userId: user.id, isShared: false, clientAddress: client.clientAddress };
  const open = (work: (tx: Tx) => Promise<LinkRow>) => platformTransaction(db, 'sign-in', work);
  const link = await makeProvenChange(deps, prover, { password, code }, open, async (tx) => {
    if ((await consumeStep(tx, keys, clock())) === null) throw linkOver();
    const context = { restaurantId, requestId: client.requestId };
    return linkPerson(tx, deps, context, { provider, user, subject: kept.subject }, clock());
  });
  return beginLinked(deps, link, kept, client);
}

/** Uses the browser's way back up, and has the provider say who came. Issuer and client are those of the way there. */
async function comeBack(
  deps: FinishDeps,
  back: WayBack,
  step: 'trial' | 'sign_in',
  clientAddress: string,
): Promise<{ provider: ProviderRow; person: VouchedPerson; mailed: MailedLink | null }> {
  const { db, config, clock } = deps;
  const { restaurantId, browserKey, state } = back;
  await countCompanyTry(db, config, clientAddress, clock());
  const [begun, provider] = await transaction(db, restaurantId, async (tx) => [
    await consumeStep(tx, { restaurantId, step, token: state, browserKey }, clock()),
    await findProvider(tx, restaurantId),
  ]);
  if (begun === null || provider === null) throw new Refusal('auth.company_refused');
  const kept = contentOf(config, begun) as KeptSignIn;
  if (kept.issuer !== provider.issuer || kept.clientId !== provider.client_id)
    throw new Refusal('auth.company_refused');
  const redirectUrl = redirectUrlOf(config, restaurantId);
  const person = await (async () =>
    finishAtProvider(clientOf(provider, config), config, kept, back, redirectUrl))().catch(
    refuseProviderFailure(deps, restaurantId),
  );
  const { user_id: userId } = begun;
  // A way there that an older server began has used its link up already.
  const hash = kept.mailed ?? null;
  return { provider, person, mailed: userId === null || hash === null ? null : { userId, hash } };
}

/**
 * The person of this restaurant who has the email that the company has confirmed.
 * @throws auth.company_email, auth.company_unknown_person, auth.company_other_account
 */
async function requireInvited(tx: Tx, provider: ProviderRow, { email, isVerified }: VouchedPerson): Promise<User> {
  if (email === null || !isVerified || !isInDomains(email, provider.domains)) throw new Refusal('auth.company_email');
  const user = await findUserByEmail(tx, email);
  const workplace = user && (await readWorkplace(tx, user.id, provider.restaurant_id));
  if (user === null || workplace === null || user.disabled_at !== null)
    throw new Refusal('auth.company_unknown_person');
  if ((await findLinkOf(tx, provider.restaurant_id, user.id)) !== null) throw new Refusal('auth.company_other_account');
  return user;
}

/**
 * The company reads the mail of its own domain as well as it runs the provider: what an owner may do, and an account with a second
 * factor, takes what neither of them has.
 */
async function isMailEnough(tx: Tx, { config }: FinishDeps, restaurantId: RestaurantId, user: User): Promise<boolean> {
  const workplace = await readWorkplace(tx, user.id, restaurantId);
  return workplace?.role !== 'owner' && (await neededFactorStep(tx, config, user)) === null;
}

async function askForProof(
  { db, config, clock }: FinishDeps,
  { restaurant_id: restaurantId, issuer, client_id: clientId }: ProviderRow,
  { user, person, browserKey }: { user: User; person: VouchedPerson; browserKey: string },
): Promise<Refusal> {
  const { subject, refreshToken } = person;
  const content: KeptPerson = { userId: user.id, subject, refreshToken, issuer, clientId };
  const step = { restaurantId, step: 'link', browserKey, content, seconds: limits.companySignInSeconds } as const;
  const challenge = await transaction(db, restaurantId, (tx) => createStep(tx, config, step, clock()));
  return new Refusal('auth.company_link_required', { challenge, email: user.email });
}

async function linkPerson(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  { restaurantId, requestId }: Omit<AuditContext, 'actor'>,
  { provider, user, subject }: { provider: ProviderRow; user: User; subject: string },
  at: Date,
): Promise<LinkRow> {
  const workplace = await readWorkplace(tx, user.id, restaurantId);
  if (workplace === null) throw new Refusal('auth.company_unknown_person');
  const link = await createLink(tx, provider, { userId: user.id, subject }, at);
  const entry = { action: 'account.company_linked', subject: fullName(user) } as const;
  await appendAuditEntry(tx, restaurantId, { actor: actorOf(user, workplace), requestId, at }, entry);
  const content = companyLinkedMail(user, deps.config.publicUrl, workplace.restaurant.name);
  await sendMessage(tx, deps, { kind: 'company_sign_in', restaurantId: null, content });
  return link;
}

/** Without a refresh token nobody can ask whether the person still works there, so the session is a short one. */
async function beginLinked(
  { db, config, clock }: FinishDeps,
  link: LinkRow,
  { refreshToken }: Pick<VouchedPerson, 'refreshToken'>,
  client: SignInRequest,
  mailed: MailedLink | null = null,
): Promise<SignedIn> {
  const now = clock();
  const { restaurant_id: restaurantId, user_id: userId, id: linkId } = link;
  const user = await getUser(db, userId);
  if (user.disabled_at !== null || isDemoInProduction(user, config)) throw new Refusal('auth.company_unknown_person');
  return beginSession(db, user, client, now, {
    prove: async (tx) => {
      await lockLink(tx, link, now);
      if (mailed?.userId === userId) await consumeMailedLink(tx, { restaurantId, ...mailed });
      return 'company';
    },
    company: {
      restaurantId,
      linkId,
      mostSeconds: refreshToken === null ? limits.companyUncheckedSeconds : Infinity,
      afterBegin: async (tx, tokenHash) => {
        if (refreshToken !== null) await keepRefreshToken(tx, config, link, { tokenHash, refreshToken }, now);
      },
    },
  });
}

function linkOver(): Refusal {
  return new Refusal('auth.company_link_over');
}
