import type { Client } from 'pg';

/**
 * The schema of a database as sorted lines, one for each thing that the system catalogues hold of it: two databases have the same
 * schema where the lines are equal. The physical order of a table's columns is left out, which no query of ours depends on; that of a
 * composite type's is not, because its rows are sent by position.
 */
export async function readCatalogue(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(everything);
  return rows.map(({ line }) => line);
}

const everything = `
  with ours as (select * from pg_class where relnamespace = 'public'::regnamespace),
  tables as (select * from ours where relkind in ('r', 'p', 'f'))
  select line from (
    select format('relation %s: kind %s, persistence %s, method %s, tablespace %s, options %s, row security %s forced %s, identity %s, acl %s',
      relname, relkind, relpersistence, (select amname from pg_am where oid = relam), reltablespace, reloptions, relrowsecurity,
      relforcerowsecurity, relreplident, relacl) as line
    from ours where relname not like 'schema_migrations%'
    union all
    select format('column %s.%s %s: %s, not null %s, default %s, generated %s, identity %s, collation %s, storage %s, compression %s, target %s, options %s, acl %s',
      relname, attname, case relkind when 'c' then attnum end, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attgenerated, attidentity,
      attcollation::regcollation, attstorage, attcompression, nullif(attstattarget, -1), attoptions, attacl)
    from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind in ('r', 'p', 'f', 'c')
    union all
    select format('constraint %s.%s: %s %s, deferrable %s, deferred %s, validated %s, inherits %s', conrelid::regclass, conname, contype,
      pg_get_constraintdef(oid), condeferrable, condeferred, convalidated, not connoinherit)
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select format('index %s, valid %s, identity %s', pg_get_indexdef(indexrelid), indisvalid, indisreplident)
    from pg_index join tables on tables.oid = indrelid
    union all
    select format('policy %s.%s: %s for %s to %s using %s check %s', tablename, policyname, permissive, cmd, roles, qual, with_check)
    from pg_policies where schemaname = 'public'
    union all
    select format('trigger %s, enabled %s', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal
    union all
    select format('function %s acl %s', pg_get_functiondef(oid), proacl) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select format('type %s: %s', typname, typtype) from pg_type
    where typnamespace = 'public'::regnamespace and typtype not in ('b', 'c')
    union all
    select format('rule %s.%s: %s', tablename, rulename, definition) from pg_rules where schemaname = 'public'
    union all
    select format('statistics %s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext
    union all
    select format('default privileges %s: %s', defaclobjtype, defaclacl) from pg_default_acl
    union all
    select format('comment %s: %s', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
    where classoid = 'pg_class'::regclass and objoid in (select oid from ours)
    union all
    select format('namespace public: %s', nspacl) from pg_namespace where nspname = 'public'
    union all
    select format('extension %s', extname) from pg_extension
  ) as lines
  order by line collate "C"`;
