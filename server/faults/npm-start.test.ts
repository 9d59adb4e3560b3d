/** `npm start` under a supervisor, which signals npm alone or its whole group: npm ends with the server, not before it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
/** Stands for the server: it takes its time to stop. */
const server = `
  process.on('SIGTERM', () => setTimeout(() => { console.log('stopped'); process.exit(0); }, 500));
  setInterval(() => undefined, 1_000);
  console.log('running');`;

test.each(['npm alone', 'the whole group'])(
  'a signal to %s stops the server, and npm ends after it with 0',
  async (receiver) => {
    const folder = await mkdtemp(join(tmpdir(), 'om-npm-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: scripts['start'] } }));
    await cp(join(root, 'exec.cmd'), join(folder, 'exec.cmd'));
    await writeFile(join(folder, 'server.mjs'), server);
    await mkdir(join(folder, 'scripts'));
    const run = pathToFileURL(join(root, 'scripts', 'run.mjs')).href;
    await writeFile(
      join(folder, 'scripts', 'start.mjs'),
      `import { run } from '${run}'; process.exit(await run('${join(folder, 'server.mjs')}', []));`,
    );
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    onTestFinished(() => {
      if (npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid!, 'SIGKILL');
    });
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 30_000 }).toContain('running');
    process.kill(receiver === 'npm alone' ? npm.pid! : -npm.pid!, 'SIGTERM');
    const [code, signal] = (await once(npm, 'exit')) as [number | null, string | null];
    expect([code, signal]).toEqual([0, null]);
    await expect.poll(() => output).toContain('stopped');
  },
);
