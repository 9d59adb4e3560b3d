/** Sign-in, sign-up and log out of the people who run restaurants (core-setup 7; decision "Sign-up and sign-in"). */
import * as z from 'zod';
import { endpoint, merchant } from './endpoint.ts';
import { done, email, idOf, line } from './fields.ts';
import type { RestaurantId, UserId } from './ids.ts';
import { outletBands, referralSources } from './enumerations.ts';
import { limits } from './limits.ts';

export const User = z.object({
  _id: idOf<UserId>(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  userType: z.enum(['merchant', 'admin']),
});
export type User = z.infer<typeof User>;

export const Restaurant = z.object({
  _id: idOf<RestaurantId>(),
  name: z.string(),
  slug: z.string(),
  currency: z.string(),
  country: z.string(),
  chargeOptions: z.enum(['once', 'each']),
  trialEndsAt: z.iso.datetime().nullable(),
});
export type Restaurant = z.infer<typeof Restaurant>;

/** `restaurant` is missing for an admin; `role` is what the person may do in it. */
export const SignedIn = z.object({
  token: z.object({ token: z.string() }),
  user: User,
  restaurant: Restaurant.optional(),
  role: z.enum(merchant).optional(),
});
export type SignedIn = z.infer<typeof SignedIn>;

const password = z.string().max(limits.passwordMax * 4);

export const SignUp = z.object({
  firstName: line(limits.name),
  lastName: line(limits.name),
  email,
  country: line(limits.name),
  countryCode: z.string().regex(/^\+?\d{1,4}$/, 'Choose a country code'),
  mobileNumber: line(limits.phone),
  restaurant: line(limits.name),
  /** The canonical bands; '2-5' and '6-10' of older clients are read as well. */
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
  errors: ['auth.wrong_credentials', 'auth.too_many_tries'],
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
  answer: done,
  errors: [],
});

export const getMe = endpoint({
  summary: 'Who the token belongs to.',
  callers: [...merchant, 'admin'],
  answer: SignedIn.omit({ token: true }),
  errors: [],
});
