import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { hoursNotSet } from '#contract/outlets/hours-problems.ts';
import { newId } from './new-id.ts';
import { emptyDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { applyMigrations, readMigrations } from './migrate.ts';

test('an outlet from before the migration gets a row for dine-in, and areas with distinct names', async () => {
  const { target, drop } = await emptyDatabase();
  onTestFinished(drop);
  const migrations = await readMigrations();
  await applyMigrations(target, migrations.slice(0, 4), testLog);
  const client = new Client(target);
  await client.connect();
  onTestFinished(() => client.end());
  const [restaurant, outlet] = [newId(), newId()];
  await client.query(`select set_config('app.platform', 'on', false)`);
  await client.query(
    `insert into restaurants (id, name, slug, country, currency, outlet_band, informer, site_token, trial_started_at, created_at, updated_at)
     values ($1, 'Old', 'old', 'AE', 'AED', '1 outlet', 'Google', 'site', now(), now(), now())`,
    [restaurant],
  );
  await client.query(
    `insert into outlets (restaurant_id, id, name, name_key, time_zone, email, phone, created_at, updated_at)
     values ($1, $2, 'Marina', 'marina', 'Asia/Dubai', 'a@b.test', '+97144321000', now(), now())`,
    [restaurant, outlet],
  );
  await client.query(
    `insert into outlet_modes (restaurant_id, outlet_id, mode, accepts_orders, opening_hours)
     values ($1, $2, 'delivery', true, '[]'), ($1, $2, 'pickup', true, '[]')`,
    [restaurant, outlet],
  );
  for (const [position, [name, deletedAt]] of [
    ['Harbour', null],
    ['harbour', null],
    ['Harbour', new Date()],
    ['Creek', null],
  ].entries()) {
    await client.query(
      `insert into delivery_areas (restaurant_id, id, outlet_id, name, minimum_minor, position, created_at, deleted_at)
       values ($1, $2, $3, $4, 0, $5, now(), $6)`,
      [restaurant, newId(), outlet, name, position, deletedAt],
    );
  }

  expect(await applyMigrations(target, migrations.slice(0, 5), testLog)).toBe(1);

  const modes = await client.query('select mode, accepts_orders, opening_hours from outlet_modes order by mode');
  expect(modes.rows).toEqual([
    { mode: 'delivery', accepts_orders: true, opening_hours: [] },
    { mode: 'dine-in', accepts_orders: false, opening_hours: hoursNotSet },
    { mode: 'pickup', accepts_orders: true, opening_hours: [] },
  ]);
  const areas = await client.query('select name from delivery_areas order by position');
  expect(areas.rows.map(({ name }: { name: string }) => name)).toEqual(['Harbour', 'harbour (2)', 'Harbour', 'Creek']);
});
