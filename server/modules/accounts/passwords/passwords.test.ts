import { performance } from 'node:perf_hooks';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slowness } from '#server/test/servers/slowness.ts';
import { createPasswords, passwordCost } from './passwords.ts';

const cheap = { memoryKib: 256, passes: 1 };

test('a password is hashed with argon2id, 64 MiB, three passes, one lane and a salt of its own', async () => {
  const passwords = createPasswords();
  const [one, other] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await passwords.verify(one, 'correct horse')).toBe(true);
  expect(await passwords.verify(one, 'correct horsf')).toBe(false);
  expect(passwords.isOutdated(one)).toBe(false);
  expect(passwordCost.memoryKib).toBeGreaterThanOrEqual(19_456);
});

test('500 passwords of any characters verify to the last character, also beyond byte 72', async () => {
  const passwords = createPasswords({ memoryKib: 8, passes: 1 });
  const password = fc.string({ unit: 'binary', minLength: 8, maxLength: 128 });
  await fc.assert(
    fc.asyncProperty(password, fc.nat(), async (right, at) => {
      const hash = await passwords.hash(right);
      const points = Array.from(right);
      const place = at % points.length;
      const wrong = points.with(place, points[place] === 'x' ? 'y' : 'x').join('');
      expect(await passwords.verify(hash, right)).toBe(true);
      expect(await passwords.verify(hash, wrong)).toBe(false);
      expect(await passwords.verify(hash, points.slice(0, -1).join(''))).toBe(false);
      expect(await passwords.verify(hash, ` ${right}`)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('a hash is outdated when the parameters have risen, not when they have sunk', async () => {
  const before = await createPasswords(cheap).hash('correct horse');
  expect(createPasswords({ memoryKib: 512, passes: 1 }).isOutdated(before)).toBe(true);
  expect(createPasswords({ memoryKib: 256, passes: 2 }).isOutdated(before)).toBe(true);
  expect(createPasswords({ memoryKib: 128, passes: 1 }).isOutdated(before)).toBe(false);
  expect(createPasswords(cheap).isOutdated(before.replace('argon2id', 'argon2i'))).toBe(true);
});

describe('under load', () => {
  test('two hashes run, twenty wait, and the rest is refused at once', async () => {
    const passwords = createPasswords(cheap);
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => passwords.verify(null, 'guess')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(8);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'server.unavailable', details: { seconds: 2 } });
    expect(await passwords.verify(null, 'guess')).toBe(false);
  });

  test('trusted callers go ahead of strangers and have room when strangers have none', async () => {
    const passwords = createPasswords(cheap);
    const hash = await passwords.hash('correct horse');
    const finished: string[] = [];
    const strangers = Array.from({ length: 22 }, () =>
      passwords.verify(null, 'guess').then(() => finished.push('stranger')),
    );
    const owner = passwords.verify(hash, 'correct horse', true).then((isRight) => finished.push(`owner ${isRight}`));
    await Promise.all([...strangers, owner]);
    expect(finished.indexOf('owner true')).toBeLessThanOrEqual(3);
  });

  test('hashing leaves the main thread free', async () => {
    const passwords = createPasswords();
    const started = performance.now();
    let beats = 0;
    const timer = setInterval(() => beats++, 2);
    await Promise.all(Array.from({ length: 4 }, () => passwords.verify(null, 'guess')));
    clearInterval(timer);
    expect(beats).toBeGreaterThan((performance.now() - started) / (40 * slowness()));
  });
});
