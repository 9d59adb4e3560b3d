/** People with passkeys, at the endpoints of accounts. */
import { expect } from 'vitest';
import type { PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '#contract/accounts/passkey-json.ts';
import type { Passkey } from '#contract/accounts/passkeys.ts';
import { Authenticator, type Deviation } from '#server/test/data/authenticator.ts';
import { type Answer, type SignInApp, signUpForm } from './sign-in-app.ts';

export interface Owner {
  email: string;
  token: string;
  /** Their network address, which nobody else has. */
  from: string;
  device: Authenticator;
}

export const { password } = signUpForm('');

/** The part of an answer with this name. */
export const partOf = <T>({ body }: Answer, name: string) => (body as unknown as Record<string, T>)[name]!;
export const tokenOf = (answer: Answer) => partOf<{ token: string }>(answer, 'token').token;

export const passkeyRefused = { status: 400, body: { code: 'auth.passkey_refused' } };

let made = 0;
export const newAddress = () => `10.7.${Math.floor(made / 200)}.${made++ % 200}`;

/** The steps that tests of passkeys are made of. */
export function keyHolders(app: SignInApp) {
  const begin = ({ token, from }: Owner, proof: object = { password }) =>
    app.call('POST /auth/begin-passkey', proof, { token, from });
  const beginSignIn = async (from: string): Promise<PasskeyRequest> =>
    partOf(await app.call('POST /auth/signin-passkey-challenge', {}, { from }), 'options');
  const send = (passkey: PasskeyAnswer, from: string) => app.call('POST /auth/signin-passkey', { passkey }, { from });

  async function newOwner(): Promise<Owner> {
    const email = `passkey${made++}@passkeys.test`;
    const from = newAddress();
    const token = tokenOf(await app.call('POST /auth/signup', signUpForm(email), { from }));
    return { email, token, from, device: new Authenticator(app.config.publicUrl) };
  }

  async function add(owner: Owner, deviation?: Deviation): Promise<Answer> {
    const options = partOf<PasskeyCreation>(await begin(owner), 'options');
    return app.call(
      'POST /auth/add-passkey',
      { name: 'Laptop', passkey: owner.device.make(options, deviation) },
      owner,
    );
  }

  return {
    newOwner,
    begin,
    add,
    beginSignIn,
    send,

    /** An owner with a passkey. */
    async newKeyHolder(): Promise<Owner> {
      const owner = await newOwner();
      expect(await add(owner)).toMatchObject({ status: 200 });
      return owner;
    },

    listOf: async ({ token }: Pick<Owner, 'token'>): Promise<Passkey[]> =>
      partOf(await app.call('GET /auth/passkeys', undefined, { token }), 'passkeys'),

    signIn: async ({ device, from }: Owner, deviation?: Deviation): Promise<Answer> =>
      send(device.sign(await beginSignIn(from), deviation), from),

    beginProof: async ({ token, from }: Owner): Promise<PasskeyRequest> =>
      partOf(await app.call('POST /auth/proof-challenge', {}, { token, from }), 'options'),
  };
}
