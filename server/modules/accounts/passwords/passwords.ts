import { randomBytes } from 'node:crypto';
import { hash as argon2, parseOptions, verify } from '@node-rs/argon2';
import { Refusal } from '#server/http/answers/refusal.ts';

/** The cost of a hash: memory in KiB and passes over it; always argon2id on one lane with a salt of 16 bytes. */
interface PasswordCost {
  memoryKib: number;
  passes: number;
}

/** Three times OWASP's minimum of memory (R1), 42 ms of one core. */
export const passwordCost: PasswordCost = { memoryKib: 65_536, passes: 3 };

export interface Passwords {
  /** The PHC string to store. The password counts to its last code unit: nothing is trimmed, cut or normalised (R2). */
  hash(password: string, isTrusted?: boolean): Promise<string>;
  /**
   * Whether the password matches the hash. `null`, an account that does not exist, takes as long and answers false
   * (R3). `isTrusted` goes ahead of the others, so that an owner gets in while strangers guess (R4).
   */
  verify(hash: string | null, password: string, isTrusted?: boolean): Promise<boolean>;
  /** Whether the hash cost less than the present parameters, or is of another kind. */
  isOutdated(hash: string): boolean;
}

const mostInFlight = 2;
const mostWaiting = 20;

/**
 * Hashes off the main thread, two at a time, because each takes 64 MiB and a core. Twenty strangers and twenty trusted
 * callers may wait; the next is refused with `server.unavailable`.
 */
export function createPasswords(cost: PasswordCost = passwordCost): Passwords {
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 };
  const nobodysHash = makeDecoyHash(cost);
  const trusted: (() => void)[] = [];
  const others: (() => void)[] = [];
  let inFlight = 0;

  async function inTurn<T>(work: () => Promise<T>, isTrusted: boolean): Promise<T> {
    if (inFlight < mostInFlight) inFlight++;
    else await createQueue(isTrusted ? trusted : others);
    try {
      return await work();
    } finally {
      const next = trusted.shift() ?? others.shift();
      if (next) next();
      else inFlight--;
    }
  }

  return {
    hash: (password, isTrusted = false) => inTurn(() => argon2(password, options), isTrusted),
    verify: async (hash, password, isTrusted = false) => {
      const isRight = await inTurn(() => verify(hash ?? nobodysHash, password), isTrusted);
      return isRight && hash !== null;
    },
    isOutdated(hash) {
      const had = parseOptions(hash);
      return (
        !hash.startsWith('$argon2id$') ||
        had.memoryCost < options.memoryCost ||
        had.timeCost < options.timeCost ||
        had.saltLen < 16
      );
    },
  };
}

function createQueue(queue: (() => void)[]): Promise<void> {
  if (queue.length >= mostWaiting) throw new Refusal('server.unavailable', { seconds: 2 });
  return new Promise((resolve) => queue.push(resolve));
}

/** A hash that matches no known password and costs as much to check as a stored one. */
function makeDecoyHash({ memoryKib, passes }: PasswordCost): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${part(16)}$${part(32)}`;
}
