/**
 * Two PostgreSQL under Patroni, the etcd that they elect a leader with, and HAProxy before them, on this machine's own ports and with
 * the settings of deploy/failover.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ask } from '../ask.ts';
import { freePort, processesIn } from '../machine.ts';

const settingsFolder = join(import.meta.dirname, '..', '..', '..', 'deploy', 'failover');
const database = 'order_manager';
const password = 'of-the-drill-alone';

/** Debian's packages by the program that is needed of each. */
const neededPackages = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
};

export function missingPackages(): string[] {
  return Object.entries(neededPackages).flatMap(([program, name]) => (existsSync(program) ? [] : [name]));
}

/** One of the two machines: Patroni and its PostgreSQL. */
interface Member {
  name: 'one' | 'two';
  databasePort: number;
  patroniPort: number;
  dataDir: string;
}

interface MemberState {
  name: string;
  role: string;
  state: string;
}

const pollMs = 50;
/** Most milliseconds for a cluster to be made, and for a member that was killed to follow again. */
const wholeWithinMs = 240_000;
const promotedWithinMs = 120_000;

export class Cluster {
  readonly folder: string;
  readonly members: readonly [Member, Member];
  readonly #ports: { etcd: number; etcdPeer: number; haproxy: number };
  readonly #user: number;
  readonly #running = new Map<string, ChildProcess>();

  constructor(folder: string, members: Cluster['members'], ports: { etcd: number; etcdPeer: number; haproxy: number }) {
    this.folder = folder;
    this.members = members;
    this.#ports = ports;
    // PostgreSQL refuses to run as root.
    this.#user = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
  }

  /** For `DATABASE_URL`: always the primary. */
  get url(): string {
    return `postgresql://${database}:${password}@127.0.0.1:${this.#ports.haproxy}/${database}`;
  }

  async start(): Promise<void> {
    const { etcd, etcdPeer } = this.#ports;
    await chown(this.folder, this.#user, this.#user);
    const [clients, peers] = [etcd, etcdPeer].map((port) => `http://127.0.0.1:${port}`);
    this.#run('etcd', '/usr/bin/etcd', [
      '--name=drill',
      `--data-dir=${join(this.folder, 'etcd')}`,
      '--log-level=error',
      `--listen-client-urls=${clients}`,
      `--advertise-client-urls=${clients}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=drill=${peers}`,
    ]);
    for (const member of this.members) {
      await mkdir(this.#folderOf(member));
      await chown(this.#folderOf(member), this.#user, this.#user);
      await writeFile(this.#settingsOf(member), await this.#patroniSettings(member));
      this.revive(member);
    }
    await this.untilWhole();
    await this.#makeDatabase();
    const proxySettings = join(this.folder, 'haproxy.cfg');
    await writeFile(proxySettings, await this.#proxySettings());
    this.#run('haproxy', '/usr/sbin/haproxy', ['-db', '-f', proxySettings]);
  }

  /** The member that Patroni says is the primary, and the other one. */
  async roles(): Promise<{ leader: Member; standby: Member }> {
    for (;;) {
      for (const [n, member] of this.members.entries()) {
        const answer = await ask(`${patroniOf(member)}/primary`).catch(() => null);
        if (answer?.status === 200) return { leader: member, standby: this.members[1 - n]! };
      }
      await sleep(pollMs);
    }
  }

  /** Kills Patroni and all processes of its PostgreSQL at once, as the machine's end does. */
  kill(member: Member): void {
    this.#running.get(member.name)?.kill('SIGKILL');
    for (;;) {
      const pids = processesIn(member.dataDir);
      if (pids.length === 0) return;
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It ended with the one before.
        }
      }
    }
  }

  revive(member: Member): void {
    this.#run(member.name, '/usr/bin/patroni', [this.#settingsOf(member)]);
  }

  /** Waits until PostgreSQL takes writes there. @returns when that was, of the monotonic clock. */
  async untilPromoted(member: Member): Promise<number> {
    const client = new Client(superuser(member, 'postgres'));
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (const until = performance.now() + promotedWithinMs; performance.now() < until; await sleep(pollMs)) {
        const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
        if (!rows[0]!.isStandby) return performance.now();
      }
    } finally {
      await client.end();
    }
    throw new Error(`The standby was not promoted within ${promotedWithinMs / 1_000} s; see ${this.folder}`);
  }

  /** Waits until one member leads and the other one has every commit before it is acknowledged. */
  async untilWhole(): Promise<void> {
    for (const until = performance.now() + wholeWithinMs; performance.now() < until; await sleep(pollMs)) {
      const roles = (await this.#states()).filter(({ state }) => state !== 'stopped').map(({ role }) => role);
      if (roles.toSorted().join() === 'leader,sync_standby') return;
    }
    throw new Error(`The two did not become a cluster within ${wholeWithinMs / 1_000} s; see ${this.folder}`);
  }

  /** Ends everything, and removes the folder unless somebody will look for a fault there. */
  async stop({ keepsFolder = false } = {}): Promise<void> {
    for (const child of this.#running.values()) child.kill('SIGKILL');
    for (const member of this.members) this.kill(member);
    if (!keepsFolder) await rm(this.folder, { recursive: true, force: true });
  }

  async #states(): Promise<MemberState[]> {
    for (const member of this.members) {
      const answer = await ask(`${patroniOf(member)}/cluster`).catch(() => null);
      if (answer?.status === 200) return (JSON.parse(answer.body) as { members: MemberState[] }).members;
    }
    return [];
  }

  /** The output is kept in the folder, for whoever looks for a fault. */
  #run(name: string, program: string, args: string[]): void {
    const output = openSync(join(this.folder, `${name}.log`), 'a');
    const child = spawn(program, args, {
      cwd: this.folder,
      uid: this.#user,
      gid: this.#user,
      stdio: ['ignore', output, output],
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: this.folder },
    });
    this.#running.set(name, child);
  }

  async #makeDatabase(): Promise<void> {
    const { leader } = await this.roles();
    const client = new Client(superuser(leader, 'postgres'));
    await client.connect();
    await client.query(`create role ${database} login createrole password '${password}'`);
    await client.query(`create database ${database} owner ${database}`);
    await client.end();
  }

  #folderOf({ name }: Member): string {
    return join(this.folder, name);
  }

  #settingsOf(member: Member): string {
    return join(this.#folderOf(member), 'patroni.yml');
  }

  #patroniSettings(member: Member): Promise<string> {
    return readSettings('patroni.yml', {
      'name: one': `name: ${member.name}`,
      '10.0.0.1:8008': `127.0.0.1:${member.patroniPort}`,
      '10.0.0.1:5432': `127.0.0.1:${member.databasePort}`,
      '10.0.0.3:2379': `127.0.0.1:${this.#ports.etcd}`,
      '10.0.0.0/24': '127.0.0.1/32',
      '/var/lib/postgresql/15/order-manager': member.dataDir,
      '/var/lib/postgresql/patroni.pgpass': join(this.#folderOf(member), 'pgpass'),
      '/var/run/postgresql': this.#folderOf(member),
      'change-me-superuser': password,
    });
  }

  #proxySettings(): Promise<string> {
    const [one, two] = this.members;
    return readSettings('haproxy.cfg', {
      'bind 127.0.0.1:5000': `bind 127.0.0.1:${this.#ports.haproxy}`,
      '10.0.0.1:5432 check port 8008': `127.0.0.1:${one.databasePort} check port ${one.patroniPort}`,
      '10.0.0.2:5432 check port 8008': `127.0.0.1:${two.databasePort} check port ${two.patroniPort}`,
    });
  }
}

/** An empty database with a synchronous standby, which takes about half a minute. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'om-failover-'));
  const makeMember = async (name: Member['name']): Promise<Member> => ({
    name,
    databasePort: await freePort(),
    patroniPort: await freePort(),
    dataDir: join(folder, name, 'data'),
  });
  const members = [await makeMember('one'), await makeMember('two')] as const;
  const ports = { etcd: await freePort(), etcdPeer: await freePort(), haproxy: await freePort() };
  const cluster = new Cluster(folder, members, ports);
  try {
    await cluster.start();
  } catch (error) {
    await cluster.stop({ keepsFolder: true });
    throw error;
  }
  return cluster;
}

/** A file of deploy/failover with other addresses, folders and passwords. */
async function readSettings(file: string, others: Record<string, string>): Promise<string> {
  const text = await readFile(join(settingsFolder, file), 'utf8');
  return Object.entries(others).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/failover/${file} does not have ${from} any more`);
    return changed.replaceAll(from, to);
  }, text);
}

function patroniOf({ patroniPort }: Member): string {
  return `http://127.0.0.1:${patroniPort}`;
}

function superuser({ databasePort }: Member, name: string) {
  return { host: '127.0.0.1', port: databasePort, user: 'postgres', password, database: name };
}
