/** The files of deploy/ that no other test starts: what systemd thinks of the unit, and the template of settings. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const folder = join(import.meta.dirname, '..', 'deploy');

test('systemd finds little that the unit leaves open: less than 3 of 10, where its tools are', () => {
  const judge = ['security', '--offline=true', '--threshold=30', join(folder, 'order-manager.service')];
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', judge, { encoding: 'utf8' });
  if (error !== undefined) return;
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/Overall exposure level for order-manager\.service: [12]\.\d/);
});

test('systemd tries a start again that a clock refused (1), and leaves one that a setting refused (2)', () => {
  const unit = readFileSync(join(folder, 'order-manager.service'), 'utf8');
  expect(unit.match(/^(After|Restart\w*)=.*$/gm)).toEqual([
    'After=network-online.target time-sync.target',
    'Restart=on-failure',
    'RestartSec=2',
    'RestartPreventExitStatus=2',
  ]);
});

test('the template of settings is a configuration once it has a secret', () => {
  const template = readFileSync(join(folder, 'order-manager.env.example'), 'utf8');
  const lines = [...template.matchAll(/^(\w+)="?(.*?)"?$/gm)];
  const environment = Object.fromEntries(lines.map(([, name, value]) => [name!, value!]));
  expect(() => readConfig(environment)).toThrow('SECRET is needed in production mode');
  expect(readConfig({ ...environment, SECRET: randomBytes(32).toString('base64') })).toMatchObject({
    mode: 'production',
    publicUrl: 'https://orders.example.com',
    trustProxy: 1,
    mail: { from: 'Order Manager <no-reply@example.com>' },
    backupDir: undefined,
  });
});
