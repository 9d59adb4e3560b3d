import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, WrongUsage } from './cli/command.ts';
import { ConfigError } from './config.ts';

// A command loads most of the server.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'compiled'));

/** Every command with its description and its file. */
const commands: Record<string, { what: string; load: () => Promise<{ command: Command }> }> = {
  migrate: { what: 'brings the database up to date', load: () => import('./cli/migrate.ts') },
  seed: { what: 'fills an empty database with the demo', load: () => import('./cli/seed.ts') },
  'menu:import': { what: 'writes a menu from a file into a restaurant', load: () => import('./cli/menu-import.ts') },
  'menu:export': { what: 'writes a menu of a restaurant into a file', load: () => import('./cli/menu-export.ts') },
  'archive:read': {
    what: 'makes a new restaurant of the archive that an owner has exported',
    load: () => import('./cli/archive-read.ts'),
  },
  'admin:create': { what: 'makes a platform admin', load: () => import('./cli/admin-create.ts') },
  'admin:token': {
    what: 'prints the one-time token with which an admin sets a second factor up',
    load: () => import('./cli/admin-token.ts'),
  },
  'demo:disable': {
    what: 'disables the accounts of the demo, before guests come',
    load: () => import('./cli/demo-disable.ts'),
  },
  'factor:reset': {
    what: 'takes a lost second factor off an account',
    load: () => import('./cli/factor-reset.ts'),
  },
  'secret:replace': {
    what: 'binds the database to another secret, and says what becomes void',
    load: () => import('./cli/secret-replace.ts'),
  },
  'clock:accept': {
    what: 'accepts a clock that is right and was ahead earlier',
    load: () => import('./cli/clock-accept.ts'),
  },
  'pictures:move': {
    what: 'moves pictures from the database into their bucket, or back',
    load: () => import('./cli/pictures-move.ts'),
  },
  'pictures:check': {
    what: 'looks for files of the bucket of the pictures that the database does not know',
    load: () => import('./cli/pictures-check.ts'),
  },
  'reports:sum-again': {
    what: 'removes sums of the reports that are wrong, to be made anew',
    load: () => import('./cli/reports-sum-again.ts'),
  },
  backup: {
    what: 'writes the whole database into one file, while the server runs',
    load: () => import('./cli/backup.ts'),
  },
  'backup:verify': {
    what: 'reads a backup back, and says whether it is whole',
    load: () => import('./cli/backup-verify.ts'),
  },
  'backup:drill': {
    what: 'restores the newest backup into an empty folder, and examines it',
    load: () => import('./cli/backup-drill.ts'),
  },
  'backup:key': { what: 'makes a key that backups are sealed for', load: () => import('./cli/backup-key.ts') },
  restore: { what: 'puts a backup into an empty database', load: () => import('./cli/restore.ts') },
  doctor: { what: 'examines the installation and says what is wrong', load: () => import('./cli/doctor.ts') },
};

const width = Math.max(...Object.keys(commands).map((name) => name.length));
const overview = `Usage: npm run cli -- <command> [arguments]

${Object.entries(commands)
  .map(([name, { what }]) => `  ${name.padEnd(width)}  ${what}`)
  .join('\n')}

npm run cli -- <command> --help tells more. The configuration is that of the server: environment variables, see .env.example.`;

process.exitCode = await main(process.argv.slice(2));

/** Exit code: 0 done, 1 failed, 2 wrong usage or configuration. */
async function main([name, ...rest]: string[]): Promise<number> {
  if (name === undefined || name === '--help') {
    console.log(overview);
    return name === undefined ? 2 : 0;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    console.error(`There is no command ${name}.\n\n${overview}`);
    return 2;
  }
  const { command } = await entry.load();
  const usage = `Usage: npm run cli -- ${name} ${command.usage}`.trimEnd();
  try {
    const given = parse(command, rest);
    if (given.options['help']) console.log(`${usage}\n\n${command.help}`);
    else await command.run(given);
    return 0;
  } catch (error) {
    if (error instanceof WrongUsage) console.error(`${error.message}\n${usage}`);
    else console.error(wordsOf(error));
    return error instanceof WrongUsage || error instanceof ConfigError ? 2 : 1;
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  // A path that is not whole was looked for from a folder that the caller may not think of.
  if (path === undefined || syscall?.startsWith('spawn')) return error.message;
  if (code === 'ENOENT') return `There is no ${resolve(path)}.`;
  return code === 'EACCES' ? `This user may not open ${resolve(path)}.` : error.message;
}

function parse(command: Command, args: string[]) {
  try {
    const options = { ...command.options, help: { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    return { args: positionals, options: { ...values } };
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : 'Wrong arguments', { cause: error });
  }
}
