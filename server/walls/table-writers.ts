/** The writers of tables that `domains.ts` does not name. `docs/architecture.md` is printed from it as well. */

/** Tables of the plumbing, by the room that writes them. */
export const plumbingTables: Readonly<Record<string, string>> = {
  events: 'server/events',
  rate_counters: 'server/rate-limits',
  schema_migrations: 'server/db',
  installation: 'server/db',
};

interface WriterBeside {
  /** '*' for all. */
  table: string;
  /** A file, or a folder that ends with a slash. */
  path: string;
  reason: string;
}

/** Writes into a table of another module. All others go through a function of its owner, inside the same transaction. */
export const writersBeside: readonly WriterBeside[] = [
  { table: '*', path: 'server/db/seed/', reason: 'fills an empty database, and empties one of the demo' },
  {
    table: 'outlets',
    path: 'server/modules/ordering/place/write-order.ts',
    reason: 'the next order number is taken in the one statement that writes the order',
  },
  {
    table: 'restaurant_counters',
    path: 'server/events/append-event.ts',
    reason: 'the number of an event is taken in the statement that writes it',
  },
  {
    table: 'items',
    path: 'server/modules/restaurants/pictures/remove-unused-pictures.ts',
    reason: 'the picture of a dish that was deleted long ago goes with the unused ones of all restaurants',
  },
  {
    table: 'outlets',
    path: 'server/modules/restaurants/pictures/remove-unused-pictures.ts',
    reason: 'likewise that of an outlet',
  },
  ...(['items', 'outlets', 'order_problems', 'order_problem_photos', 'delivery_photos'] as const).map((table) => ({
    table,
    path: 'server/modules/restaurants/pictures/forget-files.ts',
    reason: 'what was only in a bucket that was left is let go, in all tables at once',
  })),
];

/** Files that write tables whose names they compute, so that the walls cannot see which. */
export const computedWrites: Readonly<Record<string, string>> = {
  'server/db/deletion.ts': 'its callers name the table, and are seen',
  'server/db/replace-links.ts': 'its callers name the table, and are seen',
  'server/db/seed/demo.ts': 'empties every table',
  'server/modules/restaurants/data-export/read-in/insert-rows.ts':
    'writes every table of a new restaurant, from the archive of another',
  'server/modules/restaurants/offboarding/erase-restaurant.ts': 'empties every table of a restaurant',
  'server/modules/dining/change-tables.ts': 'orders tables and areas alike, both its own',
  'server/modules/restaurants/pictures/move-pictures.ts':
    'moves the bytes of pictures, of photos of deliveries and of those of problems alike',
  'server/modules/menu/import/write-import.ts': 'writes dishes, categories and lists alike, all of its domain',
  'server/modules/reports/keep-sums.ts': 'writes three tables of sums alike, all its own',
};
