/**
 * The one table of the domains: what each module of the server is for, who may import whom, through which doors, and who writes
 * which table. `docs/architecture.md` is printed from it (`npm run docs`), and `architecture.test.ts` holds the code against it.
 */
export interface Module {
  /** A folder below `server/modules`, with the folders in it that are not listed themselves. Its first part is the domain. */
  folder: string;
  /** One line for the diagram. */
  purpose: string;
  /** Files without '.ts' that other domains may import; every `routes.ts` is one. Modules of one domain see all of each other. */
  doors: readonly string[];
  /** Tables that this module looks after: only files of its domain write them, but for `writersBeside`. */
  tables: readonly string[];
}

/**
 * From above: each module may import those after it. A domain can stand at several heights, because its foundation is what others
 * build on and its crown is built on others: a restaurant is erased with everything that refers to it.
 */
export const modules: readonly Module[] = [
  // modules begin
  {
    folder: 'platform',
    purpose: 'the people who run the installation: restaurants, users, support access, backups',
    doors: ['backups/backup-handler', 'backups/schedule-backups', 'support-access'],
    tables: [],
  },
  {
    folder: 'restaurants/data-export',
    purpose: 'an archive of everything that a restaurant has',
    doors: [],
    tables: [],
  },
  {
    folder: 'restaurants/offboarding',
    purpose: 'closing, reopening and erasing a restaurant',
    doors: ['erase-restaurant'],
    tables: ['retired_slugs'],
  },
  {
    folder: 'customers/privacy',
    purpose: 'the data of a guest: handed out, erased',
    doors: ['erase-guest', 'erase-idle-guests', 'erasure-list'],
    tables: [],
  },
  {
    folder: 'kitchen/live',
    purpose: 'events streamed to screens',
    doors: [],
    tables: [],
  },
  {
    folder: 'kitchen/escalation',
    purpose: 'orders that nobody accepts, scheduled orders that are due',
    doors: ['escalation', 'remove-old-steps', 'watch-messages'],
    tables: ['escalation_steps'],
  },
  {
    folder: 'printing',
    purpose: 'tickets, and the printers that fetch them',
    doors: ['draw-text', 'printer-routes', 'remove-old-jobs'],
    tables: ['printers', 'print_jobs'],
  },
  {
    folder: 'reports',
    purpose: 'figures',
    doors: ['check-sums', 'keep-sums'],
    tables: ['report_progress', 'report_changes', 'report_sums', 'report_items', 'report_times'],
  },
  {
    folder: 'restaurants/settings',
    purpose: 'currency, locale, thresholds',
    doors: [],
    tables: [],
  },
  {
    folder: 'kitchen/bumps',
    purpose: 'lines of an order made, or called back',
    doors: [],
    tables: [],
  },
  {
    folder: 'ordering',
    purpose: 'quote, placing, status, history, receipt, the basket of a table',
    doors: [
      'audience',
      'erase-guest',
      'history/history-conditions',
      'history/history-filters',
      'history/order-ids',
      'order-name',
      'place/idempotency-keys',
      'place/order-writer',
      'queries',
      'status/acknowledge-order',
      'status/change-order-status',
      'status/fire-order',
      'status/tell-cancelled',
      'status/write-bump',
      'table-basket/table-session-routes',
      'wire',
    ],
    tables: ['orders', 'order_lines', 'order_line_options', 'order_status_changes', 'order_ids', 'idempotency_keys'],
  },
  {
    folder: 'kitchen/devices',
    purpose: 'the browsers that would ring',
    doors: ['queries', 'remove-old-devices'],
    tables: ['devices'],
  },
  {
    folder: 'menu/import',
    purpose: 'a menu from a file and back',
    doors: [
      'export-menu',
      'import-menu',
      'menu-file',
      'menu-file-jobs',
      'plan',
      'plan-import',
      'read-file',
      'stored-imports',
    ],
    tables: ['menu_imports'],
  },
  {
    folder: 'menu/catalogue',
    purpose: 'the menu as guests read it',
    doors: ['catalogues', 'list-sites', 'purge-pages'],
    tables: [],
  },
  {
    folder: 'menu/inventory',
    purpose: 'portions, sold out',
    doors: ['move-stock'],
    tables: ['item_sold_out'],
  },
  {
    folder: 'customers',
    purpose: 'guests: codes by phone, accounts, addresses',
    doors: ['addresses', 'queries'],
    tables: ['customers', 'customer_addresses', 'phone_codes'],
  },
  {
    folder: 'staff',
    purpose: 'invitations and roles',
    doors: ['invite-staff', 'queries'],
    tables: ['invitations'],
  },
  {
    folder: 'accounts',
    purpose: 'people: sign-up, sign-in, sessions, second factor, shared tablet',
    doors: [
      'create-admin',
      'demo-accounts',
      'email-verification/email-verifications',
      'passwords/forgot-password',
      'passwords/password-resets',
      'passwords/password-rules',
      'passwords/passwords',
      'queries',
      'second-factor/factor-tokens',
      'second-factor/require-proof',
      'second-factor/reset-factor',
      'second-factor/second-factor',
      'sessions/device',
      'sessions/find-caller',
      'sessions/list-ended-tokens',
      'sessions/sessions',
      'sign-in/challenges',
      'sign-in/sign-in',
      'sign-in/sign-in-audit',
      'sign-in/sign-in-limits',
      'wire',
    ],
    tables: [
      'users',
      'sessions',
      'password_resets',
      'email_verifications',
      'second_factors',
      'factor_tokens',
      'recovery_codes',
      'sign_in_challenges',
    ],
  },
  {
    folder: 'outlets/geocoding',
    purpose: 'places found by their address',
    doors: ['tile-origins'],
    tables: [],
  },
  {
    folder: 'outlets/clones',
    purpose: 'an outlet copied with all that belongs to it',
    doors: [],
    tables: [],
  },
  {
    folder: 'menu/menus',
    purpose: 'menus and what is shown of them',
    doors: ['category-routes', 'queries'],
    tables: ['menus'],
  },
  {
    folder: 'menu/categories',
    purpose: 'categories and their items',
    doors: ['copy-availability', 'queries'],
    tables: ['categories', 'category_items', 'category_inactive_outlets'],
  },
  {
    folder: 'menu/items',
    purpose: 'items and modifiers, prices, availability',
    doors: ['copy-availability', 'queries', 'rescale-prices'],
    tables: ['items', 'item_inactive_outlets'],
  },
  {
    folder: 'menu/modifier-lists',
    purpose: 'questions to the guest about an item',
    doors: [],
    tables: ['modifier_lists', 'modifier_list_items', 'item_modifier_lists'],
  },
  {
    folder: 'outlets/delivery-areas',
    purpose: 'areas, minimum and fee',
    doors: ['queries', 'rescale-amounts', 'wire'],
    tables: ['delivery_areas'],
  },
  {
    folder: 'dining',
    purpose: 'tables, table sessions, service requests',
    doors: [
      'copy-tables',
      'join-table-session',
      'remove-old-requests',
      'require-table-code',
      'table-code',
      'table-sessions',
    ],
    tables: ['dining_areas', 'dining_tables', 'table_sessions', 'table_participants', 'service_requests'],
  },
  {
    folder: 'outlets',
    purpose: 'outlets, ordering modes, hours, special days, pauses',
    doors: ['alert-contacts', 'closed-week', 'next-opening', 'queries', 'wire'],
    tables: ['outlets', 'alert_contacts', 'outlet_modes', 'special_days'],
  },
  {
    folder: 'restaurants',
    purpose: 'the restaurant, its branding and the address of its site',
    doors: [
      'audience',
      'code-settings',
      'create-restaurant',
      'find-restaurant',
      'menu-transaction',
      'message-budgets',
      'owner-verification',
      'queries',
      'restaurant-status',
      'table-numbers',
      'tax-details',
      'wire',
    ],
    tables: ['restaurants', 'restaurant_slugs', 'restaurant_counters', 'tax_details'],
  },
  {
    folder: 'restaurants/pictures',
    purpose: 'pictures that a restaurant has stored',
    doors: ['address', 'encode-picture', 'make-icon', 'picture', 'queries', 'remove-unused-pictures', 'store-picture'],
    tables: ['pictures', 'picture_sizes'],
  },
  {
    folder: 'staff/memberships',
    purpose: 'who works in a restaurant, and as what',
    doors: ['memberships'],
    tables: ['memberships'],
  },
  {
    folder: 'outbound',
    purpose: 'the outbox: mail, SMS, voice calls, and other work after an answer',
    doors: [
      'dev-inbox',
      'gateway',
      'jobs/enqueue',
      'jobs/job',
      'jobs/outbox',
      'jobs/queries',
      'jobs/remove-old-jobs',
      'jobs/run-outbox',
      'letter',
      'mail',
      'message-handlers',
      'name-in-message',
      'phone',
      'send-message',
      'sms',
      'unsent-messages',
      'voice-calls',
    ],
    tables: ['jobs'],
  },
  {
    folder: 'staff/audit-log',
    purpose: 'who did what, in a chain of hashes',
    doors: ['append-audit'],
    tables: ['audit_log_heads', 'audit_log_entries'],
  },
  // modules end
];

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
];
