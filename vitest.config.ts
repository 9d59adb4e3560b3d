import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compiledWords } from './scripts/words/plugin.ts';

/**
 * Begins with the files that take longest and wait most, so that at the end no core is idle while the other one finishes them: those of
 * faults, then all that start engines, servers and commands. A file of a module is seldom long.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      moduleId.includes('/server/faults/') ? 0 : moduleId.includes('/server/modules/') ? 2 : 1;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    // Twice the cores of a small machine: tests of kills and of time limits wait for most of theirs.
    maxWorkers: 4,
    // A process for each file, which loads the whole product anew, took a third of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 10_000 } },
    // Generous, because machines are shared; speed is measured by the benchmarks.
    testTimeout: 240_000,
    // The end of a run lists the tests that passed only at the second try, which are bugs to fix.
    retry: process.env['CI'] === undefined ? 0 : 1,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        plugins: [compiledWords()],
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'storefront/**/*.test.{ts,tsx}',
            'dashboard/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'docs/**/*.test.ts'],
          globalSetup: ['server/test/servers/engine.ts'],
        },
      },
    ],
  },
});
