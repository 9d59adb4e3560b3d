import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { deserialize } from 'node:v8';
import { expect, test } from 'vitest';
import { drawDemoPictures } from './draw.ts';

const dist = join(import.meta.dirname, '..', '..', '..', '..', 'dist');

test('the pictures that the build has drawn are those that are drawn without it', async () => {
  const built: unknown = deserialize(readFileSync(join(dist, 'demo-pictures', 'drawn')));
  const drawn = await drawDemoPictures();
  expect(drawn.dishes.size).toBe(76);
  expect(isDeepStrictEqual(built, drawn)).toBe(true);
});

test('the built server looks for them where they are', () => {
  const files = readdirSync(join(dist, 'server')).filter((file) => file.endsWith('.js'));
  const looking = files.filter((file) =>
    readFileSync(join(dist, 'server', file), 'latin1').includes('new URL("../demo-pictures/drawn", import.meta.url)'),
  );
  expect(looking).toHaveLength(1);
});
