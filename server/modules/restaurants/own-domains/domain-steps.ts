import type { DomainProblem, DomainState } from '#contract/base/enumerations.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';

/** An own domain between two looks at it. */
export interface DomainStanding {
  state: DomainState;
  problem: DomainProblem | null;
  failures: number;
}

const ofRecords: ReadonlySet<DomainProblem> = new Set([
  'no_answer',
  'not_found',
  'proof_missing',
  'elsewhere',
  'ipv6_elsewhere',
  'taken',
]);

/** Whether the records are in place, as far as is known: then a certificate is asked for. */
export function hasRecords({ state, problem }: Pick<DomainStanding, 'state' | 'problem'>): boolean {
  return state === 'seen' || state === 'ready' || (state === 'failing' && problem !== null && !ofRecords.has(problem));
}

/** Looks in a row that find a problem until links lead to the platform's address again. */
const mostFailures = 3;
/** The same where name servers do not answer at all, which may be our own: all sites would move for a minute's outage. */
const mostSilences = 30;

/** The standing after a look: `found` is a problem, 'seen' when the records are there, or 'ready' when the site is. */
export function standingAfter(before: DomainStanding, found: DomainProblem | 'seen' | 'ready'): DomainStanding {
  if (found === 'ready') return { state: 'ready', problem: null, failures: 0 };
  if (found === 'seen') return hasRecords(before) ? before : { state: 'seen', problem: null, failures: 0 };
  const failures = before.failures + 1;
  const { state } = before;
  if (state === 'waiting') return { state, problem: found, failures };
  // A domain that was never served goes back to the beginning, unless nobody answered.
  if (state === 'seen' && ofRecords.has(found) && found !== 'no_answer')
    return { state: 'waiting', problem: found, failures };
  const most = state === 'ready' && found === 'no_answer' ? mostSilences : mostFailures;
  return { state: failures >= most ? 'failing' : state, problem: found, failures };
}

const soonMs = MINUTE / 3;

/**
 * Milliseconds until the next look. A restaurant that sets its records waits at the screen, and one whose domain has failed
 * mends it soon or hardly ever.
 */
export function untilNextLook({ state, failures }: DomainStanding, sinceClaim: number): number {
  if (state === 'ready') return failures === 0 ? 10 * MINUTE : MINUTE;
  if (state === 'failing') return failures < 60 ? MINUTE : 15 * MINUTE;
  if (state === 'waiting' || failures > mostFailures)
    return sinceClaim < 60 * MINUTE ? soonMs : sinceClaim < 2 * DAY ? 5 * MINUTE : 60 * MINUTE;
  return soonMs;
}
