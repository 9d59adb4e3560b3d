/**
 * The words that describe columns: the types under their names in SQL, which must not be null and which every insert
 * gives unless the column says otherwise. Kysely's types are derived from them, and a test compares them with the database.
 */
import type { ColumnType } from 'kysely';

/** `Read` is the type of a value that was read, `Insert` and `Update` are those of values to write. */
class Column<Read = unknown, Insert = Read, Update = Insert> {
  declare readonly kysely: ColumnType<Read, Insert, Update>;
  readonly facts: ColumnFacts;

  constructor(facts: ColumnFacts) {
    this.facts = facts;
  }

  nullable(): Column<Read | null, Insert | null, Update | null> {
    return new Column({ ...this.facts, isNullable: true });
  }

  /** The database has a value for an insert that gives none. */
  defaulted(): Column<Read, Insert | undefined, Update> {
    return new Column({ ...this.facts, filled: 'by default' });
  }

  /** The database alone writes it. */
  generated(): Column<Read, never, never> {
    return new Column({ ...this.facts, filled: 'always' });
  }
}

export interface ColumnFacts {
  /** Its name in `pg_type`. */
  type: string;
  isNullable: boolean;
  filled: 'never' | 'by default' | 'always';
  /** All values that a check lets through, or that it lets be in a list; null: there is no such check. */
  values: readonly (string | number)[] | null;
}

export type Tables = Record<string, Record<string, Column>>;

/** The rows of a table, for Kysely. */
export type Rows<Columns extends Record<string, Column>> = { [Name in keyof Columns]: Columns[Name]['kysely'] };

function column<Read, Insert = Read>(type: string, values: ColumnFacts['values'] = null): Column<Read, Insert> {
  return new Column({ type, isNullable: false, filled: 'never', values });
}

export const uuid = <Id extends string = string>() => column<Id>('uuid');
export const uuidArray = <Id extends string>() => column<Id[]>('_uuid');
export const text = <const Value extends string>(values?: readonly Value[]) => column<Value>('text', values);
export const textArray = <const Value extends string>(values?: readonly Value[]) => column<Value[]>('_text', values);
export const integerArray = () => column<number[]>('_int4');
export const integer = <const Value extends number>(values?: readonly Value[]) => column<Value>('int4', values);
/** A number in JavaScript: no value of ours reaches 2^53. */
export const bigint = <Value extends number = number>() => column<Value>('int8');
export const double = () => column<number>('float8');
export const boolean = () => column<boolean>('bool');
export const bytea = () => column<Buffer>('bytea');
export const timestamptz = () => column<Date>('timestamptz');
/** A day is text, 'YYYY-MM-DD'. */
export const date = () => column<string>('date');
/** A list is written as JSON text: the driver would make an array of PostgreSQL out of it. An object may be given as it is. */
export const jsonb = <Value>() => column<Value, Value extends readonly unknown[] ? string : Value | string>('jsonb');
