import { afterAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { limits } from '#contract/base/limits.ts';
import { transaction } from '#server/db/transaction.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp } from '#server/test/servers/app.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

const server = await startApp();
afterAll(() => server.close());

test('two people who are invited at once do not pass the limit', async () => {
  const made = await makeRestaurant(server.db);
  const owner = await makeOwner(server.db, made.id);
  await transaction(server.db, made.id, (tx) =>
    sql`insert into invitations (restaurant_id, id, email, email_key, role, token_hash, invited_by_name, created_at, expires_at)
      select ${made.id}, gen_random_uuid(), email, email, 'staff', sha256(convert_to(email || ${made.canary}, 'UTF8')), 'Sara', now(), now() + interval '1 day'
      from (select 'p' || n || '@example.test' as email from generate_series(1, ${limits.staffMax - 2}::int) as n) as people`.execute(
      tx,
    ),
  );
  const inviting: Promise<unknown>[] = [];
  await transaction(server.db, made.id, async (tx) => {
    await lockMenu(tx, made.id);
    for (const name of ['omar', 'lina']) {
      const body = {
        email: `${name}.${made.canary}@example.test`,
        role: 'staff' as const,
        password: 'violet anchor 47 lamps',
      };
      inviting.push(server.call('POST /staff/invite', { body }, owner.token));
    }
    await expect.poll(() => countWaiting(server.db)).toBe(2);
  });
  const refused = (await Promise.allSettled(inviting)).filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { answer: { code: 'staff.too_many' } } }]);
});
