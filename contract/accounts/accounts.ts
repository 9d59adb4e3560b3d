/** Accounts of the people who run restaurants: sign-up, sign-in, passwords and sessions. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, email, idOf, idParams, instant, line } from '../base/fields.ts';
import type { OutletId, RestaurantId, SessionId, UserId } from '../base/ids.ts';
import {
  languages,
  outletBands,
  referralSources,
  restaurantStatuses,
  chargeOptions,
  userTypes,
  roles,
} from '../base/enumerations.ts';
import { limits } from '../base/limits.ts';
import { proof, proofErrors } from './proof.ts';

export const User = z.object({
  _id: idOf<UserId>(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  userType: z.enum(userTypes),
});
export type User = z.infer<typeof User>;

/** A restaurant closed by its owner. It can be opened again until `eraseAt`. */
export const Offboarding = z.object({ closedAt: instant, eraseAt: instant });

export const Restaurant = z.object({
  _id: idOf<RestaurantId>(),
  name: z.string(),
  slug: z.string(),
  /** The own domain that the site is at; null: it is below the platform's address. */
  ownDomain: z.string().nullable(),
  currency: z.string(),
  country: z.string(),
  chargeOptions: z.enum(chargeOptions),
  trialEndsAt: z.iso.datetime().nullable(),
  /** The platform's verdict on the restaurant, and why. Guests cannot order from a cancelled one. */
  status: z.enum(restaurantStatuses),
  statusReason: z.string(),
  /** Null while the restaurant is open. */
  offboarding: Offboarding.nullable(),
  /** False until an owner has confirmed their email: it takes no orders, sends no codes and invites nobody. */
  isOwnerVerified: z.boolean(),
  /** Guests seem to pay online, at a gateway that moves no money. */
  hasTestPayments: z.boolean(),
});
export type Restaurant = z.infer<typeof Restaurant>;

/** `restaurant` is missing for an admin. `role` says what the person may do in the restaurant. */
export const SignedIn = z.object({
  token: z.object({ token: z.string() }),
  user: User,
  restaurant: Restaurant.optional(),
  role: z.enum(roles).optional(),
  /** The outlets the person works at. Null means all outlets of the restaurant. */
  outletIds: z.array(idOf<OutletId>()).nullable().optional(),
  /** Missing unless the device is shared. */
  tablet: z.object({ isLocked: z.boolean(), lockMinutes: z.int() }).optional(),
  /** Set for an admin with support access: the session can read but not change anything. */
  isSupportAccess: z.literal(true).optional(),
});
export type SignedIn = z.infer<typeof SignedIn>;

const password = z.string().max(limits.passwordMax * 4);

export const SignUp = z.object({
  firstName: line(limits.name),
  lastName: line(limits.name),
  email,
  country: line(limits.name),
  countryCode: z.string().regex(/^\+?\d{1,4}$/, 'account.country_code_invalid'),
  mobileNumber: line(limits.phone),
  restaurant: line(limits.name),
  /** The canonical bands. Older clients still send '2-5' and '6-10'. */
  outlets: z.enum([...outletBands, '2-5', '6-10']),
  chatfoodInformer: z.enum(referralSources),
  password,
});
export type SignUp = z.infer<typeof SignUp>;

export const signIn = endpoint({
  summary: 'Sign in with email and password.',
  callers: ['anonymous'],
  body: z.object({ email: z.string().max(limits.email), password }),
  answer: SignedIn,
  // The last two codes are half a sign-in: `details.challenge` opens the second factor's endpoints.
  errors: [
    'auth.wrong_credentials',
    'auth.too_many_tries',
    'auth.company_required',
    'auth.code_required',
    'auth.factor_required',
  ],
});

export const signUp = endpoint({
  summary: 'Open an account and a restaurant.',
  callers: ['anonymous'],
  body: SignUp,
  answer: SignedIn,
  errors: ['auth.email_taken', 'auth.weak_password', 'auth.invalid_phone', 'auth.too_many_signups'],
});

export const signOut = endpoint({
  summary: 'End the session of the token that is sent.',
  callers: [...merchant, 'admin', 'customer'],
  whileClosed: true,
  answer: done,
  errors: [],
});

export const getMe = endpoint({
  summary: 'The user of the token.',
  callers: [...merchant, 'admin'],
  whileClosed: true,
  answer: SignedIn.omit({ token: true }),
  errors: [],
});

/** For mails to the caller. Signing in chooses the language of the header Accept-Language. */
export const chooseLanguage = endpoint({
  summary: 'Choose the language of mails to the caller.',
  callers: [...merchant, 'admin'],
  whileClosed: true,
  body: z.object({ language: z.enum(languages) }),
  answer: done,
  errors: [],
});

/** Answers the same, and as fast, whether or not the account exists, so that nobody can probe for emails (R5). */
export const forgotPassword = endpoint({
  summary: 'Send a link to choose a new password to the owner of an email.',
  callers: ['anonymous'],
  body: z.object({ email: line(limits.email) }),
  answer: done,
  errors: [],
});

/**
 * Takes the token of a mailed link; `email` must be that of the account. Ends all sessions and signs nobody in (R6).
 */
export const recoverPassword = endpoint({
  summary: 'Choose a new password with the token of a mailed link.',
  callers: ['anonymous'],
  body: z.object({
    email: line(limits.email),
    token: z.string().max(limits.name),
    password,
    confirmPassword: password,
  }),
  answer: done,
  errors: ['auth.passwords_differ', 'auth.reset_link_invalid', 'auth.weak_password'],
});

/** The calling session stays; all other sessions of the account end. */
export const changePassword = endpoint({
  summary: 'Choose a new password, knowing the current one.',
  callers: [...merchant, 'admin'],
  body: z.object({ currentPassword: password, password, confirmPassword: password }),
  answer: done,
  errors: ['auth.passwords_differ', 'auth.wrong_password', 'auth.too_many_tries', 'auth.weak_password'],
});

/**
 * A place where somebody is signed in. `_id` names the session and is not its token. `device` is the browser's own
 * description, null where unknown.
 */
export const Session = z.object({
  _id: idOf<SessionId>(),
  device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = endpoint({
  summary: 'The sessions of the caller, the most recently used first.',
  callers: [...merchant, 'admin'],
  inSupportAccess: 'never',
  answer: z.object({ sessions: z.array(Session) }),
  errors: [],
});

export const endSession = endpoint({
  summary: "End one of the caller's sessions.",
  callers: [...merchant, 'admin'],
  params: idParams<SessionId>(),
  answer: done,
  errors: ['request.not_found'],
});

export const signOutEverywhere = endpoint({
  summary: "End all of the caller's sessions, this one too.",
  callers: [...merchant, 'admin'],
  answer: done,
  errors: [],
});

/** `trialDays` is 0 when no trial is offered; the addresses are null where the platform has no such page. */
export const getSignUpTerms = endpoint({
  summary: 'The terms of a sign-up.',
  callers: ['anonymous'],
  answer: z.object({ trialDays: z.int(), termsUrl: z.string().nullable(), privacyUrl: z.string().nullable() }),
  errors: [],
});

/** The owner's restaurant may take orders, send codes and invite people from now on. */
export const verifyEmail = endpoint({
  summary: 'Confirm an email with the token of a mailed link.',
  callers: ['anonymous'],
  body: z.object({ token: z.string().max(limits.name) }),
  answer: done,
  errors: ['auth.verify_link_invalid'],
});

export const resendVerification = endpoint({
  summary: 'Mail the link that confirms the email again.',
  callers: ['owner'],
  answer: done,
  errors: ['auth.email_verified'],
});

/** For a slip at the sign-up: a confirmed email stays. The link goes to the new one, and an older link is void. */
export const changeEmail = endpoint({
  summary: 'Correct the email of the account before it is confirmed.',
  callers: ['owner'],
  body: z.object({ email, ...proof }),
  answer: done,
  errors: ['auth.email_taken', 'auth.email_verified', ...proofErrors],
});
