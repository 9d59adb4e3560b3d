import type { Route } from '#contract/base/api.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { AddressId, PasskeyId } from '#contract/base/ids.ts';
import { ownersPassword } from './restaurant.ts';
import type { Sample } from './sample-input.ts';
import { sampleSubscription } from './sample-subscription.ts';

const newPassword = { password: 'violet anchor 47 lamps', confirmPassword: 'violet anchor 47 lamps' };

/** An answer of a device that nobody has added, to a challenge that nobody was given. */
const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key' as const,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
};

/** A way back from a company that nobody has begun. */
const unknownWayBack = { browserKey: 'a key', state: 'a-token-that-nobody-has', code: 'a code' };

/** The part of `sampleInput` about people: accounts, staff, the audit log, and admins. */
export const sampleAccountInput = {
  'POST /auth/signin': () => ({ body: { email: 'nobody@example.test', password: 'violet anchor 47 lamps' } }),
  'POST /auth/signin-code': () => ({ body: { challenge: 'a-token-that-nobody-has', code: '000000' } }),
  'POST /auth/signin-set-up': () => ({ body: { challenge: 'a-token-that-nobody-has' } }),
  'POST /auth/signin-confirm': () => ({ body: { challenge: 'a-token-that-nobody-has', code: '000000' } }),
  'GET /auth/factor': () => ({}),
  'POST /auth/set-up-factor': () => ({ body: { password: 'not the current one' } }),
  'POST /auth/confirm-factor': () => ({ body: { code: '000000' } }),
  'POST /auth/remove-factor': () => ({ body: { password: 'not the current one', code: '000000' } }),
  'POST /auth/new-recovery-codes': () => ({ body: { password: 'not the current one', code: '000000' } }),
  'POST /auth/signin-passkey-challenge': () => ({}),
  'POST /auth/signin-passkey': () => ({ body: { passkey: unknownPasskey } }),
  'POST /auth/proof-challenge': () => ({}),
  'GET /auth/passkeys': () => ({}),
  'POST /auth/begin-passkey': () => ({ body: { password: 'not the current one' } }),
  'POST /auth/add-passkey': () => ({
    body: {
      name: 'Laptop',
      passkey: { ...unknownPasskey, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    },
  }),
  'POST /auth/rename-passkey/:id': ({ areaId }) => ({
    params: { id: areaId as string as PasskeyId },
    body: { name: 'Laptop' },
  }),
  'POST /auth/remove-passkey/:id': ({ areaId }) => ({
    params: { id: areaId as string as PasskeyId },
    body: { passkey: unknownPasskey },
  }),
  'POST /auth/mail-company-link': () => ({ body: { email: 'nobody@example.test' } }),
  'POST /auth/find-company': ({ id }) => ({ body: { restaurantId: id } }),
  'POST /auth/begin-company-signin': ({ id }) => ({ body: { restaurantId: id } }),
  'POST /auth/finish-company-signin': ({ id }) => ({ body: { restaurantId: id, ...unknownWayBack } }),
  'POST /auth/link-company': ({ id }) => ({
    body: {
      restaurantId: id,
      browserKey: 'a key',
      challenge: 'a-token-that-nobody-has',
      password: 'not the current one',
    },
  }),
  'GET /restaurant/get-company': () => ({}),
  // Nobody is there: a provider is connected by the tests of company sign-in.
  'POST /restaurant/connect-company': ({ canary }) => ({
    body: {
      issuer: 'http://127.0.0.1:9',
      clientId: canary,
      clientSecret: canary,
      domains: ['example.test'],
      password: ownersPassword,
    },
  }),
  'POST /restaurant/try-company': () => ({}),
  'POST /restaurant/finish-company-trial': ({ id }) => ({ body: { restaurantId: id, ...unknownWayBack } }),
  'POST /restaurant/switch-company': () => ({ body: { isOn: false, isRequired: false, password: ownersPassword } }),
  'POST /restaurant/unlink-company/:id': ({ colleagueId }) => ({
    params: { id: colleagueId },
    body: { password: ownersPassword },
  }),
  'POST /restaurant/disconnect-company': () => ({ body: { password: ownersPassword } }),
  'POST /auth/signup': () => ({
    body: {
      firstName: 'Layla',
      lastName: 'Haddad',
      email: `layla${Math.random().toString(36).slice(2)}@example.test`,
      country: 'United Arab Emirates',
      countryCode: '+971',
      mobileNumber: '501234567',
      restaurant: 'Harbour Grill',
      outlets: '1 outlet',
      chatfoodInformer: 'Friend',
      password: 'violet anchor 47 lamps',
    },
  }),
  'GET /auth/signup-terms': () => ({}),
  'POST /auth/signout': () => ({}),
  'GET /auth/me': () => ({}),
  'POST /auth/choose-language': () => ({ body: { language: 'en' } }),
  'POST /auth/forgot-password': () => ({ body: { email: 'nobody@example.test' } }),
  'POST /auth/verify-email': () => ({ body: { token: 'a token that nobody was mailed' } }),
  'POST /auth/resend-verification': () => ({}),
  'POST /auth/change-email': () => ({
    body: { email: 'somebody.else@example.test', password: 'not the current one' },
  }),
  'POST /auth/recover-password': () => ({
    body: { email: 'nobody@example.test', token: 'a-token-that-nobody-has', ...newPassword },
  }),
  'POST /auth/change-password': () => ({ body: { currentPassword: 'not the current one', ...newPassword } }),
  'GET /auth/sessions': () => ({}),
  'POST /auth/end-session/:id': ({ sessionId }) => ({ params: { id: sessionId } }),
  'POST /auth/signout-everywhere': () => ({}),
  'GET /auth/tablet': () => ({}),
  'POST /auth/set-pin': () => ({ body: { password: 'not the current one', pin: '1234' } }),
  'POST /auth/share-tablet': () => ({ body: { lockMinutes: 5 } }),
  'POST /auth/unshare-tablet': () => ({ body: { password: 'not the current one' } }),
  'POST /auth/switch-person': ({ colleagueId }) => ({ body: { userId: colleagueId, pin: '1234' } }),
  'POST /auth/lock-tablet': () => ({}),
  'POST /auth/sent-otp': ({ slug }) => ({ body: { restaurantName: slug, number: '+971501112233' } }),
  'POST /auth/verify-otp': ({ slug }) => ({
    body: { restaurantName: slug, number: '+971501112233', otpCode: '00000' },
  }),
  'POST /auth/register-at-table': ({ tableCode }) => ({ body: { table: tableCode } }),
  'POST /auth/register-customer': ({ slug }) => ({
    body: { restaurantName: slug, number: '+971509999999', name: 'Omar', email: 'omar@example.test' },
  }),
  'GET /auth/customer': () => ({}),
  'GET /auth/addresses': () => ({}),
  'POST /auth/save-address': ({ areaId }) => ({
    body: { deliveryAreaId: areaId, areaName: 'Marina', location: '1 Marina Walk', floor: '12', nickName: 'Office' },
  }),
  'POST /auth/delete-address/:id': ({ areaId }) => ({ params: { id: areaId as string as AddressId } }),
  'POST /auth/push-state': ({ canary }) => ({ body: { endpoint: sampleSubscription(canary).endpoint } }),
  'POST /auth/allow-push': ({ canary }) => ({ body: sampleSubscription(canary) }),
  'POST /auth/end-push': () => ({}),
  'GET /auth/export-customer': () => ({}),
  'POST /auth/delete-customer': () => ({}),
  'GET /auth/code-settings': () => ({}),
  'POST /auth/update-code-settings': () => ({ body: { codesPerDay: 1000 } }),

  'POST /auth/find-invitation': () => ({ body: { token: 'a-token-that-nobody-has' } }),
  'POST /auth/accept-invitation': () => ({
    body: { token: 'a-token-that-nobody-has', firstName: 'Sara', lastName: 'Khan', password: 'violet anchor 47 lamps' },
  }),

  'GET /staff/get-staff': () => ({}),
  'GET /staff/role-matrix': () => ({}),
  'POST /staff/invite': () => ({ body: { email: `someone@example.test`, role: 'manager' } }),
  'POST /staff/resend-invitation/:id': ({ invitationId }) => ({ params: { id: invitationId } }),
  'DELETE /staff/cancel-invitation/:id': ({ invitationId }) => ({ params: { id: invitationId } }),
  'POST /staff/update-role/:id': ({ colleagueId }) => ({ params: { id: colleagueId }, body: { role: 'manager' } }),
  'DELETE /staff/remove/:id': ({ colleagueId }) => ({ params: { id: colleagueId }, body: {} }),

  'GET /audit/entries': () => ({ query: { before: 100 } }),
  'POST /audit/export': () => ({ body: { password: ownersPassword } }),

  'GET /outbound/unsent-messages': () => ({}),
  'POST /outbound/resend-message/:id': ({ unsentId }) => ({ params: { id: unsentId } }),

  'GET /admin/unsent-messages': () => ({}),
  'GET /admin/get-installation': () => ({}),
  'POST /admin/resend-message/:id': ({ unsentId }) => ({ params: { id: unsentId } }),
  'GET /admin/get-restaurants': () => ({}),
  'POST /admin/create-restaurant': () => ({
    body: {
      name: 'Harbour Grill',
      outlets: '2 - 5 outlets',
      country: 'United Arab Emirates',
      chatfoodInformer: 'Friend',
      email: `owner${Math.random().toString(36).slice(2)}@example.test`,
    },
  }),
  'POST /admin/approve-restaurant/:id': ({ id }) => ({ params: { id }, body: { reason: 'Papers seen' } }),
  'POST /admin/cancel-restaurant/:id': ({ id }) => ({ params: { id }, body: { reason: 'Asked by its owner' } }),
  'GET /admin/get-users': () => ({}),
  'GET /admin/get-message-budgets': () => ({}),
  'POST /admin/set-message-budget/:id': ({ id }) => ({ params: { id }, body: { kind: 'alert_mail', budget: 50 } }),
  'POST /admin/disable-user/:id': ({ colleagueId }) => ({ params: { id: colleagueId }, body: { reason: 'Left' } }),
  'POST /admin/enable-user/:id': ({ colleagueId }) => ({ params: { id: colleagueId } }),
  'POST /admin/end-sessions/:id': ({ colleagueId }) => ({ params: { id: colleagueId } }),
  'POST /admin/begin-support-access/:id': ({ id }) => ({
    params: { id },
    body: { reason: 'They asked why nothing rings' },
  }),
  'GET /support/access': () => ({}),
  'POST /support/end-access/:id': ({ sessionId }) => ({ params: { id: sessionId } }),
} satisfies { [R in Route]?: (sample: Sample) => CallInput<R> };
