import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ageRecipient } from './age-recipient.ts';
import { type Bucket, bucketProblems, bucketVariables, readBucket, unsafeBuckets } from './bucket-settings.ts';
import { type Currency, isCurrency } from '#contract/base/currency-digits.ts';
import { httpAddress, isOrigin } from './http-address.ts';
import { isLoopback } from './loopback.ts';
import { type OwnDomainSettings, ownDomainVariables, readOwnDomains } from './own-domain-settings.ts';
import { paymentVariables, type PaymentSettings, readPayments, unsafePayments } from './payment-settings.ts';
import { pushVariables } from './push-settings.ts';
import { readSecretFile, type SecretSource, shortestSecret } from './secret-file.ts';

/** The configuration from the environment, read once at start and passed on; no other file reads the environment. */
export interface Config {
  /** `production` refuses everything that is only for trying out: the demo, printed codes, a generated secret (R86). */
  mode: 'development' | 'production';
  port: number;
  host: string;
  /** Without a trailing slash: 'https://order.example.com'. Links in mails and QR codes start with it. */
  publicUrl: string;
  /**
   * The number of trusted proxies in front of the server, or their addresses; their word on the caller's address is
   * believed.
   */
  trustProxy: number | string[];
  /** An absolute path. */
  dataDir: string;
  /** Undefined uses the embedded database. */
  databaseUrl: string | undefined;
  /** A standby of that database, for reports and the history; undefined reads them from the primary. */
  databaseReadUrl: string | undefined;
  /** The folder of other programs for the embedded database, of the same major version; undefined uses its own. */
  postgresBin: string | undefined;
  /** At least 32 bytes; keys for hashes and signatures are derived from it. */
  secret: string;
  secretFrom: SecretSource;
  trialDays: number;
  /** Addresses of the platform's terms and of its privacy notice; undefined shows no link at sign-up. */
  termsUrl: string | undefined;
  privacyUrl: string | undefined;
  defaultCurrency: Currency;
  defaultLocale: 'en' | 'ar';
  /** Minutes after which an order that nobody accepts is rejected, unless its outlet says otherwise; 0 means never. */
  orderAutoRejectMinutes: number;
  uploadMaxMb: number;
  /** The data that fills an empty database at start. */
  seed: 'demo' | 'none';
  sms: { driver: 'console' } | { driver: 'http'; url: string; authorization: string | undefined };
  mail: { smtpUrl: string | undefined; from: string };
  /** The gateway for voice calls to a restaurant that does not react; undefined sends an SMS instead. */
  calls: { url: string; authorization: string | undefined } | undefined;
  /** The address that is told of a changed site, for a cache in front of the server; undefined tells nobody. */
  purge: { url: string; authorization: string | undefined } | undefined;
  /**
   * The push services that browsers may subscribe at: names, '*.example.com' for all below one, or origins, which may be
   * inside the operator's own network.
   */
  pushServices: readonly string[];
  payments: PaymentSettings;
  /** Undefined offers none. */
  ownDomains: OwnDomainSettings | undefined;
  map: {
    tileUrl: string | undefined;
    attribution: string | undefined;
    googleKey: string | undefined;
    geocoder: 'places' | 'nominatim' | 'photon' | 'google';
    geocoderUrl: string | undefined;
  };
  /** The listener for /metrics; undefined has none, and counts nothing. */
  metrics: { host: string; port: number } | undefined;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  backupDir: string | undefined;
  /** The log of the database goes there instead of `backupDir`, and daily backups as well; undefined has none. */
  backupBucket: Bucket | undefined;
  /** The bytes of new pictures and photos go there; undefined keeps them in the database. */
  pictureBucket: Bucket | undefined;
  /** The public key that encrypts backups, 'age1...' from `backup:key`; undefined leaves them readable. */
  backupRecipient: string | undefined;
  /** Backups that the server makes by itself in `backupDir` and `backupBucket`. */
  scheduledBackups: {
    /** Minutes after midnight, UTC; undefined makes none. */
    atMinute: number | undefined;
    keep: { days: number; weeks: number };
  };
  /**
   * The folder of the lists of erased guests, so that restoring an older backup does not bring them back: that of the
   * backups where they have one.
   */
  erasuresFolder: string;
  /** The most open streams: of this process, and of one restaurant. */
  streams: { most: number; mostPerRestaurant: number };
  /** Off only for load tests. */
  rateLimits: boolean;
}

/** The environment is invalid. Every problem is listed, none with the value that caused it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n  ${problems.join('\n  ')}`,
    );
    this.problems = problems;
  }
}

/** Secrets published somewhere: examples, documentation, defaults of other products. */
const knownSecrets = [/change.?me/i, /secret/i, /example/i, /password/i, /^(.)\1+$/, /^(0123456789|abcdefgh)/i];

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= least && n <= most, `must be from ${least} to ${most}`);
const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  z.enum(words, { error: `must be one of: ${words.join(', ')}` });
const address = (protocol: RegExp, kind: string) =>
  z.string().refine((text) => URL.canParse(text) && protocol.test(new URL(text).protocol), `must be ${kind}`);

/** Every variable as in the environment: text, or absent. Defaults that depend on others are in `readConfig`. */
export const variables = z.object({
  ORDER_MANAGER_MODE: oneOf('development', 'production').default('development'),
  DEV_IN_PUBLIC: oneOf('yes-i-know').optional(),
  PORT: whole(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpAddress.refine(isOrigin, 'must have no path').optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => /^\d{1,2}$/.test(text) || proxyAddresses(text).every(isAddressOrRange),
      'must be a number of proxies or their addresses',
    )
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : proxyAddresses(text)))
    .default(0),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address(/^postgres(ql)?:$/, 'a postgres:// address').optional(),
  DATABASE_READ_URL: address(/^postgres(ql)?:$/, 'a postgres:// address').optional(),
  POSTGRES_BIN: z.string().optional(),
  SECRET: z.string().optional(),
  TRIAL_DAYS: whole(0, 3650).default(30),
  TERMS_URL: httpAddress.optional(),
  PRIVACY_URL: httpAddress.optional(),
  DEFAULT_CURRENCY: z.string().refine(isCurrency, 'must be a currency of ISO 4217, such as AED').default('AED'),
  DEFAULT_LOCALE: oneOf('en', 'ar').default('en'),
  ORDER_AUTO_REJECT_MINUTES: whole(0, 1440).default(0),
  UPLOAD_MAX_MB: whole(5, 50).default(5),
  SEED: oneOf('demo', 'none').optional(),
  SMS_DRIVER: oneOf('console', 'http').default('console'),
  SMS_HTTP_URL: httpAddress.optional(),
  SMS_HTTP_AUTHORIZATION: z.string().optional(),
  SMTP_URL: address(/^smtps?:$/, 'an smtp:// or smtps:// address').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address, such as Kitchen <orders@example.com>',
    )
    .default('Order Manager <no-reply@localhost>'),
  CALL_HTTP_URL: httpAddress.optional(),
  CALL_HTTP_AUTHORIZATION: z.string().optional(),
  CDN_PURGE_URL: httpAddress.optional(),
  CDN_PURGE_AUTHORIZATION: z.string().optional(),
  ...ownDomainVariables,
  ...pushVariables,
  ...paymentVariables,
  MAP_TILE_URL: z
    .string()
    .regex(/^https?:\/\/.*\{z\}.*$/, 'must be an address with {z}, {x} and {y}')
    .optional(),
  MAP_ATTRIBUTION: z.string().optional(),
  GOOGLE_MAPS_KEY: z.string().optional(),
  GEOCODER: oneOf('places', 'nominatim', 'photon', 'google').default('places'),
  GEOCODER_URL: httpAddress.optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  METRICS_PORT: whole(1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  BACKUP_DIR: z.string().optional(),
  ...bucketVariables,
  BACKUP_RECIPIENT: ageRecipient.optional(),
  BACKUP_AT: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, 'must be a time such as 02:00, or off')
    .default('02:00'),
  BACKUP_KEEP_DAYS: whole(1, 3650).default(7),
  BACKUP_KEEP_WEEKS: whole(0, 520).default(4),
  STREAMS_MAX: whole(1, 100_000).default(10_000),
  STREAMS_MAX_PER_RESTAURANT: whole(1, 100_000).default(100),
  RATE_LIMITS: oneOf('on', 'off').default('on'),
});
type Variables = z.output<typeof variables>;

/**
 * The configuration of an environment. Outside production mode a missing `SECRET` is that of the data folder, or a new
 * one, which `settleSecret` stores.
 * @throws ConfigError with every problem, so that one start reports all.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const v = parsed.data;
  const isProduction = v.ORDER_MANAGER_MODE === 'production';
  const problems = [...missingPartners(v), ...(isProduction ? productionProblems(v) : developmentProblems(v))];
  if (problems.length > 0) throw new ConfigError(problems);
  const dataDir = resolve(v.DATA_DIR);
  return {
    mode: v.ORDER_MANAGER_MODE,
    port: v.PORT,
    host: v.HOST,
    publicUrl: new URL(v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).origin,
    trustProxy: v.TRUST_PROXY,
    dataDir,
    databaseUrl: v.DATABASE_URL,
    databaseReadUrl: v.DATABASE_READ_URL,
    postgresBin: v.POSTGRES_BIN === undefined ? undefined : resolve(v.POSTGRES_BIN),
    ...(v.SECRET === undefined ? readSecretFile(dataDir) : { secret: v.SECRET, secretFrom: 'variable' }),
    trialDays: v.TRIAL_DAYS,
    termsUrl: v.TERMS_URL,
    privacyUrl: v.PRIVACY_URL,
    defaultCurrency: v.DEFAULT_CURRENCY,
    defaultLocale: v.DEFAULT_LOCALE,
    orderAutoRejectMinutes: v.ORDER_AUTO_REJECT_MINUTES,
    uploadMaxMb: v.UPLOAD_MAX_MB,
    seed: v.SEED ?? (isProduction ? 'none' : 'demo'),
    sms:
      v.SMS_DRIVER === 'http'
        ? { driver: 'http', url: v.SMS_HTTP_URL!, authorization: v.SMS_HTTP_AUTHORIZATION }
        : { driver: 'console' },
    mail: { smtpUrl: v.SMTP_URL, from: v.MAIL_FROM },
    calls:
      v.CALL_HTTP_URL === undefined ? undefined : { url: v.CALL_HTTP_URL, authorization: v.CALL_HTTP_AUTHORIZATION },
    purge:
      v.CDN_PURGE_URL === undefined ? undefined : { url: v.CDN_PURGE_URL, authorization: v.CDN_PURGE_AUTHORIZATION },
    pushServices: v.PUSH_SERVICES,
    payments: readPayments(v),
    ownDomains: readOwnDomains(v),
    map: {
      tileUrl: v.MAP_TILE_URL,
      attribution: v.MAP_ATTRIBUTION,
      googleKey: v.GOOGLE_MAPS_KEY,
      geocoder: v.GEOCODER,
      geocoderUrl: v.GEOCODER_URL,
    },
    logLevel: v.LOG_LEVEL,
    metrics: v.METRICS_PORT === undefined ? undefined : { host: v.METRICS_HOST, port: v.METRICS_PORT },
    backupDir: v.BACKUP_DIR === undefined ? undefined : resolve(v.BACKUP_DIR),
    backupBucket: readBucket(v, 'BACKUP_BUCKET'),
    pictureBucket: readBucket(v, 'PICTURE_BUCKET'),
    backupRecipient: v.BACKUP_RECIPIENT,
    scheduledBackups: {
      atMinute: v.BACKUP_AT === 'off' ? undefined : minuteOfDay(v.BACKUP_AT),
      keep: { days: v.BACKUP_KEEP_DAYS, weeks: v.BACKUP_KEEP_WEEKS },
    },
    erasuresFolder: v.BACKUP_DIR === undefined ? dataDir : resolve(v.BACKUP_DIR),
    streams: { most: v.STREAMS_MAX, mostPerRestaurant: v.STREAMS_MAX_PER_RESTAURANT },
    rateLimits: v.RATE_LIMITS === 'on',
  };
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Variables that another variable requires. */
function missingPartners(v: Variables): string[] {
  const problems = bucketProblems(v);
  if (v.SMS_DRIVER === 'http' && !v.SMS_HTTP_URL) problems.push('SMS_HTTP_URL is needed with SMS_DRIVER=http');
  if (v.GEOCODER === 'google' && !v.GOOGLE_MAPS_KEY) problems.push('GOOGLE_MAPS_KEY is needed with GEOCODER=google');
  if ((v.GEOCODER === 'nominatim' || v.GEOCODER === 'photon') && !v.GEOCODER_URL) {
    problems.push(`GEOCODER_URL is needed with GEOCODER=${v.GEOCODER}`);
  }
  if (v.DATABASE_READ_URL !== undefined && v.DATABASE_URL === undefined)
    problems.push('DATABASE_READ_URL is a standby of the database of DATABASE_URL: set that as well');
  if (v.POSTGRES_BIN !== undefined && v.DATABASE_URL !== undefined)
    problems.push('POSTGRES_BIN is for the embedded database, which DATABASE_URL replaces: set one of them');
  if (v.METRICS_PORT === v.PORT) problems.push('METRICS_PORT must not be PORT: metrics have a listener of their own');
  if (v.MAP_TILE_URL && !v.MAP_ATTRIBUTION)
    problems.push('MAP_ATTRIBUTION is needed with MAP_TILE_URL: map makers ask to be named');
  if (v.SECRET !== undefined && Buffer.byteLength(v.SECRET) < shortestSecret) {
    problems.push(`SECRET must have at least ${shortestSecret} bytes`);
  }
  return problems;
}

/** Settings that would be unsafe with real guests (R86). */
function productionProblems(v: Variables): string[] {
  const problems: string[] = [];
  if (v.SECRET === undefined) problems.push('SECRET is needed in production mode: openssl rand -base64 32');
  else if (knownSecrets.some((known) => known.test(v.SECRET!)))
    problems.push('SECRET is one that others know: openssl rand -base64 32');
  if (v.PUBLIC_URL === undefined) problems.push('PUBLIC_URL is needed in production mode');
  else if (!v.PUBLIC_URL.startsWith('https:')) problems.push('PUBLIC_URL must be https in production mode');
  if (v.SMS_DRIVER === 'console')
    problems.push('SMS_DRIVER=console prints codes instead of sending them; production mode needs http');
  if (v.SMS_HTTP_URL?.startsWith('http:'))
    problems.push('SMS_HTTP_URL must be https in production mode: it carries codes');
  if (v.PUSH_SERVICES.some((name) => name.startsWith('http:')))
    problems.push('PUSH_SERVICES must be https in production mode');
  problems.push(...unsafePayments(v));
  problems.push(...unsafeBuckets(v));
  if (v.SEED === 'demo') problems.push('SEED=demo makes accounts with known passwords; production mode refuses it');
  if (v.RATE_LIMITS === 'off') problems.push('RATE_LIMITS=off is for load tests; production mode refuses it');
  if (v.LOG_LEVEL === 'debug' || v.LOG_LEVEL === 'trace')
    problems.push(`LOG_LEVEL=${v.LOG_LEVEL} is refused in production mode`);
  if (isOpenToAll(resolve(v.DATA_DIR)))
    problems.push('DATA_DIR can be read by every user of this machine: chmod 711 or 700');
  return problems;
}

/**
 * Settings that show a development server to others (R86): development is the mode of a forgotten variable, and its demo
 * accounts, printed codes and generated secret are for one person at one machine.
 */
function developmentProblems(v: Variables): string[] {
  if (v.DEV_IN_PUBLIC !== undefined) return [];
  const inPublic = 'is for others than this machine: set ORDER_MANAGER_MODE=production, or DEV_IN_PUBLIC=yes-i-know';
  const problems: string[] = [];
  if (!isLoopback(v.HOST)) problems.push(`HOST ${inPublic}`);
  if (v.PUBLIC_URL !== undefined && (v.PUBLIC_URL.startsWith('https:') || !isLoopback(new URL(v.PUBLIC_URL).hostname)))
    problems.push(`PUBLIC_URL ${inPublic}`);
  if (v.TRUST_PROXY !== 0) problems.push(`TRUST_PROXY ${inPublic}`);
  return problems;
}

function isOpenToAll(folder: string): boolean {
  if (process.platform === 'win32') return false;
  const facts = statSync(folder, { throwIfNoEntry: false });
  return facts !== undefined && (facts.mode & 0o006) !== 0;
}

function proxyAddresses(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

function isAddressOrRange(text: string): boolean {
  const [ip = '', bits = '0', ...rest] = text.split('/');
  return isIP(ip) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128);
}
