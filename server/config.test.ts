import { mkdtempSync, readFileSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { limits } from '#contract/base/limits.ts';
import { ConfigError, readConfig, variables } from './config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'om-config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const production = {
  ORDER_MANAGER_MODE: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://orders.restaurant.test/',
  SECRET: 'xJ2mV9qLw4Tt7Zb1Rk8Ns3Yc6Pd0Fg5Hh2Jj',
  SMS_DRIVER: 'http',
  SMS_HTTP_URL: 'https://sms.gateway.test/send',
};

/** Made by age itself. */
const recipient = 'age1n7cu3sd0sf9a9ghhdujrmmuy4evwwc279eess75kvgl6t3mp3q6q4n6zx9';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig({ DATA_DIR: dataDir, ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('.env.example', () => {
  const example = new Map(
    readFileSync('.env.example', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

  test('names every variable and no other', () => {
    expect([...example.keys()].sort()).toEqual(Object.keys(variables.shape).sort());
  });

  test('states the defaults', () => {
    const made = { secret: expect.any(String) };
    expect(readConfig({ ...Object.fromEntries(example), DATA_DIR: dataDir })).toEqual({
      ...readConfig({ DATA_DIR: dataDir }),
      ...made,
    });
  });

  test('has a comment of one line above each variable', () => {
    const lines = readFileSync('.env.example', 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      if (/^[A-Z]/.test(line)) expect([line, lines[index - 1]]).toEqual([line, expect.stringMatching(/^# \S/)]);
    }
  });
});

test('an empty environment makes a development configuration', () => {
  expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
    mode: 'development',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    seed: 'demo',
    sms: { driver: 'console' },
    rateLimits: true,
  });
});

test('every problem is reported at once, without the values', () => {
  const problems = problemsOf({
    PORT: '70000',
    TRUST_PROXY: 'proxy.local',
    DATABASE_URL: 'mysql://me:hunter2@db',
    MAIL_FROM: 'Kitchen <nobody>',
    GEOCODER: 'bing',
  });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'TRUST_PROXY',
    'DATABASE_URL',
    'MAIL_FROM',
    'GEOCODER',
  ]);
  expect(problems.join()).not.toMatch(/hunter2|70000/);
});

test.each([
  ['3', 3],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('TRUST_PROXY %s', (text, value) => {
  expect(readConfig({ DATA_DIR: dataDir, TRUST_PROXY: text, DEV_IN_PUBLIC: 'yes-i-know' }).trustProxy).toEqual(value);
});

test.each(['orders@example.com', 'Kitchen <orders@example.com>', '"Kitchen, Marina" <orders@example.com>'])(
  'MAIL_FROM %s',
  (text) => {
    expect(readConfig({ DATA_DIR: dataDir, MAIL_FROM: text }).mail.from).toBe(text);
  },
);

test.each([
  ['SMS_HTTP_URL', { SMS_DRIVER: 'http' }],
  ['GOOGLE_MAPS_KEY', { GEOCODER: 'google' }],
  ['GEOCODER_URL', { GEOCODER: 'photon' }],
  ['MAP_ATTRIBUTION', { MAP_TILE_URL: 'https://tiles.test/{z}/{x}/{y}.png' }],
  ['SECRET', { SECRET: 'too short' }],
])('%s is required when another variable needs it', (name, environment: Record<string, string>) => {
  expect(problemsOf(environment)).toEqual([expect.stringMatching(`^${name} `)]);
});

test.each(['https://orders.test/shop', 'https://orders.test/#a', 'https://orders.test/?a=b'])(
  'PUBLIC_URL %s has more than the name of a host, below which nothing is served',
  (url) => {
    expect(problemsOf({ ...production, PUBLIC_URL: url })).toEqual(['PUBLIC_URL must have no path']);
  },
);

test.each(['https://orders.test', 'https://orders.test/?', 'https://Orders.test:443/'])(
  'PUBLIC_URL %s begins links as https://orders.test',
  (url) => {
    expect(readConfig({ ...production, PUBLIC_URL: url }).publicUrl).toBe('https://orders.test');
  },
);

test.each([
  ['of the right form without its checksum', `age1${'q'.repeat(58)}`],
  ['with a wrong letter', recipient.replace('n7cu', 'n7ca')],
  ['with two letters in the wrong order', recipient.replace('7c', 'c7')],
  ['with a letter that no key has', recipient.replace('7c', '7b')],
  ['cut short', recipient.slice(0, -1)],
])('a BACKUP_RECIPIENT %s is refused, and a right one taken', (_, mistyped) => {
  expect(problemsOf({ BACKUP_RECIPIENT: mistyped })).toEqual([
    'BACKUP_RECIPIENT must be what npm run cli -- backup:key prints: age1 and 58 letters and digits, which belong together',
  ]);
  expect(problemsOf({ BACKUP_RECIPIENT: recipient })).toEqual([]);
});

test('UPLOAD_MAX_MB lets everything in that the forms of Order Manager send', () => {
  expect(problemsOf({ UPLOAD_MAX_MB: '4' })).toEqual(['UPLOAD_MAX_MB must be from 5 to 50']);
  const { uploadMaxMb } = readConfig({ DATA_DIR: dataDir, UPLOAD_MAX_MB: '5' });
  expect(uploadMaxMb * 2 ** 20).toBe(Math.max(limits.imageBytes, limits.importBytes));
});

test.each(['SMS_HTTP_URL', 'CALL_HTTP_URL', 'CDN_PURGE_URL', 'GEOCODER_URL', 'STRIPE_API_URL'])(
  '%s has no user and no password, which nothing could be sent with and each failure would log',
  (name) => {
    for (const url of ['https://me:hunter2@gateway.test', 'https://me@gateway.test', 'https://:hunter2@gateway.test'])
      expect(problemsOf({ [name]: url })).toEqual([`${name} must be without user and password`]);
    expect(problemsOf({ [name]: 'https://gateway.test' })).toEqual([]);
  },
);

test('production mode tells the keys of restaurants nobody in the clear', () => {
  const problemsWith = (url: string) => problemsOf({ ...production, STRIPE_API_URL: url });
  expect(problemsWith('http://stripe.test')).toEqual([
    'STRIPE_API_URL must be https or this machine in production mode: it is told the keys of restaurants',
  ]);
  expect(problemsWith('https://stripe.test')).toEqual([]);
  expect(problemsWith('http://127.0.0.1:12111')).toEqual([]);
  expect(problemsOf({ STRIPE_API_URL: 'http://stripe.test' })).toEqual([]);
  expect(problemsOf({ STRIPE_API_URL: 'http://stripe.test/v1' })).toEqual(['STRIPE_API_URL must have no path']);
  expect(problemsOf({ STRIPE_API_URL: 'stripe' })).toEqual(['STRIPE_API_URL must be an http or https address']);
});

describe('a bucket for backups', () => {
  const bucket = {
    BACKUP_BUCKET: 'https://s3.test/backups/orders/',
    BACKUP_BUCKET_KEY_ID: 'AKID',
    BACKUP_BUCKET_SECRET: 'its word',
    BACKUP_RECIPIENT: recipient,
  };

  test('has an address, a region and a key', () => {
    expect(readConfig({ DATA_DIR: dataDir, ...bucket }).backupBucket).toEqual({
      url: 'https://s3.test/backups/orders',
      region: 'us-east-1',
      keyId: 'AKID',
      secret: 'its word',
    });
    expect(readConfig({ DATA_DIR: dataDir }).backupBucket).toBeUndefined();
  });

  test('gets sealed files alone, over https in production mode, and no secret in its address', () => {
    expect(problemsOf({ BACKUP_BUCKET: bucket.BACKUP_BUCKET })).toEqual([
      'BACKUP_BUCKET_KEY_ID and BACKUP_BUCKET_SECRET are needed with BACKUP_BUCKET',
      'BACKUP_RECIPIENT is needed with BACKUP_BUCKET: what leaves this machine is sealed',
    ]);
    expect(problemsOf({ ...production, ...bucket, BACKUP_BUCKET: 'http://s3.test/backups' })).toEqual([
      'BACKUP_BUCKET must be https in production mode',
    ]);
    for (const wrong of [
      'https://s3.test',
      'https://id:word@s3.test/backups',
      'https://s3.test/backups?key=word',
      's3://backups',
    ])
      expect(problemsOf({ ...bucket, BACKUP_BUCKET: wrong })).toEqual([
        'BACKUP_BUCKET must be an http or https address with the bucket in its path',
      ]);
  });
});

describe('a bucket for pictures', () => {
  const bucket = {
    PICTURE_BUCKET: 'https://s3.test/pictures/',
    PICTURE_BUCKET_REGION: 'auto',
    PICTURE_BUCKET_KEY_ID: 'AKID',
    PICTURE_BUCKET_SECRET: 'its word',
  };

  test('has an address, a region and a key of its own, and seals nothing', () => {
    expect(readConfig({ DATA_DIR: dataDir, ...bucket }).pictureBucket).toEqual({
      url: 'https://s3.test/pictures',
      region: 'auto',
      keyId: 'AKID',
      secret: 'its word',
    });
    expect(readConfig({ DATA_DIR: dataDir }).pictureBucket).toBeUndefined();
    expect(problemsOf({ PICTURE_BUCKET: bucket.PICTURE_BUCKET })).toEqual([
      'PICTURE_BUCKET_KEY_ID and PICTURE_BUCKET_SECRET are needed with PICTURE_BUCKET',
    ]);
  });

  test('is https in production mode, and another one than that of the backups', () => {
    expect(problemsOf({ ...production, ...bucket, PICTURE_BUCKET: 'http://s3.test/pictures' })).toEqual([
      'PICTURE_BUCKET must be https in production mode',
    ]);
    const backups = {
      BACKUP_BUCKET: 'https://s3.test/pictures',
      BACKUP_BUCKET_KEY_ID: 'AKID',
      BACKUP_BUCKET_SECRET: 'its word',
      BACKUP_RECIPIENT: recipient,
    };
    expect(problemsOf({ ...bucket, ...backups })).toEqual([
      'PICTURE_BUCKET must be another bucket than BACKUP_BUCKET, or another folder of it',
    ]);
    expect(problemsOf({ ...bucket, ...backups, BACKUP_BUCKET: 'https://s3.test/pictures/backups' })).toEqual([]);
  });
});

describe('development mode', () => {
  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.1.7'],
    ['HOST', 'shop.test'],
    ['PUBLIC_URL', 'https://shop.test'],
    ['PUBLIC_URL', 'https://localhost:3000'],
    ['PUBLIC_URL', 'http://shop.test'],
    ['PUBLIC_URL', 'http://192.168.1.7:3000'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/8'],
  ])('refuses %s=%s, unless somebody says that they know', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([
      `${name} is for others than this machine: set ORDER_MANAGER_MODE=production, or DEV_IN_PUBLIC=yes-i-know`,
    ]);
    expect(problemsOf({ [name]: value, DEV_IN_PUBLIC: 'yes-i-know' })).toEqual([]);
    expect(problemsOf({ [name]: value, DEV_IN_PUBLIC: 'yes' })).toEqual(['DEV_IN_PUBLIC must be one of: yes-i-know']);
  });

  test.each([
    ['HOST', '127.0.0.1'],
    ['HOST', '::1'],
    ['HOST', 'localhost'],
    ['PUBLIC_URL', 'http://localhost:8080'],
    ['PUBLIC_URL', 'http://127.0.0.1:8080'],
    ['PUBLIC_URL', 'http://[::1]:8080'],
    ['TRUST_PROXY', '0'],
  ])('takes %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([]);
  });
});

describe('production mode', () => {
  test('starts with sound settings, without the demo', () => {
    expect(readConfig(production)).toMatchObject({
      mode: 'production',
      seed: 'none',
      publicUrl: 'https://orders.restaurant.test',
    });
  });

  test.each([
    ['SECRET', ''],
    ['SECRET', 'short'],
    ['SECRET', 'change-me-change-me-change-me-change-me'],
    ['SECRET', 'a'.repeat(40)],
    ['SECRET', '0123456789abcdef0123456789abcdef'],
    ['PUBLIC_URL', ''],
    ['PUBLIC_URL', 'http://orders.restaurant.test'],
    ['SMS_DRIVER', 'console'],
    ['SMS_HTTP_URL', 'http://sms.gateway.test/send'],
    ['SEED', 'demo'],
    ['RATE_LIMITS', 'off'],
    ['LOG_LEVEL', 'debug'],
    ['LOG_LEVEL', 'trace'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ ...production, [name]: value })).toContainEqual(expect.stringContaining(name));
  });

  test('refuses a data folder that everybody can read', () => {
    chmodSync(dataDir, 0o755);
    // Windows has no permission bits.
    const problems = process.platform === 'win32' ? [] : [expect.stringMatching(/^DATA_DIR /)];
    expect(problemsOf(production)).toEqual(problems);
    chmodSync(dataDir, 0o711);
    expect(problemsOf(production)).toEqual([]);
  });
});
