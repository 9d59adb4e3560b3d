import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';

const onWindows = process.platform === 'win32';

/** The arguments of `postgres` for the cluster in `data`, with all settings. Windows has no socket: there it listens on a free port of the loopback address. */
export async function startArguments(data: string, socketFolder: string): Promise<string[]> {
  const settings: Record<string, string> = {
    ...(onWindows
      ? { listen_addresses: '127.0.0.1', port: String(await freePort()) }
      : { listen_addresses: '', unix_socket_directories: socketFolder, unix_socket_permissions: '0700' }),
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: '60',
    // The system's cache of files holds the rest: a search among a million orders takes 52 ms with the default of 128 MB and 55 with 48, and with 32 the same.
    shared_buffers: '32MB',
    // The default of 128 MB of shared buffers; PostgreSQL would derive less from 32 MB.
    wal_buffers: '4MB',
    // One system call instead of one per file before crash recovery.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    jit: 'off',
    // A plan from before a new table had rows reads all of a restaurant's orders for each new one: statistics come soon.
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log that backups have not fetched yet gives way to the orders.
    max_slot_wal_keep_size: '4GB',
    // Only the engine's own problems: errors of queries would contain guests' input (R84).
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...((await sharedMemoryIsSmall()) ? { dynamic_shared_memory_type: 'mmap' } : {}),
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function sharedMemoryIsSmall(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const facts = await statfs('/dev/shm').catch(() => undefined);
  return facts === undefined || facts.blocks * facts.bsize < 128 * 2 ** 20;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('No free port')),
      );
    });
  });
}
