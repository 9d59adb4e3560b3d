import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readDemoPictures } from './demo-pictures.ts';

const dist = join(import.meta.dirname, '..', '..', '..', '..', 'dist');
const built = join(dist, 'demo-pictures', 'drawn');

test('the pictures that the build has drawn are those that are drawn where its file is cut', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'om-drawn-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const cut = join(folder, 'drawn');
  const whole = await readFile(built);
  await writeFile(cut, whole.subarray(0, whole.length / 2));
  const drawn = await readDemoPictures(pathToFileURL(cut));
  expect(drawn.dishes.size).toBe(76);
  const isSame = isDeepStrictEqual(await readDemoPictures(pathToFileURL(built)), drawn);
  expect(isSame, 'where the build is of other sources, run npm run build').toBe(true);
});

test('the built server looks for them where they are', async () => {
  const files = (await readdir(join(dist, 'server'))).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(files.map((file) => readFile(join(dist, 'server', file), 'latin1')));
  expect(texts.filter((text) => text.includes('new URL("../demo-pictures/drawn", import.meta.url)'))).not.toEqual([]);
});
