/** The product's statements go through `faultsOf` in tests with a checked database; here it is told of some that it must know. */
import { loadModule } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { faultsOf } from './statements.ts';

beforeAll(() => loadModule());

const inRestaurant = (text: string) => faultsOf(text, { ofRestaurant: true });

test.each([
  ['select from orders where restaurant_id = $1'],
  ['select from orders where $1::uuid = restaurant_id and id = $2'],
  ['select from orders where restaurant_id = any($1)'],
  ['select from orders as o join order_lines as l on l.restaurant_id = o.restaurant_id where o.restaurant_id = $1'],
  ['select from orders join order_lines using (restaurant_id) where orders.restaurant_id = $1'],
  ['select from orders join restaurants on restaurants.id = restaurant_id where restaurants.id = $1'],
  ['select from orders where (restaurant_id, id) = ($1, $2)'],
  ['select from orders where (restaurant_id, id) in (select * from unnest($1, $2))'],
  [
    'with one as (select restaurant_id from orders where restaurant_id = $1) select from items join one using (restaurant_id)',
  ],
  [
    'select (select count(*) from order_lines as l where l.restaurant_id = o.restaurant_id) from orders as o where o.restaurant_id = $1',
  ],
  ['insert into order_lines (restaurant_id) values ($1)'],
  ['select from users join memberships on users.id = user_id'],
])('%s is let pass', (text) => expect(inRestaurant(text)).toEqual([]));

test.each([
  ['select from orders', ['orders']],
  ['select from orders where id = $1', ['orders']],
  ['select from orders where restaurant_id = $1 or id = $2', ['orders']],
  ['select from orders where restaurant_id <> $1', ['orders']],
  ['update items set quantity = 0 where id = $1', ['items']],
  ['delete from customers', ['customers']],
  ['select from orders as o join order_lines as l on l.order_id = o.id where o.restaurant_id = $1', ['order_lines']],
  ['select from orders as o join order_lines as l on l.restaurant_id = o.restaurant_id', ['orders', 'order_lines']],
  [
    'select from orders where restaurant_id = $1 and exists (select from order_lines where order_id = orders.id)',
    ['order_lines'],
  ],
  ['with all_items as (select * from items) select from all_items', ['items']],
  ['insert into order_lines (restaurant_id) select restaurant_id from orders where id = $1', ['orders']],
  ['select from orders where restaurant_id = $1 union all select from orders where id = $1', ['orders']],
])('%s reads rows of any restaurant', (text, tables) =>
  expect(inRestaurant(text)).toEqual(tables.map((table) => `${table} of any restaurant`)),
);

test('people and what a restaurant has do not meet in a statement, in whichever transaction', () => {
  const joined = 'select from orders join users on users.id = $1 where orders.restaurant_id = $2';
  const nested = 'select from sessions where customer_id in (select id from customers where restaurant_id = $1)';
  for (const ofRestaurant of [true, false]) {
    expect(faultsOf(joined, { ofRestaurant })).toEqual(['users with orders']);
    expect(faultsOf(nested, { ofRestaurant })).toEqual(['sessions with customers']);
  }
  expect(faultsOf('select from orders', { ofRestaurant: false })).toEqual([]);
});
