import { companyProblems } from '#contract/accounts/company-sign-in.ts';
import { languages, userTypes } from '#contract/base/enumerations.ts';
import type { CustomerId, DriverId, PasskeyId, RestaurantId, SessionId, UserId } from '#contract/base/ids.ts';
import { bigint, boolean, bytea, integer, text, textArray, timestamptz, uuid, type Tables } from './columns.ts';

export const accounts = {
  users: {
    id: uuid<UserId>(),
    user_type: text(userTypes),
    email: text(),
    email_key: text(),
    password_hash: text(),
    password_version: integer().defaulted(),
    is_demo: boolean().defaulted(),
    first_name: text(),
    last_name: text(),
    country_code: text(),
    mobile_number: text(),
    language: text(languages).defaulted(),
    disabled_at: timestamptz().nullable(),
    disabled_reason: text().defaulted(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
  },
  password_resets: {
    user_id: uuid<UserId>(),
    token_hash: bytea(),
    created_at: timestamptz(),
    expires_at: timestamptz(),
  },
  email_verifications: {
    user_id: uuid<UserId>(),
    token_hash: bytea(),
    created_at: timestamptz(),
    expires_at: timestamptz(),
  },
  second_factors: {
    user_id: uuid<UserId>(),
    sealed: bytea(),
    last_step: bigint().defaulted(),
    set_by_token: boolean().defaulted(),
    created_at: timestamptz(),
    confirmed_at: timestamptz().nullable(),
  },
  factor_tokens: {
    user_id: uuid<UserId>(),
    token_hash: bytea(),
    created_at: timestamptz(),
    expires_at: timestamptz(),
  },
  recovery_codes: {
    user_id: uuid<UserId>(),
    code_hash: bytea(),
  },
  sign_in_challenges: {
    token_hash: bytea(),
    user_id: uuid<UserId>(),
    password_version: integer(),
    tries: integer().defaulted(),
    created_at: timestamptz(),
    expires_at: timestamptz(),
  },
  passkeys: {
    id: uuid<PasskeyId>(),
    user_id: uuid<UserId>(),
    credential_id: bytea(),
    public_key: bytea(),
    /** The device's counter; 0 where it does not count. */
    sign_count: bigint(),
    name: text(),
    created_at: timestamptz(),
    last_used_at: timestamptz().nullable(),
  },
  passkey_challenges: {
    challenge_hash: bytea(),
    purpose: text(['sign_in', 'proof', 'add']),
    /** Null: a sign-in, of whoever has a passkey. */
    user_id: uuid<UserId>().nullable(),
    created_at: timestamptz(),
    expires_at: timestamptz(),
  },
  company_providers: {
    restaurant_id: uuid<RestaurantId>(),
    issuer: text(),
    client_id: text(),
    sealed: bytea(),
    domains: textArray(),
    tried_at: timestamptz().nullable(),
    is_on: boolean().defaulted(),
    is_required: boolean().defaulted(),
    problem: text(companyProblems).nullable(),
    problem_since: timestamptz().nullable(),
    connected_at: timestamptz(),
  },
  company_links: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid(),
    user_id: uuid<UserId>(),
    issuer: text(),
    subject: text(),
    linked_at: timestamptz(),
    /** Set while the provider refuses the person; null again with the next sign-in. */
    refused_at: timestamptz().nullable(),
    /** The provider last said yes; null: when the link was made. */
    confirmed_at: timestamptz().nullable(),
  },
  company_sign_ins: {
    restaurant_id: uuid<RestaurantId>(),
    token_hash: bytea(),
    step: text(['mailed', 'trial', 'sign_in', 'link']),
    /** Null: the link of a mail, which any browser may open. */
    browser_hash: bytea().nullable(),
    /** The person of a mailed link. */
    user_id: uuid<UserId>().nullable(),
    sealed: bytea().nullable(),
    expires_at: timestamptz(),
  },
  company_sessions: {
    restaurant_id: uuid<RestaurantId>(),
    token_hash: bytea(),
    link_id: uuid(),
    sealed: bytea(),
    confirmed_at: timestamptz(),
    next_check_at: timestamptz(),
  },
  sessions: {
    id: uuid<SessionId>().defaulted(),
    token_hash: bytea(),
    kind: text(['user', 'customer', 'registration', 'driver']),
    user_id: uuid<UserId>().nullable(),
    restaurant_id: uuid<RestaurantId>().nullable(),
    customer_id: uuid<CustomerId>().nullable(),
    phone: text().nullable(),
    /** A guest's session that orders at tables alone. */
    is_without_phone: boolean().defaulted(),
    device: text().defaulted(),
    /** Set on a shared tablet; null: one person's session. */
    lock_minutes: integer().nullable(),
    /** The person who acts on a shared tablet; null: it is locked, or not shared. */
    acting_user_id: uuid<UserId>().nullable(),
    /** The admin's reason for support access; null: no support access. */
    support_reason: text().nullable(),
    /** The passkey that it began with. */
    passkey_id: uuid<PasskeyId>().nullable(),
    /** The link to the company's account that it began with. */
    company_link_id: uuid().nullable(),
    driver_id: uuid<DriverId>().nullable(),
    created_at: timestamptz(),
    last_seen_at: timestamptz(),
    expires_at: timestamptz(),
  },
} satisfies Tables;
