/** The folders and settings that a server of the tests starts on. */
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Named and opened like the folders of the server's tests, so that their next run removes one left by a killed run. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `om-test-${process.pid}-`));
  // A database started by root runs as another user, who needs access.
  chmodSync(folder, 0o711);
  return folder;
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}
