import { availableParallelism, loadavg } from 'node:os';

/**
 * The present slowdown of the machine: its tasks per core. Times that tests expect are for an idle machine, and tests
 * run beside others.
 */
export function slowness(): number {
  return Math.max(1, loadavg()[0]! / availableParallelism());
}
