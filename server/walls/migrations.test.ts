/** Migrations from 0019 on are applied while programs of before serve orders (decision 68). */
import { loadModule, parse } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import { checksumOf, kindOf, isOutsideTransaction, type Migration, readMigrations } from '#server/db/migrate.ts';
import { modules } from './domains.ts';
import { landedMigrations } from './landed-migrations.ts';
import { plumbingTables } from './table-writers.ts';

/** The newest migration of before the rules. */
const lastFree = 18;

/** The tables that grow with orders and guests; a scan of one takes seconds, and orders wait meanwhile. */
const large = new Set([
  'customers',
  'events',
  'idempotency_keys',
  'jobs',
  'order_line_options',
  'order_lines',
  'order_status_changes',
  'orders',
  'audit_log_entries',
  'escalation_steps',
]);

/** A node of PostgreSQL's tree of a statement, as far as this test reads it. */
interface Node {
  relation?: { relname: string };
  concurrent?: boolean;
  cmds?: { AlterTableCmd: Change }[];
  removeType?: string;
}

interface Change {
  subtype: string;
  name?: string;
  def?: { ColumnDef?: Column; Constraint?: Constraint };
}

interface Column {
  colname: string;
  constraints?: { Constraint: Constraint }[];
}

interface Constraint {
  contype: string;
  conname?: string;
  raw_expr?: object;
  skip_validation?: boolean;
}

beforeAll(() => loadModule());

/** Why the migration would stop orders, or programs of before it. */
async function listFaults({ sql }: Pick<Migration, 'sql'>): Promise<string[]> {
  const kind = kindOf({ sql });
  if (kind === null) return ['the first line is neither "-- expand: why" nor "-- contract: why"'];
  const { stmts } = (await parse(sql)) as { stmts: { stmt: Node }[] };
  const statements = stmts.map(({ stmt }) => Object.entries(stmt)[0] as [string, Node]);
  const isAlone = statements.length === 1 && statements[0]![0] === 'IndexStmt' && statements[0]![1].concurrent === true;
  if (isOutsideTransaction({ sql }) && !isAlone)
    return ['outside a transaction there is one "create index concurrently if not exists" alone'];
  const made = new Set(statements.flatMap(([type, node]) => (type === 'CreateStmt' ? [node.relation!.relname] : [])));
  const changed = statements.flatMap(([type, node]) => (type === 'AlterTableStmt' ? [node.relation!.relname] : []));
  if (new Set(changed.filter((table) => large.has(table))).size > 1)
    return ['a migration changes one large table: it would hold the lock of one while it waits for another'];
  return statements.flatMap(([type, node]) => {
    const table = node.relation?.relname ?? '';
    if (made.has(table)) return [];
    return faultsOf(type, node, { table, isExpand: kind === 'expand' });
  });
}

interface Where {
  table: string;
  isExpand: boolean;
}

function faultsOf(type: string, node: Node, where: Where): string[] {
  switch (type) {
    case 'CreateStmt':
    case 'CreateFunctionStmt':
    case 'CreateTrigStmt':
    case 'CreateSeqStmt':
    case 'CommentStmt':
    case 'GrantStmt':
    case 'InsertStmt':
    case 'SelectStmt':
    case 'CreatePolicyStmt':
    case 'CompositeTypeStmt':
      return [];
    case 'IndexStmt':
      return large.has(where.table) && node.concurrent !== true
        ? [`${where.table}: an index is made concurrently, in a migration outside a transaction`]
        : [];
    case 'AlterTableStmt': {
      const changes = node.cmds!.map(({ AlterTableCmd }) => AlterTableCmd);
      const checks = changes.flatMap(({ def }) =>
        def?.Constraint?.contype === 'CONSTR_CHECK' ? [def.Constraint] : [],
      );
      // A check gives way to one of its name in the same statement: programs of before write what both let through.
      const isReplaced = ({ subtype, name }: Change) =>
        subtype === 'AT_DropConstraint' && checks.some(({ conname }) => conname === name);
      return changes.filter((change) => !isReplaced(change)).flatMap((change) => faultsOfChange(change, where));
    }
    case 'UpdateStmt':
    case 'DeleteStmt':
      return large.has(where.table) ? [`${where.table}: its rows are changed in batches, by a job`] : [];
    case 'DropStmt':
      // A trigger or a policy is made anew by dropping it; the rest is missed by a program of before.
      return where.isExpand && !['OBJECT_TRIGGER', 'OBJECT_POLICY'].includes(node.removeType!)
        ? ['an expand drops nothing']
        : [];
    case 'RenameStmt':
      return ['a name is never changed: make the new one, and drop the old one in a later contract'];
    default:
      return [`${type} is not known to be harmless`];
  }
}

function faultsOfChange({ subtype, def }: Change, { table, isExpand }: Where): string[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return faultsOfColumn(def!.ColumnDef!, table);
    case 'AT_AddConstraint':
      return large.has(table) && def!.Constraint!.skip_validation !== true
        ? [`${table}: a constraint is added not valid, and validated by the next migration`]
        : [];
    case 'AT_ValidateConstraint':
    case 'AT_ColumnDefault':
    case 'AT_DropNotNull':
    case 'AT_EnableRowSecurity':
    case 'AT_ForceRowSecurity':
    case 'AT_SetRelOptions':
      return [];
    case 'AT_DropColumn':
    case 'AT_DropConstraint':
      return isExpand ? ['an expand drops nothing'] : [];
    default:
      return [`${table}: ${subtype} rewrites or reads the whole table, or is not known to be harmless`];
  }
}

function faultsOfColumn({ constraints = [], colname }: Column, table: string): string[] {
  const of = (type: string) => constraints.filter(({ Constraint: { contype } }) => contype === type);
  const [given] = of('CONSTR_DEFAULT');
  const faults: string[] = [];
  if (of('CONSTR_NOTNULL').length > 0 && given === undefined)
    faults.push(`${table}.${colname}: a program of before does not fill it: give it a default`);
  if (!large.has(table)) return faults;
  if (given && /"FuncCall"/.test(JSON.stringify(given.Constraint.raw_expr)))
    faults.push(`${table}.${colname}: a computed default rewrites the table`);
  for (const type of ['CONSTR_CHECK', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_FOREIGN'])
    if (of(type).length > 0) faults.push(`${table}.${colname}: a constraint reads the whole table: add it not valid`);
  return faults;
}

test('the large tables exist', () => {
  const known = new Set([...Object.keys(plumbingTables), ...modules.flatMap(({ tables }) => tables)]);
  expect([...large].filter((table) => !known.has(table))).toEqual([]);
});

describe('a migration that would stop orders or programs of before is refused', () => {
  test.each([
    ['alter table orders add column a text', 'the first line is neither "-- expand: why" nor "-- contract: why"'],
    [
      '-- expand: x\ncreate index a on orders (id)',
      'orders: an index is made concurrently, in a migration outside a transaction',
    ],
    [
      '-- expand, outside a transaction: x\ncreate index a on orders (id)',
      'outside a transaction there is one "create index concurrently if not exists" alone',
    ],
    [
      '-- expand: x\nalter table orders alter column id type text',
      'orders: AT_AlterColumnType rewrites or reads the whole table, or is not known to be harmless',
    ],
    [
      '-- expand: x\nalter table orders alter column id set not null',
      'orders: AT_SetNotNull rewrites or reads the whole table, or is not known to be harmless',
    ],
    [
      '-- expand: x\nalter table orders add column a int not null',
      'orders.a: a program of before does not fill it: give it a default',
    ],
    [
      '-- expand: x\nalter table orders add column a uuid default gen_random_uuid()',
      'orders.a: a computed default rewrites the table',
    ],
    [
      '-- expand: x\nalter table orders add column a int check (a > 0)',
      'orders.a: a constraint reads the whole table: add it not valid',
    ],
    [
      '-- expand: x\nalter table orders add constraint a check (id is not null)',
      'orders: a constraint is added not valid, and validated by the next migration',
    ],
    ['-- expand: x\nupdate orders set notes = null', 'orders: its rows are changed in batches, by a job'],
    ['-- expand: x\nalter table outlets drop column name', 'an expand drops nothing'],
    ['-- expand: x\ndrop table outlets', 'an expand drops nothing'],
    [
      '-- expand: x\nalter table orders add column a text; alter table events add column a text',
      'a migration changes one large table: it would hold the lock of one while it waits for another',
    ],
    [
      '-- expand: x\nalter table outlets rename column name to title',
      'a name is never changed: make the new one, and drop the old one in a later contract',
    ],
    ['-- expand: x\ndo $$ begin null; end $$', 'DoStmt is not known to be harmless'],
    ['-- expand: x\nvacuum full orders', 'VacuumStmt is not known to be harmless'],
  ])('%s', async (sql, fault) => {
    expect(await listFaults({ sql })).toEqual([fault]);
  });

  test.each([
    '-- expand: x\nalter table orders add column a integer not null default 0',
    '-- expand: x\nalter table orders add constraint a check (id is not null) not valid',
    '-- expand: x\nalter table orders validate constraint a',
    '-- expand, outside a transaction: x\ncreate index concurrently if not exists a on orders (id)',
    '-- expand: x\ncreate table a (id uuid); create index b on a (id); update a set id = null',
    '-- contract: x\nalter table orders drop column a',
  ])('and this one is not: %s', async (sql) => {
    expect(await listFaults({ sql })).toEqual([]);
  });
});

test('the migrations are applied beside programs of before', async () => {
  const migrations = (await readMigrations()).filter(({ number }) => number > lastFree);
  for (const migration of migrations)
    expect([migration.name, await listFaults(migration)]).toEqual([migration.name, []]);
});

test('no migration that a build may have applied is changed, and each new one is listed', async () => {
  const texts = (await readMigrations()).map((one) => `${one.name} ${checksumOf(one).slice(0, 16)}`);
  expect(texts).toEqual(landedMigrations);
});
