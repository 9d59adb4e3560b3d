/** The tables as Kysely sees them. A test compares every column with information_schema. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ImportCounts } from '#contract/menu/menu-import.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { OpeningHours, Period } from '#contract/outlets/opening-hours.ts';
import type {
  AddressId,
  CategoryId,
  CustomerId,
  DeliveryAreaId,
  DeviceId,
  DiningAreaId,
  InvitationId,
  ItemId,
  MenuId,
  MenuImportId,
  ModifierListId,
  OrderId,
  OutletId,
  PrinterId,
  PrintJobId,
  RestaurantId,
  SessionId,
  SpecialDayId,
  TableSessionId,
  ServiceRequestId,
  TableId,
  UserId,
} from '#contract/base/ids.ts';
import type {
  DeviceSound,
  Escalation,
  Language,
  PrinterKind,
  PrintMoment,
  RestaurantStatus,
} from '#contract/base/enumerations.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import type { SharedLine } from '#contract/dining/table-sessions.ts';

export type Mode = 'delivery' | 'pickup' | 'dine-in';
export type Role = 'owner' | 'manager' | 'staff';
/** Texts in other languages than the restaurant's default: { ar: '...' }. */
export type Translations = Record<string, string>;
export interface OrderAddress {
  location: string;
  floor: string;
  instruction: string;
  nickName: string;
}

type Json<T> = JSONColumnType<T & object>;
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;

interface UsersTable {
  id: UserId;
  email: string;
  email_key: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  country_code: string;
  mobile_number: string;
  user_type: 'merchant' | 'admin';
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
  password_version: Generated<number>;
  disabled_reason: Generated<string>;
  factor_optional: Generated<boolean>;
}

interface SecondFactorsTable {
  user_id: UserId;
  sealed: Buffer;
  created_at: Date;
  confirmed_at: Date | null;
  last_step: Generated<number>;
}

interface RecoveryCodesTable {
  user_id: UserId;
  code_hash: Buffer;
}

interface SignInChallengesTable {
  token_hash: Buffer;
  user_id: UserId;
  password_version: number;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

interface RestaurantsTable {
  id: RestaurantId;
  name: string;
  slug: string;
  country: string;
  currency: string;
  outlet_band: string;
  informer: string;
  charge_options: Generated<'once' | 'each'>;
  default_locale: Generated<string>;
  site_languages: Generated<Language[]>;
  accent: Generated<string>;
  logo_hash: string | null;
  cover_hash: string | null;
  site_token: string;
  trial_started_at: Date;
  trial_ends_at: Date | null;
  created_at: Date;
  updated_at: Date;
  menu_version: Generated<number>;
  code_countries: string[] | null;
  codes_per_day: Generated<number>;
  branded_at: Date | null;
  status: Generated<RestaurantStatus>;
  status_reason: Generated<string>;
  status_at: Date | null;
  closed_at: Date | null;
  /** Until then it can be opened again. */
  erase_at: Date | null;
  erasing_since: Date | null;
}

/** Addresses of restaurants that were erased, by the SHA-256 of the slug. */
interface RetiredSlugsTable {
  slug_hash: Buffer;
  free_at: Date;
}

interface InvitationsTable {
  restaurant_id: RestaurantId;
  id: InvitationId;
  email: string;
  email_key: string;
  role: Role;
  token_hash: Buffer;
  invited_by_name: string;
  created_at: Date;
  expires_at: Date;
  /** null: all. */
  outlet_ids: OutletId[] | null;
}

interface AuditLogHeadsTable {
  restaurant_id: RestaurantId;
  number: number;
  hash: Buffer;
}

interface AuditLogEntriesTable {
  restaurant_id: RestaurantId;
  number: number;
  at: Date;
  actor_kind: string;
  actor_id: UserId | null;
  actor_name: string;
  action: string;
  subject: string;
  details: string;
  request_id: string;
  hash: Buffer;
}

interface RestaurantSlugsTable {
  restaurant_id: RestaurantId;
  slug: string;
  taken_at: Date;
}

interface SessionsTable {
  token_hash: Buffer;
  kind: 'user' | 'customer' | 'registration';
  user_id: UserId | null;
  restaurant_id: RestaurantId | null;
  customer_id: CustomerId | null;
  phone: string | null;
  device: Generated<string>;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  id: Generated<SessionId>;
  /** null: of one person. */
  lock_minutes: number | null;
  /** Who has taken a shared tablet over; null: it is locked, or not shared. */
  acting_user_id: UserId | null;
  /** Why an admin looks at the restaurant; null: no support view. */
  support_reason: string | null;
}

interface PasswordResetsTable {
  user_id: UserId;
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date;
}

interface RateCountersTable {
  key: string;
  count: number;
  expires_at: Date;
}

interface MembershipsTable {
  restaurant_id: RestaurantId;
  user_id: UserId;
  role: Role;
  created_at: Date;
  /** Where they work; null: at all outlets. */
  outlet_ids: OutletId[] | null;
  pin_hash: Buffer | null;
  pin_tries: Generated<number>;
}

interface RestaurantCountersTable {
  restaurant_id: RestaurantId;
  event_seq: Generated<number>;
  table_number: Generated<number>;
}

interface PicturesTable {
  restaurant_id: RestaurantId;
  hash: string;
  content_type: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  bytes: Buffer;
  stored_bytes: number;
  created_at: Date;
}

interface PictureSizesTable {
  restaurant_id: RestaurantId;
  hash: string;
  width: number;
  content_type: string;
  bytes: Buffer;
}

interface OutletsTable {
  restaurant_id: RestaurantId;
  id: OutletId;
  name: string;
  name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  name_key: string;
  image_hash: string | null;
  time_zone: string;
  email: string;
  phone: string;
  is_active: Generated<boolean>;
  tax_rate_bp: Generated<number>;
  tax_inclusive: Generated<boolean>;
  escalates_by_call: Generated<boolean>;
  takes_same_date: Generated<boolean>;
  takes_next_date: Generated<boolean>;
  address_location: string | null;
  address_area: string | null;
  latitude: number | null;
  longitude: number | null;
  last_order_number: Generated<number>;
  position: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** Minutes since an order was placed. */
  escalation_devices_minutes: Generated<number>;
  escalation_mail_minutes: Generated<number | null>;
  /** null: the outlet's email. */
  escalation_mail_to: string | null;
  escalation_call_minutes: Generated<number>;
  /** null: as the server is configured; 0: never. */
  auto_reject_minutes: number | null;
  refuses_unattended: Generated<boolean>;
}

interface OutletModesTable {
  restaurant_id: RestaurantId;
  outlet_id: OutletId;
  mode: Mode;
  accepts_orders: Generated<boolean>;
  preparation_minutes: Generated<number>;
  delivery_minutes: Generated<number>;
  takes_cash: Generated<boolean>;
  takes_card: Generated<boolean>;
  opening_hours: Json<OpeningHours>;
  paused_until: Date | null;
}

interface DeliveryAreasTable {
  restaurant_id: RestaurantId;
  id: DeliveryAreaId;
  outlet_id: OutletId;
  name: string;
  name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  minimum_minor: MinorUnits;
  fee_minor: ColumnType<MinorUnits, MinorUnits | undefined, MinorUnits>;
  position: Generated<number>;
  created_at: Date;
  deleted_at: Date | null;
}

interface SpecialDaysTable {
  restaurant_id: RestaurantId;
  id: SpecialDayId;
  outlet_id: OutletId;
  mode: Mode | null;
  /** Local dates, 'YYYY-MM-DD'. */
  starts_on: string;
  ends_on: string;
  is_open: boolean;
  periods: JsonWithDefault<Period[]>;
  reason: string;
  reason_translations: ColumnType<Translations, Translations | undefined, Translations>;
  created_at: Date;
  deleted_at: Date | null;
}

interface DiningAreasTable {
  restaurant_id: RestaurantId;
  id: DiningAreaId;
  outlet_id: OutletId;
  name: string;
  position: Generated<number>;
  created_at: Date;
  deleted_at: Date | null;
}

interface DiningTablesTable {
  restaurant_id: RestaurantId;
  id: TableId;
  outlet_id: OutletId;
  area_id: DiningAreaId | null;
  name: string;
  /** Names the table in its code; unique per restaurant. */
  number: number;
  code_version: Generated<number>;
  coded_at: Date;
  position: Generated<number>;
  created_at: Date;
  deleted_at: Date | null;
}

interface ServiceRequestsTable {
  restaurant_id: RestaurantId;
  id: ServiceRequestId;
  outlet_id: OutletId;
  table_id: TableId;
  kind: 'waiter' | 'bill';
  requested_at: Date;
  answered_at: Date | null;
  answered_by: string | null;
}

interface TableSessionsTable {
  restaurant_id: RestaurantId;
  id: TableSessionId;
  outlet_id: OutletId;
  table_id: TableId;
  code_version: number;
  version: Generated<number>;
  submitted_orders: JsonWithDefault<{ orderId: OrderId; participant: number }[]>;
  started_at: Date;
  last_active_at: Date;
}

interface TableParticipantsTable {
  restaurant_id: RestaurantId;
  table_session_id: TableSessionId;
  number: number;
  key_hash: Buffer;
  name: string;
  lines: JsonWithDefault<SharedLine[]>;
  /** Ids of lines that were ordered, or that somebody else took off. */
  removed_line_ids: JsonWithDefault<string[]>;
}

interface ItemsTable {
  restaurant_id: RestaurantId;
  id: ItemId;
  type: 'item' | 'modifier';
  name: string;
  name_translations: JsonWithDefault<Translations>;
  description: Generated<string>;
  description_translations: JsonWithDefault<Translations>;
  price_minor: MinorUnits;
  sku: string;
  external_id: string | null;
  image_hash: string | null;
  quantity: number | null;
  low_stock: number | null;
  calories: number | null;
  allergens: Generated<string[]>;
  diets: Generated<string[]>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

interface ItemInactiveOutletsTable {
  restaurant_id: RestaurantId;
  item_id: ItemId;
  outlet_id: OutletId;
}

interface ItemSoldOutTable {
  restaurant_id: RestaurantId;
  item_id: ItemId;
  outlet_id: OutletId;
  sold_out_until: Date | null;
}

interface ModifierListsTable {
  restaurant_id: RestaurantId;
  id: ModifierListId;
  name: string;
  display_name: string;
  display_name_translations: JsonWithDefault<Translations>;
  allows_multiple: Generated<boolean>;
  min_choices: Generated<number>;
  max_choices: Generated<number>;
  is_optional: Generated<boolean>;
  external_id: string | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

interface ModifierListItemsTable {
  restaurant_id: RestaurantId;
  modifier_list_id: ModifierListId;
  item_id: ItemId;
  position: Generated<number>;
}

interface ItemModifierListsTable {
  restaurant_id: RestaurantId;
  item_id: ItemId;
  modifier_list_id: ModifierListId;
  position: Generated<number>;
}

interface MenusTable {
  restaurant_id: RestaurantId;
  id: MenuId;
  name: string;
  calories: number | null;
  platform: Generated<string>;
  notes: Generated<string>;
  is_live: Generated<boolean>;
  position: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

interface CategoriesTable {
  restaurant_id: RestaurantId;
  id: CategoryId;
  menu_id: MenuId;
  name: string;
  name_translations: JsonWithDefault<Translations>;
  position: Generated<number>;
  external_id: string | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

interface CategoryItemsTable {
  restaurant_id: RestaurantId;
  category_id: CategoryId;
  item_id: ItemId;
  position: Generated<number>;
}

interface CategoryInactiveOutletsTable {
  restaurant_id: RestaurantId;
  category_id: CategoryId;
  outlet_id: OutletId;
}

interface CustomersTable {
  restaurant_id: RestaurantId;
  id: CustomerId;
  phone: string;
  name: string;
  email: string;
  created_at: Date;
  updated_at: Date;
  /** What the name is searched by; made by the database. */
  name_key: Generated<string>;
}

interface CustomerAddressesTable {
  restaurant_id: RestaurantId;
  customer_id: CustomerId;
  id: AddressId;
  delivery_area_id: DeliveryAreaId;
  area_name: string;
  location: string;
  floor: string;
  instruction: string;
  nickname: string;
  used_at: Date;
}

interface TaxDetailsTable {
  restaurant_id: RestaurantId;
  valid_from: Date;
  legal_name: string;
  tax_number: string;
  address: string;
}

interface PhoneCodesTable {
  restaurant_id: RestaurantId;
  phone: string;
  code_hash: Buffer;
  wrong_tries: Generated<number>;
  used_at: Date | null;
  created_at: Date;
  expires_at: Date;
}

interface OrdersTable {
  restaurant_id: RestaurantId;
  id: OrderId;
  order_number: number;
  outlet_id: OutletId;
  outlet_name: string;
  outlet_time_zone: string;
  /** null: a test order. */
  customer_id: CustomerId | null;
  customer_name: string;
  customer_phone: string;
  mode: Mode;
  payment_method: 'cash' | 'card';
  status: OrderStatus;
  status_changed_at: Date;
  status_version: Generated<number>;
  cancel_reason: string | null;
  delivery_area_id: DeliveryAreaId | null;
  delivery_area_name: string | null;
  address: ColumnType<OrderAddress | null, string | null, null>;
  table_name: string | null;
  special_instruction: Generated<string>;
  platform: Generated<string>;
  currency: string;
  charge_options: 'once' | 'each';
  tax_rate_bp: number;
  tax_inclusive: boolean;
  subtotal_minor: MinorUnits;
  tax_minor: MinorUnits;
  delivery_fee_minor: MinorUnits | null;
  total_minor: MinorUnits;
  /** When the guest wants to have it; null: as soon as possible, and `fires_at` too. */
  requested_for: Date | null;
  /** When the kitchen is to begin with it, and when it was told to. */
  fires_at: Date | null;
  fired_at: Date | null;
  preparation_minutes: number;
  promised_at: Date | null;
  stock_taken: JsonWithDefault<Partial<Record<ItemId, number>>>;
  is_test: Generated<boolean>;
  placed_at: Date;
  /** The local date in the outlet, 'YYYY-MM-DD'. */
  placed_on: string;
  /** The hour on the clock there, 0 to 23. */
  placed_hour: number;
  /** Null: not yet, or taken back. An order that is cancelled without has been rejected. */
  accepted_at: Date | null;
  ready_at: Date | null;
  /** When a printer last confirmed the ticket. */
  printed_at: Date | null;
  /** Until when the guest was told that the restaurant accepts; null: no end. */
  accept_by: Date | null;
  escalation: Escalation | null;
  seen_by: string | null;
  seen_at: Date | null;
  /** Grows with every bump and recall of its lines. */
  bumps: Generated<number>;
  /** Of an order at a table; its name and its area's are kept as they were. */
  table_id: TableId | null;
  table_area: string | null;
}

interface OrderCountsTable {
  restaurant_id: RestaurantId;
  span: 'day' | 'month';
  /** A local date, 'YYYY-MM-DD'. */
  starts_on: string;
  outlet_id: OutletId;
  mode: Mode;
  payment_method: 'cash' | 'card';
  status: 'Completed' | 'Cancelled';
  platform: string;
  orders: number;
}

interface OrderLinesTable {
  restaurant_id: RestaurantId;
  order_id: OrderId;
  line_number: number;
  item_id: ItemId;
  name: string;
  name_translations: JsonWithDefault<Translations>;
  quantity: number;
  unit_price_minor: MinorUnits;
  total_minor: MinorUnits;
  note: Generated<string>;
  /** When the kitchen bumped it; null while it is to be made. */
  made_at: Date | null;
  /** When it was called back, and is to be made again. */
  recalled_at: Date | null;
  /** Which guest at the table it is for; empty: nobody said. */
  guest_name: Generated<string>;
}

interface OrderLineOptionsTable {
  restaurant_id: RestaurantId;
  order_id: OrderId;
  line_number: number;
  position: number;
  modifier_list_id: ModifierListId;
  modifier_list_name: string;
  item_id: ItemId;
  name: string;
  name_translations: JsonWithDefault<Translations>;
  price_minor: MinorUnits;
}

interface OrderStatusChangesTable {
  restaurant_id: RestaurantId;
  order_id: OrderId;
  version: number;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  reason: string | null;
  is_undo: Generated<boolean>;
  actor_kind: 'customer' | 'user' | 'system';
  actor_id: string | null;
  actor_name: string;
  changed_at: Date;
}

interface DevicesTable {
  restaurant_id: RestaurantId;
  id: DeviceId;
  user_id: UserId;
  /** As somebody called it; null: nobody has. */
  name: string | null;
  /** What it said it is, in words. */
  kind: string;
  tab: string;
  sound: DeviceSound;
  is_visible: boolean;
  is_connected: boolean;
  /** null: all. */
  outlet_ids: OutletId[] | null;
  last_seen_at: Date;
  closed_at: Date | null;
}

/** What happens to an order that is still New. */
export type AlarmStep = Escalation | 'reject';
export type AlarmOutcome = 'done' | 'moved' | 'failed';

interface EscalationStepsTable {
  restaurant_id: RestaurantId;
  order_id: OrderId;
  step: AlarmStep;
  /** While a mail or a call is on its way: when it counts as lost. */
  due_at: Date;
  tries: Generated<number>;
  done_at: Date | null;
  outcome: AlarmOutcome | null;
}

interface PrintersTable {
  restaurant_id: RestaurantId;
  id: PrinterId;
  outlet_id: OutletId;
  name: string;
  kind: PrinterKind;
  /** Characters in a line: 32, 42 or 48. */
  width: number;
  prints: PrintMoment;
  token_hash: Buffer;
  events_read: number;
  mac: string | null;
  status_code: number | null;
  last_seen_at: Date | null;
  created_at: Date;
  deleted_at: Date | null;
}

export type PrintReason = 'order' | 'cancelled' | 'restored' | 'hand' | 'test';
export type PrintState = 'queued' | 'sent' | 'printed' | 'failed' | 'expired' | 'dropped';

interface PrintJobsTable {
  restaurant_id: RestaurantId;
  id: PrintJobId;
  printer_id: PrinterId;
  order_id: OrderId | null;
  reason: PrintReason;
  occasion: string;
  state: Generated<PrintState>;
  tries: Generated<number>;
  sent_at: Date | null;
  problem: number | null;
  created_at: Date;
  done_at: Date | null;
}

interface IdempotencyKeysTable {
  restaurant_id: RestaurantId;
  customer_id: CustomerId;
  operation: string;
  key: string;
  request_hash: Buffer;
  answer: ColumnType<unknown, string | null, string>;
  created_at: Date;
}

interface EventsTable {
  restaurant_id: RestaurantId;
  seq: number;
  type: string;
  order_id: OrderId | null;
  customer_id: CustomerId | null;
  data: JsonWithDefault<Record<string, unknown>>;
  happened_at: Date;
}

interface MenuImportsTable {
  restaurant_id: RestaurantId;
  id: MenuImportId;
  menu_id: MenuId;
  menu_name: string;
  file_name: string;
  imported_by: string;
  counts: Json<ImportCounts>;
  /** The module that imports knows what is in it. */
  undo: Json<object>;
  state_after: string;
  imported_at: Date;
  undone_at: Date | null;
}

export interface Schema {
  users: UsersTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_challenges: SignInChallengesTable;
  restaurants: RestaurantsTable;
  restaurant_slugs: RestaurantSlugsTable;
  retired_slugs: RetiredSlugsTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  rate_counters: RateCountersTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  audit_log_heads: AuditLogHeadsTable;
  audit_log_entries: AuditLogEntriesTable;
  restaurant_counters: RestaurantCountersTable;
  pictures: PicturesTable;
  picture_sizes: PictureSizesTable;
  outlets: OutletsTable;
  outlet_modes: OutletModesTable;
  delivery_areas: DeliveryAreasTable;
  special_days: SpecialDaysTable;
  dining_areas: DiningAreasTable;
  dining_tables: DiningTablesTable;
  service_requests: ServiceRequestsTable;
  table_sessions: TableSessionsTable;
  table_participants: TableParticipantsTable;
  items: ItemsTable;
  item_inactive_outlets: ItemInactiveOutletsTable;
  item_sold_out: ItemSoldOutTable;
  modifier_lists: ModifierListsTable;
  modifier_list_items: ModifierListItemsTable;
  item_modifier_lists: ItemModifierListsTable;
  menus: MenusTable;
  categories: CategoriesTable;
  category_items: CategoryItemsTable;
  category_inactive_outlets: CategoryInactiveOutletsTable;
  menu_imports: MenuImportsTable;
  customers: CustomersTable;
  customer_addresses: CustomerAddressesTable;
  tax_details: TaxDetailsTable;
  phone_codes: PhoneCodesTable;
  orders: OrdersTable;
  order_counts: OrderCountsTable;
  order_lines: OrderLinesTable;
  order_line_options: OrderLineOptionsTable;
  order_status_changes: OrderStatusChangesTable;
  devices: DevicesTable;
  escalation_steps: EscalationStepsTable;
  printers: PrintersTable;
  print_jobs: PrintJobsTable;
  idempotency_keys: IdempotencyKeysTable;
  events: EventsTable;
}
