// npm test: installs missing packages, runs every stage and prints a summary. Nothing is skipped: a stage that cannot
// run fails.
//   --only=types,lint,...   these stages only
//   --long                  nine tests of the stage `server` only, many times as long as there
//   --external              the server's tests against the PostgreSQL of TEST_DATABASE_URL
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { argv, env, exit } from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { bootstrap, root } from './bootstrap.mjs';
import { productNode } from './run.mjs';

const reports = join(root, '.cache', 'test-reports');
/** Code that Node has compiled, for the many processes that load the same files. */
const compiled = join(root, '.cache', 'compiled');
const bin = (...path) => join('node_modules', ...path);
const vitest = (project) => ({
  args: [
    bin('vitest', 'vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    `--reporter=${join('.', 'scripts', 'vitest-report.ts')}`,
  ],
  reportVariable: 'VITEST_REPORT_FILE',
  read: readVitest,
});

/** In order of execution: quick stages first, journeys through the built apps last. The server's tests start the built server. */
const stages = {
  types: { args: [bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', '.'] },
  lint: { args: [bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'] },
  format: { args: [bin('oxfmt', 'bin', 'oxfmt'), '--check', '.'] },
  build: { args: [join('scripts', 'build.mjs'), '--quiet'] },
  size: { args: [join('scripts', 'size.mjs')] },
  unit: vitest('unit'),
  server: vitest('server'),
  e2e: {
    args: [bin('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'],
    reportVariable: 'PLAYWRIGHT_JSON_OUTPUT_FILE',
    read: readPlaywright,
  },
};

/** Not part of a run of all stages. These variables, and FUZZ_SEED, may say otherwise. */
const long = vitest('server');
long.args.push(
  join('server', 'walls', 'fuzz.test.ts'),
  ...[
    'two-servers',
    'herd',
    'killed-outbox',
    'killed-server',
    'killed-database',
    'killed-payments',
    'lost-machine',
  ].map((name) => join('server', 'faults', `${name}.test.ts`)),
  join('server', 'modules', 'ordering', 'place', 'rush.test.ts'),
);
long.env = {
  FUZZ_CALLS: '100000',
  HISTORY_ROUNDS: '40',
  HERD_SCREENS: '1000',
  OUTBOX_KILLS: '100',
  SERVER_KILLS: '50',
  DATABASE_KILLS: '50',
  PAYMENTS: '500',
  PAYMENT_KILLS: '20',
  LOST_MACHINES: '4',
  RUSH_ROUNDS: '200',
};

const names = chosenStages();
bootstrap();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const node = productNode();
const results = names.map((name) => runStage(name, name === 'long' ? long : stages[name]));
summarise(results);
exit(results.every(({ troubles }) => troubles.length === 0) ? 0 : 1);

function chosenStages() {
  const only = argv
    .find((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',');
  const unknown = [
    ...(only ?? []).filter((name) => !(name in stages)),
    ...argv.slice(2).filter((arg) => !/^--(only=.+|long|external)$/.test(arg)),
  ];
  if (unknown.length > 0) refuse(`Unknown: ${unknown.join(', ')}. Stages are ${Object.keys(stages).join(', ')}.`);
  if (!argv.includes('--external')) {
    // A variable left over in the shell must not decide what is tested.
    delete env.TEST_DATABASE_URL;
    return argv.includes('--long') ? ['long'] : (only ?? Object.keys(stages));
  }
  if (!env.TEST_DATABASE_URL) refuse('--external needs TEST_DATABASE_URL, a PostgreSQL where databases may be created');
  return only ?? ['server'];
}

function refuse(message) {
  console.error(message);
  exit(2);
}

function runStage(name, { args, env: defaults, reportVariable, read }) {
  console.log(`\n--- ${name}`);
  const report = join(reports, `${name}.json`);
  const started = Date.now();
  const { status, error } = spawnSync(node, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...defaults,
      ...env,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: compiled,
      ...(reportVariable ? { [reportVariable]: report } : {}),
    },
  });
  const seconds = (Date.now() - started) / 1000;
  const { passed, skipped, failures, flaky, errors } = read
    ? readReport(report, read)
    : { passed: Number(status === 0), skipped: 0, failures: [], flaky: [], errors: [] };
  if (error) errors.push({ test: name, message: error.message });
  if (skipped > 0) errors.push({ test: name, message: `${skipped} tests did not run, which is a failure` });
  if (read && passed + failures.length === 0) errors.push({ test: name, message: 'no test ran' });
  const troubles = [...failures, ...errors];
  // A stage can fail without a failed test: a file that does not load, an error after the last test.
  if (status !== 0 && troubles.length === 0) troubles.push({ test: name, message: `exit code ${status}` });
  return {
    name,
    passed,
    failed: troubles.length === 0 ? 0 : Math.max(1, failures.length + skipped),
    seconds,
    troubles,
    flaky,
  };
}

/** @returns What `VitestReport` of vitest-report.ts describes. */
function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const errors = [{ test: 'no report of the tests', message: error.message }];
    return { passed: 0, skipped: 0, failures: [], flaky: [], errors };
  }
}

function readVitest(report) {
  return report;
}

/** A journey that passed at the second try counts as passed, and is listed. */
function readPlaywright({ stats, suites, errors }) {
  const journeys = journeysOf(suites);
  const inState = (state) => journeys.filter(({ status }) => status === state);
  return {
    passed: stats.expected + stats.flaky,
    skipped: stats.skipped,
    failures: inState('unexpected'),
    flaky: inState('flaky'),
    errors: errors.map(({ message }) => ({ test: 'outside of journeys', message })),
  };
}

function journeysOf(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests.map(({ status, results }) => ({
        test: `e2e/${file}:${line} › ${title}`,
        status,
        message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      })),
    ),
    ...journeysOf(inner),
  ]);
}

function summarise(results) {
  console.log(`\n${'stage'.padEnd(10)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'seconds'.padStart(9)}`);
  for (const { name, passed, failed, seconds } of results) {
    console.log(
      name.padEnd(10) + String(passed).padStart(8) + String(failed).padStart(8) + seconds.toFixed(1).padStart(9),
    );
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  list('failed', (result) => result.troubles);
  list('passed at the second try', (result) => result.flaky);
  console.log(`\n${sum('seconds').toFixed(0)} seconds in all`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);

  /** At the very end, because an output may be cut at its beginning. */
  function list(title, troublesOf) {
    for (const { test, message } of results.flatMap(troublesOf)) {
      console.log(`\n${title}: ${test}`);
      for (const line of firstLines(message)) console.log(`    ${line}`);
    }
  }
}

function firstLines(message) {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 8);
}
