import { confirmationOf } from '#contract/base/success-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { parseUserAgent } from '../sessions/device.ts';
import { passkeyOnWire } from '../wire.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  listPasskeys,
  passkeyOwner,
  removePasskey,
  renamePasskey,
} from './change-passkeys.ts';
import { beginPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.ts';

type PasskeyDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords' | 'streams'>;

/** The calls of passkeys, at sign-in and afterwards. */
export function passkeyRoutes(deps: PasskeyDeps) {
  const { db } = deps;
  return {
    'POST /auth/signin-passkey-challenge': async ({ clientAddress }) => ({
      options: await beginPasskeySignIn(deps, clientAddress),
    }),
    'POST /auth/signin-passkey': ({ body, ...client }) => signInWithPasskey(deps, body.passkey, client),
    'POST /auth/proof-challenge': async ({ caller, clientAddress }) => ({
      options: await beginPasskeyProof(deps, { userId: caller.userId, clientAddress }),
    }),
    'GET /auth/passkeys': async ({ caller }) => ({
      passkeys: (await listPasskeys(db, caller.userId)).map(passkeyOnWire),
    }),
    'POST /auth/begin-passkey': async ({ caller, body, ...call }) => ({
      options: await beginPasskey(deps, passkeyOwner(caller, call), body),
      device: parseUserAgent(call.userAgent),
    }),
    'POST /auth/add-passkey': async ({ caller, body, ...call }) => {
      await addPasskey(deps, passkeyOwner(caller, call), body);
      return confirmationOf('account.passkey_added');
    },
    'POST /auth/rename-passkey/:id': async ({ caller, params, body }) => {
      await renamePasskey(db, caller.userId, params.id, body.name);
      return confirmationOf('account.passkey_renamed');
    },
    'POST /auth/remove-passkey/:id': async ({ caller, params, body, ...call }) => {
      await removePasskey(deps, passkeyOwner(caller, call), params.id, body);
      return confirmationOf('account.passkey_removed');
    },
  } satisfies Partial<Handlers>;
}
