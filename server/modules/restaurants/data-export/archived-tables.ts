/** The tables of a restaurant that its archive has, and why it lacks the others. `server/walls/archive.test.ts` holds both against the database. */

interface ArchivedTable {
  /** Columns that are not in the archive, with the reason. */
  without?: Readonly<Record<string, string>>;
}

const secret = 'lets somebody in';
const guesses = 'belongs to a secret';
const asFile = 'is a file of its own';
const place = 'says where this server has the bytes';
const connection = 'belongs to the connection with this server';

/** In the order of the archive. Column names are those of the database. */
export const archivedTables = {
  restaurant_slugs: {},
  restaurant_counters: { without: { event_seq: 'counts what is told to open screens' } },
  tax_details: {},
  own_domains: { without: { proof: secret } },
  pictures: { without: { bytes: asFile, file: place } },
  outlets: {},
  alert_contacts: { without: { code_hash: secret, code_sent_at: guesses, wrong_tries: guesses } },
  outlet_modes: {},
  special_days: {},
  delivery_areas: {},
  menus: {},
  categories: {},
  items: {},
  category_items: {},
  category_inactive_outlets: {},
  item_inactive_outlets: {},
  item_sold_out: {},
  item_outlet_quantities: {},
  item_goes_with: {},
  modifier_lists: {},
  modifier_list_items: {},
  item_modifier_lists: {},
  low_stock_mails: {},
  low_stock_recipients: {},
  dining_areas: {},
  dining_tables: {},
  customers: {},
  customer_addresses: {},
  customer_notes: {},
  customer_consents: {},
  offers: {},
  offer_uses: {},
  stamp_cards: {},
  stamp_movements: { without: { request_key: 'recognizes a call that is sent again' } },
  orders: {},
  order_lines: {},
  order_line_options: {},
  order_status_changes: {},
  order_changes: {},
  order_problems: {},
  order_problem_photos: { without: { bytes: asFile, file: place } },
  order_make_minutes: {},
  guest_messages: {},
  drivers: { without: { token_hash: secret, code_hash: secret, code_tries: guesses } },
  driver_shifts: {},
  courier_companies: { without: { sealed: secret } },
  deliveries: {
    without: { code: secret, code_tries: guesses, tracking_url: 'is the page of a guest at the courier company' },
  },
  delivery_photos: { without: { bytes: asFile, file: place } },
  payment_gateways: { without: { sealed: secret } },
  payments: {
    without: {
      url: 'is the page of a guest at the gateway',
      request_key: 'recognizes a call that is sent again',
      request_hash: 'recognizes a call that is sent again',
      entry: 'is the call of an order that is none yet',
    },
  },
  payment_lines: {},
  payment_movements: {},
  payment_refunds: { without: { request_key: 'recognizes a call that is sent again' } },
  printers: {
    without: {
      token_hash: secret,
      events_read: connection,
      mac: connection,
      status_code: connection,
      last_seen_at: connection,
    },
  },
  memberships: { without: { pin_hash: secret, pin_tries: guesses } },
  invitations: { without: { token_hash: secret } },
  audit_log_entries: {},
} as const satisfies Record<string, ArchivedTable>;
export type ArchivedTableName = keyof typeof archivedTables;
export const archivedTableNames = Object.keys(archivedTables) as ArchivedTableName[];

export function withoutColumns(table: ArchivedTableName): Readonly<Record<string, string>> {
  return (archivedTables[table] as ArchivedTable).without ?? {};
}

/** Tables of photos, whose content is a file of its own: its folder in the archive, and the column with its name there. */
export const photoTables = {
  delivery_photos: { folder: 'photos', key: 'delivery_id' },
  order_problem_photos: { folder: 'problem-photos', key: 'order_id' },
} as const satisfies Partial<Record<ArchivedTableName, { folder: string; key: string }>>;
export type PhotoTable = keyof typeof photoTables;
export const photoTableNames = Object.keys(photoTables) as PhotoTable[];

/** Columns of the restaurant's own row that are not in the archive. */
export const withoutOfRestaurant: Readonly<Record<string, string>> = {
  site_token: 'is given to each site anew',
  menu_version: 'counts the transactions of this database',
};

const credentials = 'credentials: they let somebody in, and are given anew';
const passing = 'short-lived: it is over within hours or days';
const derived = 'derived: it is computed from other tables';

/** The tables of a restaurant that are not in the archive, with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = {
  company_providers: credentials,
  company_links: credentials,
  company_sign_ins: passing,
  company_sessions: credentials,
  sessions: credentials,
  phone_codes: credentials,
  guest_push_devices: credentials,
  push_devices: credentials,
  hand_overs: passing,
  driver_positions: passing,
  devices: passing,
  escalation_steps: passing,
  events: passing,
  idempotency_keys: passing,
  jobs: passing,
  print_jobs: passing,
  service_requests: passing,
  table_sessions: passing,
  table_participants: passing,
  menu_imports: 'short-lived: it takes back the last menu files; the menu itself is in the archive',
  audit_log_heads: derived,
  order_counts: derived,
  order_ids: derived,
  picture_sizes: derived,
  report_changes: derived,
  report_items: derived,
  report_month_times: derived,
  report_progress: derived,
  report_sums: derived,
  report_times: derived,
};
