/** Programs of the distribution beside the product: proxies, and a certificate authority. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function areInstalled(...programs: readonly string[]): boolean {
  return programs.every((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);
}

/** Runs it until the test ends. A failed test prints the end of its output. */
export function runProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${program}:\n${output.slice(-6_000)}\n`);
    const ended = once(child, 'close');
    if (child.kill()) await ended;
  });
  return child;
}

/** Writes servers of nginx into the folder, with all that a file of its own needs around them. Returns the arguments that run it. */
export async function writeNginxFile(folder: string, servers: string): Promise<string[]> {
  const stored = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const around = `daemon off; pid ${join(folder, 'pid')}; events {} http { access_log off; ${stored.join(' ')}`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, `${around}\n${servers}\n}`);
  return ['-e', 'stderr', '-c', file];
}
