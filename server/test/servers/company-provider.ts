/**
 * A company's provider on this machine: a certified implementation of OpenID Connect, with people who can leave. What it would never do
 * by itself, tests do to the bytes of its answers: `tamper` changes the claims of an ID token, which is signed anew with its key.
 */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** An account at the company. */
interface CompanyAccount {
  subject: string;
  email: string;
  isVerified: boolean;
}

type Claims = Record<string, unknown>;
type Tamper = (claims: Claims) => { claims: Claims; header?: { alg: string }; hasOtherKey?: boolean };

export interface CompanyServer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Adds an account, or replaces the one with this subject. */
  join(account: CompanyAccount): void;
  leave(subject: string): void;
  /** Changes the next ID tokens; null leaves them as they are. */
  tamper(change: Tamper | null): void;
  /** Answers 503 to everything, or not. */
  setDown(isDown: boolean): void;
  /** Keeps the token endpoint from answering, until it is let go. */
  setHanging(isHanging: boolean): void;
  /** Gives refresh tokens, or none. */
  setRefreshing(isOn: boolean): void;
  /** Takes the client's secret for another one. */
  setSecretWrong(isWrong: boolean): void;
  /** The times the token endpoint was asked with a refresh token. */
  refreshes: number;
  /**
   * Signs in at an address of the provider like a browser with nothing stored.
   * @returns the parameters of the way back.
   */
  visit(url: string, subject: string): Promise<Record<string, string>>;
  close(): Promise<void>;
}

interface CompanyOptions {
  /** Browsers are sent back to addresses that begin so. */
  backTo: string;
  port?: number;
}

const keyId = 'key of the tests';
/** Seconds. */
const day = 24 * 3600;

export async function startCompanyProvider({ backTo, port = 0 }: CompanyOptions): Promise<CompanyServer> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const accounts = new Map<string, CompanyAccount>();
  const [clientId, clientSecret] = ['order-manager', 'canary-secret-of-the-company-client'];
  let change: Tamper | null = null;
  let [isDown, refreshes, isSecretWrong] = [false, true, false];
  const counted = { refreshes: 0 };
  let hanging = Promise.resolve();
  let letGo = () => undefined as void;
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async () => undefined;
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${backTo}/any`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // Claims of the scope in the ID token, as Google, Microsoft and Keycloak have them.
    conformIdTokenClaims: false,
    issueRefreshToken: async () => refreshes,
    rotateRefreshToken: true,
    ttl: { AccessToken: 600, Grant: day, IdToken: 600, Interaction: 600, RefreshToken: day, Session: day },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/people/${uid}` },
    findAccount: async (_: unknown, subject: string) => {
      const account = accounts.get(subject);
      if (account === undefined) return undefined;
      const { email, isVerified } = account;
      return { accountId: subject, claims: async () => ({ sub: subject, email, email_verified: isVerified }) };
    },
  });
  // Restaurants are made after the provider.
  provider.Client.prototype.redirectUriAllowed = (url: string) => url.startsWith(backTo);
  const answer = provider.callback();

  /** The company's own login page: a button for each of its people. */
  async function showPeople(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid, prompt, params } = await provider.interactionDetails(request, response);
    const subject = new URL(request.url!, issuer).searchParams.get('as');
    if (subject === null) {
      const buttons = [...accounts.values()].map(
        ({ subject: name, email }) => `<li><a href="/people/${uid}?as=${encodeURIComponent(name)}">${email}</a></li>`,
      );
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(
        `<!doctype html><html lang="en"><title>${prompt.name}</title><h1>The company</h1><ul>${buttons.join('')}</ul></html>`,
      );
      return;
    }
    const grant = new provider.Grant({ accountId: subject, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email');
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, { login: { accountId: subject }, consent });
  }

  handle = async (request, response) => {
    if (isDown) {
      response.writeHead(503).end();
      return;
    }
    if (request.url?.startsWith('/people/') === true) return showPeople(request, response);
    if (request.url === '/token') {
      await hanging;
      if (isSecretWrong) {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: 'invalid_client', error_description: clientSecret }));
        return;
      }
      interceptToken(response, (body) => {
        if (change === null || body.id_token === undefined) return body;
        return { ...body, id_token: resign(body.id_token, change, privateKey) };
      });
      request.on('data', (part: Buffer) => {
        if (part.includes('grant_type=refresh_token')) counted.refreshes++;
      });
    }
    await answer(request, response);
  };

  return Object.assign(counted, {
    issuer,
    clientId,
    clientSecret,
    join: (account: CompanyAccount) => void accounts.set(account.subject, account),
    leave: (subject: string) => void accounts.delete(subject),
    tamper: (changing: Tamper | null) => {
      change = changing;
    },
    setDown: (down: boolean) => {
      isDown = down;
    },
    setHanging: (isHanging: boolean) => {
      letGo();
      if (isHanging) hanging = new Promise((done) => (letGo = done));
    },
    setRefreshing: (isOn: boolean) => {
      refreshes = isOn;
    },
    setSecretWrong: (isWrong: boolean) => {
      isSecretWrong = isWrong;
    },
    visit: (url: string, subject: string) => visit(url, subject, issuer),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
}

interface TokenAnswer {
  id_token?: string;
}

/** Lets the answer through changed. */
function interceptToken(response: ServerResponse, changing: (body: TokenAnswer) => TokenAnswer): void {
  const end = response.end.bind(response);
  response.end = ((content?: unknown) => {
    const body = JSON.stringify(changing(JSON.parse(String(content)) as TokenAnswer));
    response.setHeader('content-length', Buffer.byteLength(body));
    return end(body);
  }) as typeof response.end;
}

function resign(token: string, change: Tamper, key: KeyObject): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims;
  const changed = change(claims);
  const header = { alg: 'RS256', kid: keyId, typ: 'JWT', ...changed.header };
  const [head, body] = [header, changed.claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  if (header.alg === 'none') return `${head}.${body}.`;
  const signer = changed.hasOtherKey === true ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : key;
  const signature = createSign('RSA-SHA256').update(`${head}.${body}`).sign(signer, 'base64url');
  return `${head}.${body}.${signature}`;
}

async function visit(url: string, subject: string, issuer: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  for (let next = url; ;) {
    if (!next.startsWith(issuer)) return Object.fromEntries(new URL(next).searchParams);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const page = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of page.headers.getSetCookie()) {
      const [name, value] = set.split(';')[0]!.split('=') as [string, string];
      cookies.set(name, value);
    }
    const location = page.headers.get('location');
    if (location !== null) next = new URL(location, next).href;
    else if (page.status === 200) next = `${next}?as=${encodeURIComponent(subject)}`;
    else throw new Error(`The provider answered ${page.status}: ${await page.text()}`);
  }
}
