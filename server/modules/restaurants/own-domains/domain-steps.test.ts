import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/base/time.ts';
import { type DomainStanding, hasRecords, standingAfter, untilNextLook } from './domain-steps.ts';

const waiting: DomainStanding = { state: 'waiting', problem: null, failures: 0 };
type Found = Parameters<typeof standingAfter>[1];
const after = (...found: Found[]) => found.reduce(standingAfter, waiting);

test('a domain waits for its records, then for its certificate, and is ready', () => {
  expect(after('not_found', 'proof_missing')).toMatchObject({ state: 'waiting', problem: 'proof_missing' });
  expect(after('not_found', 'seen')).toEqual({ state: 'seen', problem: null, failures: 0 });
  expect(after('seen', 'certificate')).toMatchObject({ state: 'seen', problem: 'certificate' });
  expect(after('seen', 'certificate', 'seen', 'ready')).toEqual({ state: 'ready', problem: null, failures: 0 });
});

test('a served domain fails after three looks in a row that find a problem, and not before', () => {
  expect(after('seen', 'ready', 'no_answer', 'elsewhere')).toMatchObject({ state: 'ready', problem: 'elsewhere' });
  expect(after('seen', 'ready', 'no_answer', 'elsewhere', 'seen', 'ready')).toMatchObject({
    state: 'ready',
    failures: 0,
  });
  expect(after('seen', 'ready', 'elsewhere', 'elsewhere', 'not_found')).toMatchObject({
    state: 'failing',
    problem: 'not_found',
  });
});

test('a served domain whose name servers are silent fails after thirty looks only', () => {
  const silent = (looks: number) =>
    after('seen', 'ready', ...Array.from({ length: looks }, () => 'no_answer' as const));
  expect(silent(29)).toEqual({ state: 'ready', problem: 'no_answer', failures: 29 });
  expect(silent(30).state).toBe('failing');
});

test('a certificate is asked for while the records are there, also where it has failed', () => {
  const failing = after('seen', 'certificate', 'certificate', 'certificate');
  expect([failing.state, hasRecords(failing)]).toEqual(['failing', true]);
  expect(hasRecords(after('seen', 'ready', 'elsewhere', 'elsewhere', 'elsewhere'))).toBe(false);
  expect(hasRecords(after('seen', 'not_found'))).toBe(false);
  // Name servers that do not answer for a moment take nothing away.
  expect(hasRecords(after('seen', 'no_answer'))).toBe(true);
  expect(hasRecords(waiting)).toBe(false);
});

test('a domain that came back begins with its certificate again', () => {
  const gone = after('seen', 'ready', 'elsewhere', 'elsewhere', 'elsewhere');
  expect(standingAfter(gone, 'seen')).toEqual({ state: 'seen', problem: null, failures: 0 });
});

test('looks are close together while somebody waits at the screen, and rare in the end', () => {
  expect(untilNextLook(waiting, MINUTE)).toBe(20_000);
  expect(untilNextLook(waiting, DAY)).toBe(5 * MINUTE);
  expect(untilNextLook(waiting, 30 * DAY)).toBe(60 * MINUTE);
  expect(untilNextLook(after('seen', 'ready'), DAY)).toBe(10 * MINUTE);
  expect(untilNextLook(after('seen', 'ready', 'unreachable'), DAY)).toBe(MINUTE);
  // Also a domain that was claimed long ago.
  const failing = after('seen', 'ready', 'elsewhere', 'elsewhere', 'elsewhere');
  expect(untilNextLook(failing, 400 * DAY)).toBe(MINUTE);
  expect(untilNextLook({ ...failing, failures: 60 }, 400 * DAY)).toBe(15 * MINUTE);
});
