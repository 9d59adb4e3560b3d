/** The archive on a machine that has nothing but it: no Node, no npm, no packages, and a folder that nobody may write. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeMachine } from './machine.ts';
import { beginService, endService } from './service.ts';

const root = join(import.meta.dirname, '..', '..');
const script = join(root, 'scripts', 'release.mjs');
/** An ordinary user; who is none already is not root. */
const user = process.getuid?.() === 0 ? 65_534 : undefined;
const largestBytes = 300_000_000;

/** Packed where somebody lets nobody else read, and where compose.yaml has its settings. */
async function unpack(): Promise<string> {
  const settings = join(root, 'deploy', 'of-a-test.env');
  await writeFile(settings, 'SECRET=of-this-machine\n');
  onTestFinished(() => rm(settings));
  const folder = await mkdtemp(join(tmpdir(), 'om-release-'));
  onTestFinished(async () => {
    execFileSync('chmod', ['-R', 'u+w', folder]);
    await rm(folder, { recursive: true });
  });
  execFileSync('sh', ['-c', 'umask 077; "$0" "$@"', process.execPath, script, `--folder=${folder}`]);
  execFileSync('chmod', ['-R', 'a-w', folder]);
  return folder;
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('the archive takes orders as an ordinary user, and says what is in it', async () => {
  const folder = await unpack();
  const program = join(folder, 'order-manager');
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  if (user !== undefined) {
    await chown(machine.dataDir, user, user);
    await chmod(machine.dataDir, 0o711);
  }
  const by = user === undefined ? { program } : { program, user };
  const { server } = await machine.startReady({ by });
  const page = await fetch(`${machine.url}/login`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Order Manager')]);
  const service = await beginService(machine, 2);
  await expect.poll(() => service.crowd.acknowledged.length).toBeGreaterThan(0);
  const { faults, orders } = await endService(service);
  expect(faults).toEqual([]);
  expect(orders).toBeGreaterThan(0);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const { status, stdout } = spawnSync(program, ['--help'], { env: {}, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('Usage: ./order-manager <command>')]);
  expect(await bytesIn(folder)).toBeLessThan(largestBytes);
  const deployed = await readdir(join(folder, 'deploy'));
  expect(deployed).toContain('order-manager.env.example');
  expect(deployed.filter((name) => name.endsWith('.env'))).toEqual([]);
  const { components } = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string }[];
  };
  const parts = components.map(({ name }) => name);
  expect(parts).toEqual(expect.arrayContaining(['fastify', 'pg', 'react', 'sharp']));
  expect(parts).not.toContain('vitest');
  expect(await readFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8')).toContain('fastify 5');
});
