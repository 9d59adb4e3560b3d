import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { deserialize } from 'node:v8';
import { expect, onTestFinished, test } from 'vitest';
import { readDemoPictures } from './demo-pictures.ts';

test('the pictures that a build has drawn are those that a start without a build draws', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'om-drawn-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'drawn');
  execFileSync(process.execPath, [join(import.meta.dirname, 'write-drawn.ts'), file]);
  const written: unknown = deserialize(await readFile(file));
  const drawn = await readDemoPictures();
  expect(drawn.dishes.size).toBe(76);
  expect(isDeepStrictEqual(written, drawn)).toBe(true);
});
