import type { ClientConfig } from 'pg';

/** Where to connect, and as whom: a URL, or the socket of the embedded engine. */
export type Target = Pick<ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>;

/** An engine to connect to: the embedded one, or somebody else's, which is `ready` as long as nobody says otherwise. */
export interface Engine {
  target: Target;
  status(): DatabaseState['status'];
  stop(): Promise<void>;
}

export interface DatabaseState {
  engine: 'embedded' | 'external';
  /** `recovering`: the engine died and is being started again; work is refused with `DatabaseUnavailable` meanwhile. */
  status: 'ready' | 'recovering' | 'closed';
  /** As PostgreSQL names itself, '18.4'. */
  version: string;
}

/** The role every query runs in: it owns nothing and row-level security binds it (R30). Made by the migrations. */
export const appRole = 'order_manager_app';
