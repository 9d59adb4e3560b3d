/** A reporter for `scripts/test.mjs`: vitest's own JSON has neither retries nor errors outside of tests. */
import { writeFileSync } from 'node:fs';
import { env } from 'node:process';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

interface Trouble {
  test: string;
  message: string;
}

interface VitestReport {
  passed: number;
  skipped: number;
  failures: Trouble[];
  /** Failed at first and passed when tried again. */
  flaky: Trouble[];
  /** Errors outside of tests: of a file, of a hook, a rejection that nobody awaited, a worker that ended. */
  errors: Trouble[];
}

export default class FileReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const groups = modules.flatMap((module) => [
      { test: module.relativeModuleId, errors: module.errors() },
      ...[...module.children.allSuites()].map((suite) => ({
        test: `${module.relativeModuleId} › ${suite.fullName}`,
        errors: suite.errors(),
      })),
    ]);
    const report: VitestReport = {
      passed: inState('passed').length,
      skipped: inState('skipped').length + inState('pending').length,
      failures: inState('failed').map(troubleOf),
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map(troubleOf),
      errors: [
        ...groups.flatMap(({ test, errors }) => errors.map((error) => ({ test, message: error.message }))),
        ...unhandled.map((error) => ({ test: 'outside of tests', message: error.stack ?? error.message })),
      ],
    };
    writeFileSync(env['VITEST_REPORT_FILE']!, JSON.stringify(report));
  }
}

function troubleOf(test: TestCase): Trouble {
  const messages = test.result().errors?.map(({ message, stacks, diff }) => {
    const place = stacks?.[0];
    return [message, place && `at ${place.file}:${place.line}`, diff].filter((part) => part !== undefined).join('\n');
  });
  return { test: `${test.module.relativeModuleId} › ${test.fullName}`, message: messages?.join('\n') ?? '' };
}
