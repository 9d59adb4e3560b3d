import type { ClientConfig } from 'pg';
import type { Space } from './disk-watch.ts';

/** The connection and its user: a URL, or the socket of the embedded engine. */
export type Target = Pick<ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>;

/** An engine to connect to. */
export interface Engine {
  target: Target;
  status(): DatabaseState['status'];
  /** Whether the disk is too full for writes (R53). */
  isDiskLow(): boolean;
  /** The room on its disk; null where that is not watched. */
  space(): Space | null;
  stop(): Promise<void>;
}

/** An engine that others run and watch; `done` is called when it is no longer needed. */
export function foreignEngine(target: Target, done: () => Promise<void> = async () => undefined): Engine {
  return { target, status: () => 'ready', isDiskLow: () => false, space: () => null, stop: done };
}

export interface DatabaseState {
  engine: 'embedded' | 'external';
  /** `recovering`: the engine died and is being restarted; meanwhile work is refused with `DatabaseUnavailable`. */
  status: 'ready' | 'recovering' | 'closed';
  /** Reads continue, and writes are refused with `DatabaseUnavailable`. */
  isDiskLow: boolean;
  /** PostgreSQL's version, '18.4'. */
  version: string;
}

/** The role of every query: it owns nothing and row-level security binds it (R30). Created by the migrations. */
export const appRole = 'order_manager_app';
