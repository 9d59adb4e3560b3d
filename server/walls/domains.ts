/**
 * The one table of the domains: what each module of the server is for, who may import whom, through which doors, and which
 * tables each owns. `docs/architecture.md` is printed from it (`npm run docs`), and `module-walls.test.ts` holds the code against it.
 */
import { foundations } from './foundations.ts';
import type { Module } from './module.ts';

/**
 * From above: each module may import those after it. A domain can stand at several heights, because its foundation is what others
 * build on and its crown is built on others: a restaurant is erased with everything that refers to it.
 */
export const modules: readonly Module[] = [
  // modules begin; the lower ones stand in foundations.ts
  {
    folder: 'platform',
    purpose: 'the people who run the installation: restaurants, users, support access, backups',
    doors: ['backups/backup-handler', 'backups/schedule-backups', 'backups/ship-log', 'support-access'],
    tables: [],
  },
  {
    folder: 'restaurants/data-export',
    purpose: 'an archive of everything that a restaurant has, at one moment; and a new restaurant of an archive',
    doors: ['read-in/read-archive'],
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
    doors: ['erase-guest', 'erase-idle-guests', 'erasure-list', 'noted-erasure'],
    tables: [],
  },
  {
    folder: 'customers/guest-list',
    purpose: 'the guests of a restaurant for its people: the list, notes, consent',
    doors: [],
    tables: ['customer_notes', 'customer_consents'],
  },
  {
    folder: 'ordering/problems',
    purpose: 'problems with orders that are over: reported by guests, answered by the restaurant',
    doors: ['queries'],
    tables: ['order_problems', 'order_problem_photos'],
  },
  {
    folder: 'payments/paying',
    purpose: 'guests who pay online, alone or at a table: begun, settled with the gateway, refunded',
    doors: ['notification-page', 'payment-handler', 'queries', 'refund-order', 'table-bill/share-order'],
    tables: ['payments', 'payment_lines', 'payment_movements', 'payment_refunds'],
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
    doors: ['count-unaccepted', 'escalation', 'escalation-steps', 'remove-old-steps', 'watch-messages'],
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
    doors: ['check-sums', 'keep-sums', 'sums-of-orders', 'times-of-orders'],
    tables: ['report_progress', 'report_changes', 'report_sums', 'report_items', 'report_times', 'report_month_times'],
  },
  {
    folder: 'restaurants/settings',
    purpose: 'currency, locale, thresholds',
    doors: [],
    tables: [],
  },
  {
    folder: 'restaurants/own-domains',
    purpose: "own domains of restaurants' sites, and what browsers take along to them",
    doors: ['ask-listener', 'check-site', 'domain-dns', 'hand-over', 'identity-page', 'site-hosts', 'watch-domains'],
    tables: ['own_domains', 'hand_overs'],
  },
  {
    folder: 'kitchen/bumps',
    purpose: 'lines of an order made, or called back',
    doors: [],
    tables: [],
  },
  {
    folder: 'delivery',
    purpose:
      'drivers: their links and sessions, what they take out, proofs, positions, the cash of shifts, and courier companies',
    doors: [
      'couriers/companies',
      'couriers/courier-handler',
      'couriers/courier-page',
      'couriers/courier-routes',
      'driver-secrets',
      'queries',
      'track-driver',
    ],
    tables: ['drivers', 'deliveries', 'courier_companies', 'driver_shifts', 'delivery_photos', 'driver_positions'],
  },
  {
    folder: 'ordering',
    purpose:
      'quote, placing, status, history, receipt, the basket of a table, offers and stamp cards, messages to guests',
    doors: [
      'audience',
      'capacity/remove-old-minutes',
      'erase-guest',
      'guest-messages/tell-of-refund',
      'guest-messages/watch-guest-messages',
      'history/count-at-once',
      'history/history-conditions',
      'history/history-filters',
      'history/order-ids',
      'order-name',
      'get-order',
      'offers/rescale-offers',
      'place/hold-order',
      'place/idempotency-keys',
      'place/measure-placing',
      'place/order-queue',
      'place/order-writer',
      'place/prepare-order',
      'queries',
      'status/acknowledge-order',
      'status/change-order-status',
      'status/fire-order',
      'stamps/correct-stamps',
      'stamps/expire-stamps',
      'stamps/order-stamps',
      'stamps/stamp-card',
      'status/write-bump',
      'table-basket/table-session-routes',
      'wire',
    ],
    tables: [
      'orders',
      'order_lines',
      'order_line_options',
      'order_status_changes',
      'order_counts',
      'order_changes',
      'order_ids',
      'idempotency_keys',
      'guest_messages',
      'offers',
      'offer_uses',
      'order_make_minutes',
      'stamp_cards',
      'stamp_movements',
    ],
  },
  {
    folder: 'payments',
    purpose: 'the gateways through which guests pay, and their keys',
    doors: ['gateway-keys', 'held-orders', 'paid-at-table', 'refunds-of-order', 'settling'],
    tables: ['payment_gateways'],
  },
  {
    folder: 'kitchen/devices',
    purpose: 'the browsers that would ring',
    doors: ['push-devices', 'queries', 'remove-old-devices'],
    tables: ['devices', 'push_devices'],
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
    purpose: 'portions, sold out, the mail about what is low',
    doors: ['low-stock/watch-low-stock', 'move-stock'],
    tables: ['item_outlet_quantities', 'item_sold_out', 'low_stock_mails', 'low_stock_recipients'],
  },
  ...foundations,
  // modules end
];
