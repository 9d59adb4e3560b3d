import type { Client } from 'pg';

/** The values that checks of the database allow, by table and column: `orders.mode`. Of a column with a list, those in the list. */
export async function readClosedSets(client: Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; check: string }>(`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as check from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace order by 1, conname`);
  return Object.fromEntries(
    rows.flatMap(({ table, check }) => {
      const [, column, values] = /\((\w+) (?:= ANY \(|<@ )ARRAY\[([^\]]*)\]/.exec(check) ?? [];
      if (column === undefined || values === undefined) return [];
      return [[`${table}.${column}`, values.split(', ').map((value) => value.replace(/^'(.*)'::text$/, '$1'))]];
    }),
  );
}
