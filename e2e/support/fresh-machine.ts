/** What a server of the tests starts on. */
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Named and opened as the folders of the server's tests, so that their next run clears away after one that was killed. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `om-test-${process.pid}-`));
  // The database runs as another user where this is root, and has to get in.
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
