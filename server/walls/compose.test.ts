import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const deployed = (name: string) => readFile(join(import.meta.dirname, '..', '..', 'deploy', name), 'utf8');

test('compose.yaml replaces those settings of the template alone that the template names first', async () => {
  const compose = await deployed('compose.yaml');
  const environment = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose)![1]!;
  const replaced = [...environment.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name!);
  const template = await deployed('order-manager.env.example');
  const offered = [...template.matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
  expect(template.split('# compose.yaml sets these four itself.\n')[1]).toMatch(/^ORDER_MANAGER_MODE=/);
  expect(offered.filter((name) => replaced.includes(name))).toEqual(offered.slice(0, 4));
});

test('the log of each service has a bound', async () => {
  const compose = await deployed('compose.yaml');
  const services = compose.split(/^services:\n/m)[1]!.split(/^volumes:\n/m)[0]!;
  const names = [...services.matchAll(/^ {2}(\S+):$/gm)].map(([, name]) => name!);
  expect(names).toEqual(['order-manager', 'caddy']);
  expect(services.match(/^ {4}logging: \*logging$/gm)).toHaveLength(names.length);
  expect(/^x-logging: &logging\n((?: {2}.*\n)+)/m.exec(compose)![1]).toBe(
    "  driver: local\n  options:\n    max-size: 20m\n    max-file: '5'\n",
  );
});
