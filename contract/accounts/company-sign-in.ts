/** Company sign-in: people of a restaurant sign in at their company's provider, by OpenID Connect (decision 81). */
import * as z from 'zod';
import { SignedIn } from './accounts.ts';
import { proof, proofErrors } from './proof.ts';
import { endpoint } from '../base/endpoint.ts';
import { confirmed, done, idOf, idParams, instant, line, optionalLine } from '../base/fields.ts';
import type { RestaurantId, UserId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/** Why sessions cannot be confirmed: the provider does not answer, or does not know this client or its secret. */
export const companyProblems = ['unreachable', 'client_refused'] as const;

/** A person who signs in at the company. */
export const CompanyPerson = z.object({
  userId: idOf<UserId>(),
  name: z.string(),
  email: z.string(),
  linkedAt: instant,
});
export type CompanyPerson = z.infer<typeof CompanyPerson>;

/** `triedAt` is null until an owner has signed in there once to try it. Sessions wait for the provider since `problemSince`. */
export const CompanyProvider = z.object({
  issuer: z.string(),
  clientId: z.string(),
  domains: z.array(z.string()),
  triedAt: instant.nullable(),
  isOn: z.boolean(),
  isRequired: z.boolean(),
  problem: z.enum(companyProblems).nullable(),
  problemSince: instant.nullable(),
  people: z.array(CompanyPerson),
});
export type CompanyProvider = z.infer<typeof CompanyProvider>;

/** `redirectUrl` is to be copied to the provider, `signInUrl` to the restaurant's people. */
const companyAnswer = z.object({ company: CompanyProvider.nullable(), redirectUrl: z.string(), signInUrl: z.string() });

export const getCompany = endpoint({
  summary: "The company's provider, at which people of the restaurant sign in.",
  callers: ['owner'],
  inSupportAccess: 'never',
  answer: companyAnswer,
  errors: [],
});

const domain = line(limits.companyDomain).regex(/^[^\s@/:]+\.[^\s@/:]+$/u, 'account.domain_malformed');

/**
 * Another issuer or client id is another provider: it has to be tried anew, and whoever signed in at the former one is signed
 * out. `clientSecret` may be left out where both stay.
 */
export const connectCompany = endpoint({
  summary: "Connect the company's provider. It is off until it was tried.",
  callers: ['owner'],
  isRestaurantWide: true,
  body: z.object({
    issuer: line(limits.companyValue),
    clientId: line(limits.companyValue),
    clientSecret: optionalLine(limits.companyValue),
    domains: z.array(domain).min(1).max(limits.companyDomains),
    ...proof,
  }),
  answer: companyAnswer.extend(confirmed),
  errors: ['auth.company_issuer', ...proofErrors],
});

/** The way to the provider. `browserKey` stays in the browser: only with it the way back is open. */
const wayThere = z.object({ url: z.string(), browserKey: z.string() });
const key = z.string().max(limits.companyKey);

/** The way back, as the provider has written it into the address. */
const wayBack = z.object({
  restaurantId: idOf<RestaurantId>(),
  browserKey: key,
  state: key,
  code: z.string().max(limits.companyCode).optional(),
  iss: z.string().max(limits.companyCode).optional(),
  error: z.string().max(limits.companyCode).optional(),
});
export type WayBack = z.infer<typeof wayBack>;

export const tryCompany = endpoint({
  summary: 'Begin to try the company sign-in.',
  callers: ['owner'],
  isRestaurantWide: true,
  answer: wayThere,
  errors: ['request.not_found', 'auth.company_unavailable', 'auth.too_many_tries'],
});

/** The person that a sign-in would find. People could sign in with it if the first two are true; `canCheck` also notices who has left. */
export const CompanyTrial = z.object({
  email: z.string().nullable(),
  isVerified: z.boolean(),
  isInDomains: z.boolean(),
  canCheck: z.boolean(),
});
export type CompanyTrial = z.infer<typeof CompanyTrial>;

export const finishCompanyTrial = endpoint({
  summary: 'The end of a trial. The company sign-in can be switched on after it.',
  callers: ['owner'],
  isRestaurantWide: true,
  body: wayBack,
  answer: z.object({ trial: CompanyTrial }),
  errors: ['auth.company_refused', 'auth.company_unavailable', 'auth.too_many_tries'],
});

/** Required, people who are no owners and have an email of the company, or are linked, are signed out unless the company let them in. */
export const switchCompany = endpoint({
  summary: 'Switch the company sign-in on or off, and require it.',
  callers: ['owner'],
  isRestaurantWide: true,
  body: z.object({ isOn: z.boolean(), isRequired: z.boolean(), ...proof }),
  answer: companyAnswer.extend(confirmed),
  errors: ['request.not_found', 'auth.company_untried', ...proofErrors],
});

export const unlinkCompanyPerson = endpoint({
  summary: 'Part a person from their account at the company, and end its sessions.',
  callers: ['owner'],
  isRestaurantWide: true,
  params: idParams<UserId>(),
  body: z.object(proof),
  answer: companyAnswer.extend(confirmed),
  errors: ['request.not_found', ...proofErrors],
});

export const disconnectCompany = endpoint({
  summary: "Forget the company's provider, and end the sessions that it began.",
  callers: ['owner'],
  isRestaurantWide: true,
  body: z.object(proof),
  answer: companyAnswer.extend(confirmed),
  errors: ['request.not_found', ...proofErrors],
});

/** Answers the same, and as fast, whether or not the account exists. */
export const mailCompanyLink = endpoint({
  summary: 'Mail the link to the sign-in of their company to the owner of an email.',
  callers: ['anonymous'],
  body: z.object({ email: line(limits.email) }),
  answer: done,
  errors: [],
});

const destination = z.object({ restaurantId: idOf<RestaurantId>().optional(), token: key.optional() });

/** Uses up nothing: people read it before they go, because anybody may have sent them the link. */
export const findCompany = endpoint({
  summary: "The restaurant that a company sign-in is for, and the host of its company's provider.",
  callers: ['anonymous'],
  body: destination,
  answer: z.object({ restaurant: z.string(), host: z.string() }),
  errors: ['auth.company_off', 'auth.company_link_over', 'auth.too_many_tries'],
});

/** The token of a mailed link proves the account as well: no password is asked for when the person comes back. It is used up then. */
export const beginCompanySignIn = endpoint({
  summary: 'Begin a sign-in at the company of a restaurant.',
  callers: ['anonymous'],
  body: destination,
  answer: wayThere.extend({ restaurantId: idOf<RestaurantId>(), restaurant: z.string() }),
  errors: ['auth.company_off', 'auth.company_link_over', 'auth.company_unavailable', 'auth.too_many_tries'],
});

export const finishCompanySignIn = endpoint({
  summary: 'Sign in with what the company has answered.',
  callers: ['anonymous'],
  body: wayBack,
  answer: SignedIn,
  // The last code is half a sign-in: `details.challenge` opens the endpoint that takes the account's password.
  errors: [
    'auth.company_refused',
    'auth.company_unavailable',
    'auth.company_email',
    'auth.company_unknown_person',
    'auth.company_other_account',
    'auth.too_many_tries',
    'auth.wrong_credentials',
    'auth.company_link_required',
  ],
});

/** Once: later sign-ins need no password. */
export const linkCompany = endpoint({
  summary: "Link the account at the company with the password of the person's account, and sign in.",
  callers: ['anonymous'],
  body: z.object({
    restaurantId: idOf<RestaurantId>(),
    browserKey: key,
    challenge: key,
    password: z.string().max(limits.passwordMax * 4),
    code: z.string().max(limits.name).optional(),
  }),
  answer: SignedIn,
  errors: [
    'auth.company_link_over',
    'auth.company_other_account',
    'auth.company_unknown_person',
    'auth.wrong_password',
    'auth.wrong_code',
    'auth.factor_unreadable',
    'auth.too_many_tries',
    'auth.wrong_credentials',
  ],
});
