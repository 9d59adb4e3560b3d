import type { ClientConfig } from 'pg';

/** Where to connect, and as whom: a URL, or the socket of the embedded engine. */
export type Target = Pick<ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>;

/** An engine to connect to. */
export interface Engine {
  target: Target;
  status(): DatabaseState['status'];
  /** Whether its disk is so full that nothing more should be written (R53). */
  isDiskLow(): boolean;
  stop(): Promise<void>;
}

/** An engine that others run and watch; `done` is told when it is needed no longer. */
export function foreignEngine(target: Target, done: () => Promise<void> = async () => undefined): Engine {
  return { target, status: () => 'ready', isDiskLow: () => false, stop: done };
}

export interface DatabaseState {
  engine: 'embedded' | 'external';
  /** `recovering`: the engine died and is being started again; work is refused with `DatabaseUnavailable` meanwhile. */
  status: 'ready' | 'recovering' | 'closed';
  /** True: reading goes on, and whatever would write is refused with `DatabaseUnavailable`. */
  isDiskLow: boolean;
  /** As PostgreSQL names itself, '18.4'. */
  version: string;
}

/** The role every query runs in: it owns nothing and row-level security binds it (R30). Made by the migrations. */
export const appRole = 'order_manager_app';
