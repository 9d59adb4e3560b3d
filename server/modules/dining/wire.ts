import type { DiningArea, DiningTable } from '#contract/dining/dining.ts';
import { makeTableCode } from './table-code.ts';
import type { AreaRow, TableRow } from './queries.ts';

export function toArea({ id, outlet_id, name }: AreaRow): DiningArea {
  return { _id: id, outletId: outlet_id, name };
}

/** The address of the guests' pages, and the secret that codes are signed with. */
export interface CodeTerms {
  secret: string;
  site: string;
}

export function toTable(row: TableRow, { secret, site }: CodeTerms): DiningTable {
  const code = makeTableCode(secret, codedTable(row));
  return {
    _id: row.id,
    outletId: row.outlet_id,
    areaId: row.area_id,
    name: row.name,
    address: `${site}/t/${code}`,
    codedAt: row.coded_at.toISOString(),
  };
}

export function codedTable(row: TableRow) {
  const { restaurant_id: restaurantId, outlet_id: outletId, id, number, code_version: version } = row;
  return { restaurantId, outletId, id, number, version };
}
