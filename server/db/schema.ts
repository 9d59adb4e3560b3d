/** The tables as Kysely sees them. A test compares every column with the database. */
import { accounts } from './schema/accounts.ts';
import type { Rows } from './schema/columns.ts';
import { customers } from './schema/customers.ts';
import { delivery } from './schema/delivery.ts';
import { dining } from './schema/dining.ts';
import { events } from './schema/events.ts';
import { installation } from './schema/installation.ts';
import { kitchen } from './schema/kitchen.ts';
import { menu } from './schema/menu.ts';
import { ordering } from './schema/ordering.ts';
import { outbound } from './schema/outbound.ts';
import { payments } from './schema/payments.ts';
import { outlets } from './schema/outlets.ts';
import { printing } from './schema/printing.ts';
import { reports } from './schema/reports.ts';
import { restaurants } from './schema/restaurants.ts';
import { staff } from './schema/staff.ts';

export const tables = {
  ...restaurants,
  ...accounts,
  ...staff,
  ...outlets,
  ...menu,
  ...customers,
  ...ordering,
  ...payments,
  ...kitchen,
  ...printing,
  ...dining,
  ...delivery,
  ...reports,
  ...outbound,
  ...events,
  ...installation,
};

export type Schema = { [Table in keyof typeof tables]: Rows<(typeof tables)[Table]> };
