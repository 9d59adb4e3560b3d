/**
 * The ways that lead from the archive to a server, step by step as they stand written, on machines that have nothing: the
 * Dockerfile without Docker, and the lines of docs/public-site.md without systemd and without Debian's servers.
 */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { canEnter, idsOf, installLibatomic, makeRoot, runIn } from './empty-root.ts';
import { freePort } from './machine.ts';

const root = join(import.meta.dirname, '..', '..');
const named = 'order-manager-0.0.0-linux-x64';
/** Most bytes of an output that a failed test prints. */
const lastBytes = 6_000;

let unpacked = '';
beforeAll(async () => {
  if (!canEnter) return;
  unpacked = await mkdtemp(join(tmpdir(), 'om-unpacked-'));
  execFileSync(process.execPath, [join(root, 'scripts', 'release.mjs'), `--folder=${unpacked}`]);
});
afterAll(async () => {
  if (unpacked !== '') await rm(unpacked, { recursive: true });
});

const settingsIn = (file: string) =>
  Object.fromEntries([...file.matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, name, value]) => [name!, value!]));

/** A server in a root. A failed test prints the end of its output. */
class Running {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;
  #output = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, 'close');
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') process.stderr.write(this.#output.slice(-lastBytes));
      await this.stop();
    });
  }

  /** @throws the server's own words when it has ended. */
  expectAlive(): void {
    expect(this.#child.exitCode, this.#output).toBeNull();
  }

  /** @returns the exit code and the signal. */
  stop(): Promise<unknown[]> {
    this.#child.kill('SIGTERM');
    return this.#ended;
  }
}

interface Step {
  word: string;
  rest: string;
}

async function readSteps(): Promise<Step[]> {
  const file = await readFile(join(root, 'deploy', 'Dockerfile'), 'utf8');
  const lines = file
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return { word, rest };
  });
}

test.skipIf(!canEnter)(
  'the steps of the Dockerfile make a server that is healthy, where a root can be entered',
  async () => {
    const folder = await makeRoot(unpacked, named);
    const port = await freePort();
    const here = (line: string) => line.replaceAll(':3000', `:${port}`);
    const shipped = await readFile(join(root, 'deploy', 'order-manager.env.example'), 'utf8');
    const environment: Record<string, string> = { ...settingsIn(shipped), PORT: String(port) };
    environment['SECRET'] = randomBytes(32).toString('base64');
    let ids = '0:0';
    let health: string[] = [];
    let command: string[] = [];

    const take: Record<string, (rest: string) => void> = {
      FROM: (rest) => expect(rest).toBe('debian:12-slim'),
      // The archive, unpacked.
      ADD: (rest) => expect(rest).toBe('dist/release/order-manager-*-linux-x64.tar.gz /opt/'),
      RUN: (rest) => {
        if (!rest.startsWith('apt-get')) return execFileSync('chroot', [folder, '/bin/sh', '-c', rest]);
        expect(rest).toMatch(/ install -y --no-install-recommends libatomic1 /);
        installLibatomic(folder);
      },
      USER: (rest) => {
        ids = idsOf(folder, rest);
        expect(ids).toMatch(/^10001:/);
      },
      ENV: (rest) => {
        for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g)) environment[name] = value;
      },
      VOLUME: () => undefined,
      EXPOSE: (rest) => expect(rest).toBe('3000'),
      STOPSIGNAL: (rest) => expect(rest).toBe('SIGTERM'),
      HEALTHCHECK: (rest) => (health = JSON.parse(here(rest.slice(rest.indexOf('[')))) as string[]),
      CMD: (rest) => (command = JSON.parse(rest) as string[]),
    };
    for (const { word, rest } of await readSteps()) take[word]!(rest);

    const server = new Running(runIn(folder, command, { ids, environment }));
    const isHealthy = async () => {
      server.expectAlive();
      const [code] = (await once(runIn(folder, health, { ids, environment }), 'close')) as [number];
      return code === 0;
    };
    await expect.poll(isHealthy, { timeout: 60_000, interval: 500 }).toBe(true);
    const page = await fetch(`http://127.0.0.1:${port}/login`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Order Manager')]);
    expect(await server.stop()).toEqual([0, null]);
  },
);

/** The lines of a step that an operator copies, whole where one goes on in the next. */
async function linesOf(step: number): Promise<string[]> {
  const page = await readFile(join(root, 'docs', 'public-site.md'), 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith(`${step}. `))!;
  const lines = section.replaceAll('\\\n', ' ').split('\n');
  return lines.filter((line) => /^ {4,}\S/.test(line)).map((line) => line.trim());
}

/** With a log to look at, the doctor waits up to ten seconds for its next piece. */
const isQuick = (line: string) => line !== 'order-manager-command doctor';

/** A machine whose operator copies lines. What systemd does with the unit is done here. */
class CopiedSite {
  readonly folder: string;
  readonly url: string;
  readonly #port: number;
  #server: Running | undefined;

  constructor(folder: string, port: number) {
    this.folder = folder;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @returns what all lines have printed. */
  async take(lines: readonly string[]): Promise<string> {
    let printed = '';
    for (const line of lines) {
      if (line.startsWith('systemctl ')) await this.#askSystemd(line);
      else if (line === 'apt-get install -y libatomic1') installLibatomic(this.folder);
      else if (line === 'apt-get install -y caddy ca-certificates') await mkdir(join(this.folder, 'etc', 'caddy'));
      else if (!/^(apt-get update|journalctl -u order-manager -n 20)$/.test(line)) printed += await this.#run(line);
    }
    return printed;
  }

  /** Changes the settings as an operator edits them. */
  edit(settings: Record<string, string>): Promise<string> {
    const lines = Object.entries(settings).map(([name, value]) => `sed -i -e '/^${name}=/d' -e '$a ${name}=${value}'`);
    return this.take(lines.map((line) => `${line} /etc/order-manager.env`));
  }

  stop(): Promise<unknown[]> | undefined {
    return this.#server?.stop();
  }

  async #run(line: string): Promise<string> {
    const shell = runIn(this.folder, ['/bin/sh', '-euc', `exec 2>&1\n${line}`]);
    shell.stdin!.end();
    const [printed, [code]] = await Promise.all([text(shell.stdout!), once(shell, 'close') as Promise<[number]>]);
    expect(code, `${line}\n${printed}`).toBe(0);
    return printed;
  }

  async #askSystemd(line: string): Promise<void> {
    if (line === 'systemctl restart caddy' || line === 'systemctl reload caddy')
      expect(await this.#run('sed -n 1p /etc/caddy/Caddyfile')).toContain('Caddy in front of Order Manager');
    else if (/^systemctl (enable --now|restart) order-manager$/.test(line)) await this.#start();
    else expect(line).toBe('systemctl daemon-reload');
  }

  async #start(): Promise<void> {
    await this.stop();
    const unit = await this.#run('sed -n p /etc/systemd/system/order-manager.service');
    const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!;
    const [user, [variable, folder]] = [valueOf('User'), valueOf('Environment').split('=') as [string, string]];
    await this.#run(`install -d -o ${user} -g ${user} -m ${valueOf('StateDirectoryMode')} ${folder}`);
    const settings = settingsIn(await this.#run(`sed -n p ${valueOf('EnvironmentFile')}`));
    const environment = { ...settings, [variable]: folder, PORT: String(this.#port) };
    const ids = idsOf(this.folder, user);
    this.#server = new Running(runIn(this.folder, [valueOf('ExecStart')], { ids, environment }));
  }

  /** An operator goes on at once; a request comes later. */
  async untilReady(): Promise<void> {
    const isReady = async () => {
      this.#server!.expectAlive();
      return (await fetch(`${this.url}/readyz`).catch(() => null))?.status;
    };
    await expect.poll(isReady, { timeout: 60_000, interval: 100 }).toBe(200);
  }
}

/** Archives are not packed for a test: theirs is in /opt already. */
const tar = `#!/bin/sh
case $1 in tzf) echo ${named}/ ;; xzf) ;; *) exit 1 ;; esac
`;

async function emptySite(): Promise<CopiedSite> {
  const site = new CopiedSite(await makeRoot(unpacked, named), await freePort());
  await writeFile(join(site.folder, 'usr', 'bin', 'tar'), tar, { mode: 0o755 });
  return site;
}

test.skipIf(!canEnter)(
  'the lines of docs/public-site.md make a server with an admin, and another of its sealed backup on a new machine',
  async () => {
    const site = await emptySite();
    await site.take([...(await linesOf(1)), ...(await linesOf(2))]);
    expect(await site.take(await linesOf(3))).not.toContain('BAD');
    await site.take(await linesOf(4));
    const [, email, password] = /(\S+@\S+) can log in now\.\nPassword: (\S+)/.exec(await site.take(await linesOf(5)))!;
    const codeOfSignIn = async (there: CopiedSite) => {
      await there.untilReady();
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ email, password });
      const answer = await fetch(`${there.url}/api/v1/auth/signin`, { method: 'POST', headers, body });
      return ((await answer.json()) as { code: string }).code;
    };
    expect(await codeOfSignIn(site)).toBe('auth.factor_required');

    const lines = await linesOf(6);
    const restart = lines.indexOf('systemctl restart order-manager');
    const [, recipient = ''] = /^BACKUP_RECIPIENT=(.*)$/m.exec(await site.take(lines.slice(0, restart)))!;
    await site.edit({ BACKUP_DIR: '/backups', BACKUP_RECIPIENT: recipient });
    await site.take(lines.slice(restart).filter(isQuick));
    await site.untilReady();
    // The end of a base; the log since is shipped when the server stops.
    const listBases = () => globSync('wal/*/*.json', { cwd: join(site.folder, 'backups') });
    await expect.poll(listBases, { timeout: 60_000, interval: 100 }).not.toEqual([]);
    await site.stop();

    const next = await emptySite();
    await next.take(await linesOf(1));
    for (const path of ['etc/order-manager.env', 'backup-key.txt'])
      await copyFile(join(site.folder, path), join(next.folder, path));
    await rename(join(site.folder, 'backups'), join(next.folder, 'backups'));
    expect(await next.take(await linesOf(7))).toContain('The secret of the backup is that of SECRET.');
    await next.take((await linesOf(3)).filter(isQuick));
    expect(await codeOfSignIn(next)).toBe('auth.factor_required');
  },
);
