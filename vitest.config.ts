import { defineConfig } from 'vitest/config';
import { compiledWords } from './scripts/words/plugin.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Generous, because machines are shared; speed is measured by the benchmarks.
    testTimeout: 60_000,
    hookTimeout: 60_000,
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
