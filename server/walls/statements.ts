/**
 * The wall between the data of restaurants and that of the platform, in the statements that are sent: whole restaurants could live in
 * databases of their own one day, and the people in another.
 */
import { parseSync } from 'libpg-query';
import { tables } from '#server/db/schema.ts';
import { foundations } from './foundations.ts';

/** A node of PostgreSQL's tree of a statement: an object with one key, its kind, or the inside of one. */
type Node = { readonly [key: string]: unknown };

/**
 * Tables that a directory of all restaurants would have: people, how they log in, where they work, and the addresses and tokens that
 * lead to a restaurant.
 */
const platformTables = new Set([
  ...foundations.filter(({ folder }) => folder === 'accounts').flatMap((accounts) => accounts.tables),
  'memberships',
  'invitations',
  'restaurant_slugs',
  'retired_slugs',
  'own_domains',
  'hand_overs',
  'rate_counters',
  'installation',
]);

/** The row of a restaurant, which the directory would have a copy of, and work that a restaurant or the platform has. */
const onBothSides = new Set(['restaurants', 'jobs']);

const ofRestaurants = new Set(
  Object.entries(tables)
    .filter(([name, columns]) => 'restaurant_id' in columns && !platformTables.has(name) && !onBothSides.has(name))
    .map(([name]) => name),
);

/** Why a statement stands in the way; empty where it does not. `ofRestaurant`: it is sent in a restaurant's own transaction. */
export function faultsOf(text: string, { ofRestaurant }: { ofRestaurant: boolean }): string[] {
  const { stmts } = parseSync(text) as { stmts: { stmt: Node }[] };
  return stmts.flatMap(({ stmt }) => {
    const statement = new Statement();
    statement.read(stmt);
    const { names } = statement;
    const platform = [...names].filter((name) => platformTables.has(name));
    const own = [...names].filter((name) => ofRestaurants.has(name));
    const faults = platform.length > 0 && own.length > 0 ? [`${platform.join(', ')} with ${own.join(', ')}`] : [];
    return ofRestaurant
      ? [...faults, ...statement.listUncompared().map((name) => `${name} of any restaurant`)]
      : faults;
  });
}

/** A table, or the rows of a subquery, by the name that it has in a part of the statement. */
interface Source {
  table: string | null;
}
type Scope = Map<string, Source>;

/** A value, the restaurant's id: every source has to be compared with it in the end. */
const value: Source = { table: null };

/** Collects the tables of a statement, and which of their `restaurant_id` are equal to each other or to a value. */
class Statement {
  readonly names = new Set<string>();
  readonly #sources: Source[] = [];
  readonly #equals = new Map<Source, Source>();
  readonly #queries = new Set<string>();

  listUncompared(): string[] {
    const isCompared = (source: Source) => this.#rootOf(source) === this.#rootOf(value);
    return this.#sources.filter((source) => !isCompared(source)).map(({ table }) => table!);
  }

  /** Reads a node of any kind, with what is in it; a query opens a scope of its own. */
  read(node: unknown, outer: readonly Scope[] = []): void {
    if (Array.isArray(node)) for (const one of node) this.read(one, outer);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    for (const [kind, inside] of Object.entries(node as Node)) {
      if (/^(Select|Insert|Update|Delete)Stmt$/.test(kind)) this.#readQuery(inside as Node, kind, outer);
      else this.read(inside, outer);
    }
  }

  #readQuery(query: Node, kind: string, outer: readonly Scope[]): void {
    const { withClause, larg, rarg, relation, fromClause, usingClause, whereClause, ...rest } = query;
    const scope: Scope = new Map();
    const scopes = [scope, ...outer];
    for (const { CommonTableExpr: common } of ((withClause as Node | undefined)?.['ctes'] ?? []) as Node[]) {
      const { ctename, ctequery } = common as { ctename: string; ctequery: Node };
      this.#queries.add(ctename);
      this.read(ctequery, scopes);
    }
    // The halves of a union.
    for (const half of [larg, rarg]) if (half) this.#readQuery(half as Node, 'SelectStmt', outer);
    if (relation) this.#addTable(relation as Node, scope, kind !== 'InsertStmt');
    for (const source of [fromClause ?? [], usingClause ?? []].flat() as Node[]) this.#addSource(source, scopes);
    this.#compare(whereClause as Node | undefined, scopes);
    this.read(whereClause, scopes);
    this.read(rest, scopes);
  }

  #addSource(source: Node, scopes: readonly Scope[]): void {
    const scope = scopes[0]!;
    const join = source['JoinExpr'] as Node | undefined;
    if (source['RangeVar']) this.#addTable(source['RangeVar'] as Node, scope, true);
    else if (join) {
      const before = new Set(scope.values());
      this.#addSource(join['larg'] as Node, scopes);
      const left = [...scope.values()].filter((one) => !before.has(one));
      this.#addSource(join['rarg'] as Node, scopes);
      const right = [...scope.values()].filter((one) => !before.has(one) && !left.includes(one));
      const using = ((join['usingClause'] ?? []) as { String: { sval: string } }[]).map(({ String: { sval } }) => sval);
      if (using.includes('restaurant_id'))
        for (const one of right) this.#equate(one, left.find(({ table }) => table !== 'restaurants') ?? value);
      this.#compare(join['quals'] as Node | undefined, scopes);
      this.read(join['quals'], scopes);
    } else {
      const [[, inside]] = Object.entries(source) as [[string, Node]];
      const name = (inside['alias'] as Node | undefined)?.['aliasname'];
      // Its rows have been compared inside.
      if (typeof name === 'string') scope.set(name, value);
      this.read(inside, scopes);
    }
  }

  #addTable({ relname, alias }: Node, scope: Scope, isRead: boolean): void {
    const name = relname as string;
    const known = (alias as { aliasname: string } | undefined)?.aliasname ?? name;
    if (this.#queries.has(name) || !(name in tables)) {
      scope.set(known, value);
      return;
    }
    this.names.add(name);
    const source = { table: name };
    scope.set(known, source);
    if (isRead && ofRestaurants.has(name)) this.#sources.push(source);
  }

  /** Takes the conditions that hold together. */
  #compare(condition: Node | undefined, scopes: readonly Scope[]): void {
    const all = condition?.['BoolExpr'] as { boolop: string; args: Node[] } | undefined;
    if (all?.boolop === 'AND_EXPR') for (const one of all.args) this.#compare(one, scopes);
    const equation = condition?.['A_Expr'] as
      | { name: [{ String: { sval: string } }]; lexpr: Node; rexpr: Node }
      | undefined;
    if (equation?.name[0].String.sval === '=') this.#compareSides(equation.lexpr, equation.rexpr, scopes);
    const among = condition?.['SubLink'] as { testexpr?: Node } | undefined;
    if (among?.testexpr) this.#compareSides(among.testexpr, null, scopes);
  }

  #compareSides(left: Node, right: Node | null, scopes: readonly Scope[]): void {
    const row = (side: Node | null) => (side?.['RowExpr'] as { args: Node[] } | undefined)?.args;
    const others = row(right);
    const pairs = row(left)?.map((one, place) => [one, others?.[place] ?? null] as const) ?? [[left, right] as const];
    for (const [one, other] of pairs) {
      const sides = [this.#sourceOf(one, scopes), other === null ? value : this.#sourceOf(other, scopes)];
      if (sides[0] && sides[1]) this.#equate(sides[0], sides[1]);
    }
  }

  /** The source of a column with the id of a restaurant; the value for all that is no column; null for other columns. */
  #sourceOf(expression: Node, scopes: readonly Scope[]): Source | null {
    const cast = expression['TypeCast'] as { arg: Node } | undefined;
    if (cast) return this.#sourceOf(cast.arg, scopes);
    const column = expression['ColumnRef'] as { fields: { String?: { sval: string } }[] } | undefined;
    if (!column) return value;
    const [name, of] = column.fields.map((field) => field.String?.sval).toReversed();
    for (const scope of scopes) {
      const sources = of === undefined ? [...scope.values()] : [scope.get(of)].filter((one) => one !== undefined);
      const found = sources.find(({ table }) => isIdOf(table, name!)) ?? sources.find((one) => one === value);
      if (found) return found;
      if (of !== undefined && sources.length > 0) return null;
    }
    return null;
  }

  #equate(one: Source, other: Source): void {
    const [from, to] = [this.#rootOf(one), this.#rootOf(other)];
    if (from !== to) this.#equals.set(from, to);
  }

  #rootOf(source: Source): Source {
    let root = source;
    for (let next = this.#equals.get(root); next; next = this.#equals.get(root)) root = next;
    return root;
  }
}

function isIdOf(table: string | null, column: string): boolean {
  if (table === null) return false;
  return table === 'restaurants'
    ? column === 'id'
    : column === 'restaurant_id' && column in tables[table as keyof typeof tables];
}
