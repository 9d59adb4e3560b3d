/** The pages of the platform's admins: restaurants and users (R26). */
import * as z from 'zod';
import { Offboarding } from '../accounts/accounts.ts';
import { endpoint } from '../base/endpoint.ts';
import { outletBands, referralSources, restaurantStatuses, userTypes } from '../base/enumerations.ts';
import { day, done, email, idOf, idParams, instant, line } from '../base/fields.ts';
import type { RestaurantId, UserId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/**
 * `outlets` is the band given at sign-up, `outletCount` the real number. `owner` is null until the invitation is
 * accepted.
 */
export const AdminRestaurant = z.object({
  _id: idOf<RestaurantId>(),
  name: z.string(),
  slug: z.string(),
  outlets: z.string(),
  outletCount: z.int(),
  /** ISO 3166 alpha-2; ZZ where unknown. */
  country: z.string(),
  chatfoodInformer: z.string(),
  status: z.enum(restaurantStatuses),
  statusReason: z.string(),
  /** Null unless the owner has closed the restaurant. */
  offboarding: Offboarding.nullable(),
  owner: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** Whether an owner has confirmed their email; until then guests cannot order. */
  isOwnerVerified: z.boolean(),
  /** The email that the owner's invitation went to, until it is accepted. */
  invitedOwner: z.string().nullable(),
  createdAt: instant,
});
export type AdminRestaurant = z.infer<typeof AdminRestaurant>;

/** `userType` is the same as at sign-in. `country` is that of the first restaurant, empty for an admin. */
export const AdminUser = z.object({
  _id: idOf<UserId>(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  country: z.string(),
  countryCode: z.string(),
  mobileNumber: z.string(),
  userType: z.enum(userTypes),
  restaurants: z.array(z.string()),
  sessions: z.int(),
  disabledReason: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type AdminUser = z.infer<typeof AdminUser>;

const reason = line(limits.reason);

export const listRestaurants = endpoint({
  summary: 'All restaurants, the newest first.',
  callers: ['admin'],
  answer: z.object({ restaurants: z.array(AdminRestaurant) }),
  errors: [],
});

/** The age of the database engine, where the program knows the release of its version. */
const InstallationAnswer = z.object({
  database: z.object({
    engine: z.enum(['embedded', 'external']),
    /** PostgreSQL's, '18.4'. */
    version: z.string(),
    releasedOn: day.nullable(),
    /** Releases since then. */
    releasesMissed: z.int().nullable(),
  }),
});

export const getInstallation = endpoint({
  summary: 'What the installation runs on.',
  callers: ['admin'],
  answer: InstallationAnswer,
  errors: [],
});

export const createRestaurant = endpoint({
  summary: 'Create a restaurant and invite its owner by mail.',
  callers: ['admin'],
  body: z.object({
    name: line(limits.restaurantName),
    outlets: z.enum(outletBands),
    country: line(limits.name),
    chatfoodInformer: z.enum(referralSources),
    email,
  }),
  answer: z.object({ restaurant: AdminRestaurant, ...done.shape }),
  errors: ['auth.email_taken'],
});

export const approveRestaurant = endpoint({
  summary: 'Approve a restaurant, whether it is new or was cancelled.',
  callers: ['admin'],
  params: idParams<RestaurantId>(),
  body: z.object({ reason: reason.optional() }),
  answer: z.object({ restaurant: AdminRestaurant, ...done.shape }),
  errors: ['request.not_found'],
});

/** Guests cannot order any more; placed orders can be finished. */
export const cancelRestaurant = endpoint({
  summary: 'Cancel a restaurant, with a reason that its people read.',
  callers: ['admin'],
  params: idParams<RestaurantId>(),
  body: z.object({ reason }),
  answer: z.object({ restaurant: AdminRestaurant, ...done.shape }),
  errors: ['request.not_found'],
});

export const listUsers = endpoint({
  summary: 'Everybody with an account, the newest first.',
  callers: ['admin'],
  answer: z.object({ users: z.array(AdminUser) }),
  errors: [],
});

/** Ends all sessions and refuses sign-ins. Admins cannot disable themselves. */
export const disableUser = endpoint({
  summary: 'Disable an account.',
  callers: ['admin'],
  params: idParams<UserId>(),
  body: z.object({ reason }),
  answer: z.object({ user: AdminUser, ...done.shape }),
  errors: ['request.not_found', 'admin.yourself'],
});

export const enableUser = endpoint({
  summary: 'Let a disabled account sign in again.',
  callers: ['admin'],
  params: idParams<UserId>(),
  answer: z.object({ user: AdminUser, ...done.shape }),
  errors: ['request.not_found'],
});

export const endUserSessions = endpoint({
  summary: 'Sign somebody out everywhere.',
  callers: ['admin'],
  params: idParams<UserId>(),
  answer: z.object({ user: AdminUser, ...done.shape }),
  errors: ['request.not_found', 'admin.yourself'],
});
