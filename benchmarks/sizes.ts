/** P12 and P14: the size of a first visit, as counted by `scripts/size.mjs`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Row } from './report.ts';

export async function measureSizes(): Promise<Row[]> {
  const { stdout, status } = spawnSync(process.execPath, [join(import.meta.dirname, '..', 'scripts', 'size.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [, work = '', value = '', aim = ''] = /^(.*?)\s+([\d.]+ kB) of\s+([\d.]+ kB)/.exec(line) ?? [];
      return {
        goal: work.startsWith('Order Manager') ? 'P14' : 'P12',
        work: `first load, gzip: ${work.replaceAll(/\s+/g, ' ')}`,
        value,
        aim: `<= ${aim}`,
        figures: { kB: Number.parseFloat(value) },
      };
    });
}
