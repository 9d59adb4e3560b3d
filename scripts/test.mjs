// npm test: installs missing packages, runs every stage and prints a summary. Nothing is skipped: a stage that cannot
// run fails.
//   --only=types,lint,...   these stages only
//   --long                  the fuzz and the history of two servers only, many times as long as in the stage `server`
//   --external              the server's tests against the PostgreSQL of TEST_DATABASE_URL
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { argv, env, exit } from 'node:process';
import { bootstrap, root } from './bootstrap.mjs';
import { productNode } from './run.mjs';

const reports = join(root, '.cache', 'test-reports');
/** Code that Node has compiled, for the many processes that load the same files. */
const compiled = join(root, '.cache', 'compiled');
const bin = (...path) => join('node_modules', ...path);
const vitest = (project) => ({
  args: [bin('vitest', 'vitest.mjs'), 'run', '--project', project, '--reporter=default', '--reporter=json'],
  reportFlag: '--outputFile.json=',
  count: countVitest,
});

/** In order of execution: quick stages first, journeys through the built apps last. */
const stages = {
  types: { args: [bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', '.'] },
  lint: { args: [bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'] },
  format: { args: [bin('oxfmt', 'bin', 'oxfmt'), '--check', '.'] },
  unit: vitest('unit'),
  server: vitest('server'),
  build: { args: [join('scripts', 'build.mjs'), '--quiet'] },
  size: { args: [join('scripts', 'size.mjs')] },
  e2e: {
    args: [bin('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'],
    reportVariable: 'PLAYWRIGHT_JSON_OUTPUT_FILE',
    count: countPlaywright,
  },
};

/** Not part of a run of all stages. FUZZ_CALLS, FUZZ_SEED and HISTORY_ROUNDS may say otherwise. */
const long = vitest('server');
long.args.push(join('server', 'walls', 'fuzz.test.ts'), join('server', 'faults', 'two-servers.test.ts'));
long.env = { FUZZ_CALLS: '100000', HISTORY_ROUNDS: '40' };

const names = chosenStages();
bootstrap();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const node = productNode();
const results = names.map((name) => runStage(name, name === 'long' ? long : stages[name]));
summarise(results);
exit(results.every((result) => result.isGood) ? 0 : 1);

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

function runStage(name, { args, env: defaults, reportFlag, reportVariable, count }) {
  console.log(`\n--- ${name}`);
  const report = join(reports, `${name}.json`);
  const started = Date.now();
  const { status, error } = spawnSync(node, reportFlag ? [...args, reportFlag + report] : args, {
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
  if (error) console.error(error.message);
  const seconds = (Date.now() - started) / 1000;
  const {
    passed,
    failed,
    skipped,
    flaky = [],
  } = count ? counted(report, count) : { passed: Number(status === 0), failed: Number(status !== 0), skipped: 0 };
  const isGood = status === 0 && failed === 0 && skipped === 0 && passed > 0;
  if (skipped > 0) console.error(`${name}: ${skipped} tests did not run; a test that cannot run is a failure`);
  if (passed + failed === 0) console.error(`${name}: no test ran`);
  // A stage can fail without a failed test: a file that does not load, an error after the last test, a skipped test.
  return { name, passed, failed: isGood ? 0 : Math.max(1, failed + skipped), seconds, isGood, flaky };
}

function counted(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')));
  } catch (error) {
    console.error(`There is no report of the tests: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function countVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A journey that passed at the second try counts as passed, and is listed. */
function countPlaywright({ stats, suites }) {
  const passed = stats.expected + stats.flaky;
  return { passed, failed: stats.unexpected, skipped: stats.skipped, flaky: flakyOf(suites) };
}

function flakyOf(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...flakyOf(inner),
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
  for (const journey of results.flatMap(({ flaky }) => flaky)) console.log(`passed at the second try: ${journey}`);
  console.log(`\n${sum('seconds').toFixed(0)} seconds in all`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}
