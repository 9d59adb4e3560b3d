/** Every address of the Order Manager, by name. Links are built here and nowhere else; one test prints them all. */
import type { OrderSource } from '#contract/base/enumerations.ts';
import type {
  CategoryId,
  CustomerId,
  DeliveryAreaId,
  ItemId,
  MenuId,
  ModifierListId,
  OfferId,
  OrderId,
  OutletId,
  PrinterId,
  RestaurantId,
} from '#contract/base/ids.ts';
import type { Restaurant } from '#contract/accounts/accounts.ts';
import type { UserType } from '../api/session.ts';

export type WizardTask = 'create' | 'edit';
/** The steps of the outlet wizard, in their order (order-operations 2); `special-days` is an addition. */
const stepPaths = {
  'basic-info': 'basic-info',
  address: 'address',
  delivery: 'ordering-services/delivery',
  'delivery-area': 'ordering-services/delivery-area',
  pickup: 'ordering-services/pickup',
  'special-days': 'special-days',
  'contactless-dining': 'ordering-services/contactless-dining',
} as const;
export type OutletStep = keyof typeof stepPaths;
export const outletSteps = Object.keys(stepPaths) as OutletStep[];

/** Parts of the branding page that settings lead to, as ids of its elements. */
export const brandingParts = {
  terms: 'ordering-settings',
  legal: 'legal-details',
  tips: 'tips',
  address: 'site-address',
} as const;
type BrandingPart = (typeof brandingParts)[keyof typeof brandingParts];

/** Pages inside a step of the wizard have one address for both of its variants. */
const taskQuery = (task: WizardTask) => (task === 'edit' ? '' : '&task=create');

export const paths = {
  welcome: () => '/',
  signIn: () => '/login',
  /** `mail`: asks for a link, whichever company this browser knows. */
  companySignIn: (by?: 'mail') => (by === undefined ? '/login/company' : `/login/company?by=${by}`),
  companyReturn: (restaurant: RestaurantId) => `/login/company/callback/${restaurant}`,
  signUp: () => '/signup',
  forgotPassword: () => '/forgot-password',
  /** Changes the password of who is signed in; the token of a mailed link is added by the mail. */
  recoverPassword: () => '/recover-password',
  verifyEmail: () => '/verify-email',

  getStarted: () => '/dashboard',
  liveOrders: (order?: OrderId) =>
    order === undefined ? '/dashboard/orders/live' : `/dashboard/orders/live?order=${order}`,
  orderHistory: () => '/dashboard/orders',
  /** Problems that wait for an answer, or problems that have one. */
  problems: (show?: 'answered') =>
    show === undefined ? '/dashboard/orders/problems' : `/dashboard/orders/problems?show=${show}`,
  /** Everything about one order, at work or long done. */
  order: (order: OrderId) => `/dashboard/orders/${order}`,
  /** The guests of the restaurant, and one of them. */
  customers: () => '/dashboard/customers',
  customer: (guest: CustomerId) => `/dashboard/customers/${guest}`,
  offers: () => '/dashboard/offers',
  createOffer: () => '/dashboard/offers/create',
  /** Without the id, the one that was opened last. */
  offer: (offer?: OfferId) => (offer === undefined ? '/dashboard/offers/edit' : `/dashboard/offers/edit?id=${offer}`),
  phoneOrder: () => '/dashboard/orders/new',
  kitchen: () => '/dashboard/orders/kitchen',
  /** With the tab that is shown; without, that of sales. */
  reports: (tab?: string) => (tab === undefined ? '/dashboard/reports' : `/dashboard/reports?tab=${tab}`),
  /** `show`: only the counted items that are low or sold out. */
  inventory: (show?: 'low' | 'sold-out') =>
    show === undefined ? '/dashboard/inventory' : `/dashboard/inventory?show=${show}`,
  pauseOrders: () => '/dashboard/settings',
  items: () => '/dashboard/items',
  /** `category`: the one that the new item is to be in. */
  createItem: (category?: CategoryId) =>
    category === undefined ? '/dashboard/items/create' : `/dashboard/items/create?category=${category}`,
  /** Without the id, the one that was opened last. */
  item: (item?: ItemId) => (item === undefined ? '/dashboard/items/edit' : `/dashboard/items/edit?id=${item}`),
  modifierLists: () => '/dashboard/modifier-lists',
  createModifierList: () => '/dashboard/modifier-lists/create',
  modifierList: (list?: ModifierListId) =>
    list === undefined ? '/dashboard/modifier-lists/edit' : `/dashboard/modifier-lists/edit?id=${list}`,
  menus: () => '/dashboard/menus',
  createMenu: () => '/dashboard/menus/create',
  /** With the menu that one came from, to be imported into or exported. */
  importMenu: (menu?: MenuId) =>
    menu === undefined ? '/dashboard/menus/import' : `/dashboard/menus/import?id=${menu}`,
  /** A menu with its categories. Without the id, the one that was opened last. */
  menu: (menu?: MenuId) => (menu === undefined ? '/dashboard/menus/edit' : `/dashboard/menus/edit?id=${menu}`),
  menuForm: (menu: MenuId) => `/dashboard/menus/edit?id=${menu}&form=open`,
  outlets: () => '/dashboard/outlets',
  /** Leads to the first step, as `editOutlet` does. */
  createOutlet: () => '/dashboard/outlets/create',
  editOutlet: () => '/dashboard/outlets/edit',
  /** A step of the wizard. Without the id, about the outlet that was opened last; where one is created, about none yet. */
  outletStep: (task: WizardTask, step: OutletStep, outlet?: OutletId) =>
    `/dashboard/outlets/${task}/${stepPaths[step]}${outlet === undefined ? '' : `?id=${outlet}`}`,
  /** The id is the outlet's, as that of `deliveryArea` is the area's. `task`: of the wizard that it is opened in. */
  createDeliveryArea: (outlet?: OutletId, task: WizardTask = 'edit') =>
    `/dashboard/outlets/delivery-areas/create${outlet === undefined ? '' : `?id=${outlet}${taskQuery(task)}`}`,
  deliveryArea: (area?: DeliveryAreaId, task: WizardTask = 'edit') =>
    `/dashboard/outlets/delivery-areas/edit${area === undefined ? '' : `?id=${area}${taskQuery(task)}`}`,

  /** All settings of the restaurant; `/dashboard/settings` is the specification's Pause orders. */
  settings: () => '/dashboard/restaurant',
  branding: (part?: BrandingPart) => (part === undefined ? '/dashboard/branding' : `/dashboard/branding#${part}`),
  /** The escalation of orders that nobody accepts. Without the id, at the first outlet. */
  escalation: (outlet?: OutletId) => (outlet === undefined ? '/dashboard/alarms' : `/dashboard/alarms?id=${outlet}`),
  guestMessages: () => '/dashboard/guest-messages',
  onlinePayments: () => '/dashboard/online-payments',
  company: () => '/dashboard/company-login',
  drivers: () => '/dashboard/drivers',
  driverShifts: () => '/dashboard/drivers/cash',
  couriers: () => '/dashboard/drivers/couriers',
  printers: () => '/dashboard/printers',
  createPrinter: () => '/dashboard/printers/create',
  /** Without the id, the one that was opened last. */
  printer: (printer?: PrinterId) =>
    printer === undefined ? '/dashboard/printers/edit' : `/dashboard/printers/edit?id=${printer}`,

  account: () => '/dashboard/account',
  security: () => '/dashboard/account/security',
  closeRestaurant: () => '/dashboard/account/close',
  /** With the token of a mailed link. */
  acceptInvitation: () => '/accept-invitation',
  staff: () => '/dashboard/staff',
  auditLog: () => '/dashboard/record',

  /** Spelt as in the documents; the right spelling leads there. */
  users: () => '/dashboard/users',
  restaurants: () => '/dashboard/resturants',
  messageBudgets: () => '/dashboard/messages',
  createRestaurant: () => '/dashboard/create-resturant',

  /** The restaurant's own site. Not a page of this application: a link to it leaves. `from` tells which place brought a guest. */
  shop: (site: SitePlace, from?: OrderSource) =>
    `${baseOf(site)}/menu${from === undefined ? '' : `?from=${from.toLowerCase()}`}`,
  /** The menu of one of its outlets there. */
  shopOutlet: (site: SitePlace, mode: 'delivery' | 'pickup', outletName: string) =>
    `${baseOf(site)}/${mode}/${encodeURIComponent(outletName)}`,
} as const;

/** The restaurant, as far as it says where its site is. */
export type SitePlace = Pick<Restaurant, 'slug' | 'ownDomain'>;

/** Where the pages of a site begin: here, or at its own domain, for which the same proxy listens at the same port. */
function baseOf({ slug, ownDomain }: SitePlace): string {
  if (ownDomain === null) return `/${encodeURIComponent(slug)}`;
  const { protocol, port } = location;
  return `${protocol}//${ownDomain}${port === '' ? '' : `:${port}`}`;
}

/** Where a person lands after signing in (core-setup 2). */
export function homeOf(userType: UserType): string {
  return userType === 'admin' ? paths.users() : paths.getStarted();
}
