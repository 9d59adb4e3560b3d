/** Every page of the Order Manager. Each is fetched when it is first opened. */
import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { LoadingPage, PageFailed, PageMissing } from './components/shell/page-states.tsx';
import { MenuEditorPages, RestaurantPages } from './components/shell/restaurant.tsx';
import { Shell } from './components/shell/shell.tsx';
import { KeptPage } from './screens/accounts/kept-page/kept-page.tsx';
import { OpenRestaurantGate } from './screens/restaurants/open-restaurant-gate.tsx';
import { type OutletStep, outletSteps, paths } from './routing/paths.ts';

const SignIn = async () => (await import('./screens/accounts/sign-in.tsx')).SignIn;
const CompanySignIn = async () => (await import('./screens/accounts/company/company-sign-in.tsx')).CompanySignIn;
const CompanyReturn = async () => (await import('./screens/accounts/company/company-return.tsx')).CompanyReturn;
const CompanySettings = async () => (await import('./screens/accounts/company/company-settings.tsx')).CompanySettings;
const SignUp = async () => (await import('./screens/accounts/sign-up/sign-up.tsx')).SignUp;
const ForgotPassword = async () => (await import('./screens/accounts/forgot-password.tsx')).ForgotPassword;
const RecoverPassword = async () => (await import('./screens/accounts/recover-password.tsx')).RecoverPassword;
const VerifyEmail = async () => (await import('./screens/accounts/verify-email.tsx')).VerifyEmail;
const Account = async () => (await import('./screens/accounts/account.tsx')).Account;
const Security = async () => (await import('./screens/accounts/security/security.tsx')).Security;
const GetStarted = async () => (await import('./screens/restaurants/get-started.tsx')).GetStarted;
const Branding = async () => (await import('./screens/restaurants/branding/branding.tsx')).Branding;
const Settings = async () => (await import('./screens/restaurants/settings.tsx')).Settings;
const LiveOrders = async () => (await import('./screens/kitchen/live-orders/live-orders.tsx')).LiveOrders;
const OrderHistory = async () => (await import('./screens/ordering/order-history.tsx')).OrderHistory;
const Problems = async () => (await import('./screens/ordering/problems/problems.tsx')).Problems;
const OrderPage = async () => (await import('./screens/ordering/order-page.tsx')).OrderPage;
const Customers = async () => (await import('./screens/customers/customers.tsx')).Customers;
const CustomerPage = async () => (await import('./screens/customers/customer-page.tsx')).CustomerPage;
const Offers = async () => (await import('./screens/ordering/offers/offers.tsx')).Offers;
const CreateOffer = async () => (await import('./screens/ordering/offers/offer-page.tsx')).CreateOffer;
const EditOffer = async () => (await import('./screens/ordering/offers/offer-page.tsx')).EditOffer;
const Kitchen = async () => (await import('./screens/kitchen/display/kitchen.tsx')).Kitchen;
const Reports = async () => (await import('./screens/reports/reports.tsx')).Reports;
const Inventory = async () => (await import('./screens/menu/inventory/inventory.tsx')).Inventory;
const PauseOrders = async () => (await import('./screens/outlets/pauses/pause-orders.tsx')).PauseOrders;
const EscalationSettings = async () =>
  (await import('./screens/kitchen/escalation/escalation-settings.tsx')).EscalationSettings;
const GuestMessages = async () => (await import('./screens/ordering/guest-messages/guest-messages.tsx')).GuestMessages;
const OnlinePayments = async () => (await import('./screens/payments/online-payments.tsx')).OnlinePayments;
const PhoneOrder = async () => (await import('./screens/ordering/phone-order/phone-order.tsx')).PhoneOrder;
const Outlets = async () => (await import('./screens/outlets/outlets.tsx')).Outlets;
const FirstStepRedirect = async () =>
  (await import('./screens/outlets/wizard/first-step-redirect.tsx')).FirstStepRedirect;
const OutletBasicInfo = async () => (await import('./screens/outlets/wizard/basic-info.tsx')).BasicInfo;
const OutletAddress = async () => (await import('./screens/outlets/address/address.tsx')).Address;
const OutletDelivery = async () => (await import('./screens/outlets/wizard/ordering-mode.tsx')).Delivery;
const OutletPickup = async () => (await import('./screens/outlets/wizard/ordering-mode.tsx')).Pickup;
const OutletAreas = async () => (await import('./screens/outlets/delivery-areas/delivery-areas.tsx')).DeliveryAreas;
const OutletSpecialDays = async () => (await import('./screens/outlets/special-days/special-days.tsx')).SpecialDays;
const OutletContactless = async () => (await import('./screens/outlets/wizard/contactless.tsx')).Contactless;
const CreateDeliveryArea = async () =>
  (await import('./screens/outlets/delivery-areas/create-area.tsx')).CreateDeliveryArea;
const EditDeliveryArea = async () => (await import('./screens/outlets/delivery-areas/edit-area.tsx')).EditDeliveryArea;
const Menus = async () => (await import('./screens/menu/menus/menus.tsx')).Menus;
const CreateMenu = async () => (await import('./screens/menu/menus/create-menu.tsx')).CreateMenu;
const ImportMenu = async () => (await import('./screens/menu/import/import-menu.tsx')).ImportMenu;
const EditMenu = async () => (await import('./screens/menu/menus/edit-menu.tsx')).EditMenu;
const Items = async () => (await import('./screens/menu/items/items.tsx')).Items;
const CreateItem = async () => (await import('./screens/menu/items/create-item.tsx')).CreateItem;
const EditItem = async () => (await import('./screens/menu/items/edit-item.tsx')).EditItem;
const ModifierLists = async () => (await import('./screens/menu/modifier-lists/modifier-lists.tsx')).ModifierLists;
const CreateModifierList = async () =>
  (await import('./screens/menu/modifier-lists/create-modifier-list.tsx')).CreateModifierList;
const Drivers = async () => (await import('./screens/delivery/drivers.tsx')).Drivers;
const Couriers = async () => (await import('./screens/delivery/couriers.tsx')).Couriers;
const DriverShifts = async () => (await import('./screens/delivery/driver-shifts.tsx')).DriverShifts;
const Printers = async () => (await import('./screens/printing/printers.tsx')).Printers;
const CreatePrinter = async () => (await import('./screens/printing/create-printer.tsx')).CreatePrinter;
const EditPrinter = async () => (await import('./screens/printing/edit-printer.tsx')).EditPrinter;
const EditModifierList = async () =>
  (await import('./screens/menu/modifier-lists/edit-modifier-list.tsx')).EditModifierList;

const CloseRestaurant = async () => (await import('./screens/restaurants/close-restaurant.tsx')).CloseRestaurant;
const AcceptInvitation = async () => (await import('./screens/staff/accept-invitation.tsx')).AcceptInvitation;
const Staff = async () => (await import('./screens/staff/staff.tsx')).Staff;
const AuditLog = async () => (await import('./screens/staff/audit-log.tsx')).AuditLog;
const Users = async () => (await import('./screens/platform/users.tsx')).Users;
const Restaurants = async () => (await import('./screens/platform/restaurants.tsx')).Restaurants;
const MessageBudgets = async () => (await import('./screens/platform/message-budgets.tsx')).MessageBudgets;
const CreateRestaurant = async () => (await import('./screens/platform/create-restaurant.tsx')).CreateRestaurant;

/** For everybody. */
const openPages: RouteObject[] = [
  { path: paths.welcome(), lazy: { Component: SignIn } },
  { path: paths.signIn(), lazy: { Component: SignIn } },
  { path: paths.companySignIn(), lazy: { Component: CompanySignIn } },
  { path: paths.companyReturn(':restaurantId' as RestaurantId), lazy: { Component: CompanyReturn } },
  { path: paths.signUp(), lazy: { Component: SignUp } },
  { path: paths.forgotPassword(), lazy: { Component: ForgotPassword } },
  { path: paths.recoverPassword(), lazy: { Component: RecoverPassword } },
  { path: paths.verifyEmail(), lazy: { Component: VerifyEmail } },
  { path: paths.acceptInvitation(), lazy: { Component: AcceptInvitation } },
];

/** For everybody who is signed in, in a restaurant or not. */
const personPages: RouteObject[] = [
  { path: paths.account(), lazy: { Component: Account } },
  { path: paths.security(), lazy: { Component: Security } },
];

/** For admins; everybody else reads a notice there, also without a session (decision 28). The right spelling leads to the stated one. */
const adminPages: RouteObject[] = [
  { path: paths.users(), lazy: { Component: Users } },
  { path: paths.restaurants(), lazy: { Component: Restaurants } },
  { path: paths.createRestaurant(), lazy: { Component: CreateRestaurant } },
  { path: paths.messageBudgets(), lazy: { Component: MessageBudgets } },
  { path: '/dashboard/restaurants', element: <Navigate to={paths.restaurants()} replace /> },
  { path: '/dashboard/create-restaurant', element: <Navigate to={paths.createRestaurant()} replace /> },
];

const outletStepPages: Record<OutletStep, () => Promise<() => ReactNode>> = {
  'basic-info': OutletBasicInfo,
  address: OutletAddress,
  delivery: OutletDelivery,
  'delivery-area': OutletAreas,
  pickup: OutletPickup,
  'special-days': OutletSpecialDays,
  'contactless-dining': OutletContactless,
};

function stepPages(task: 'create' | 'edit'): RouteObject[] {
  // The router empties `lazy` when it has loaded the page: each route has its own.
  return outletSteps.map((step) => ({
    path: paths.outletStep(task, step),
    lazy: { Component: outletStepPages[step] },
  }));
}

/** For those who may change what all outlets share. */
const menuEditorPages: RouteObject[] = [
  { path: paths.createOffer(), lazy: { Component: CreateOffer } },
  { path: paths.offer(), lazy: { Component: EditOffer } },
  { path: paths.driverShifts(), lazy: { Component: DriverShifts } },
  ...stepPages('create'),
  { path: paths.createMenu(), lazy: { Component: CreateMenu } },
  { path: paths.createItem(), lazy: { Component: CreateItem } },
  { path: paths.createModifierList(), lazy: { Component: CreateModifierList } },
];

/** For the people of a restaurant. */
const restaurantPages: RouteObject[] = [
  { Component: MenuEditorPages, children: menuEditorPages },
  { path: paths.getStarted(), lazy: { Component: GetStarted } },
  { path: paths.settings(), lazy: { Component: Settings } },
  { path: paths.branding(), lazy: { Component: Branding } },
  { path: paths.liveOrders(), lazy: { Component: LiveOrders } },
  { path: paths.orderHistory(), lazy: { Component: OrderHistory } },
  { path: paths.phoneOrder(), lazy: { Component: PhoneOrder } },
  { path: paths.problems(), lazy: { Component: Problems } },
  { path: paths.order(':id' as OrderId), lazy: { Component: OrderPage } },
  { path: paths.customers(), lazy: { Component: Customers } },
  { path: paths.customer(':id' as CustomerId), lazy: { Component: CustomerPage } },
  { path: paths.offers(), lazy: { Component: Offers } },
  { path: paths.kitchen(), lazy: { Component: Kitchen } },
  { path: paths.reports(), lazy: { Component: Reports } },
  { path: paths.inventory(), lazy: { Component: Inventory } },
  { path: paths.pauseOrders(), lazy: { Component: PauseOrders } },
  { path: paths.escalation(), lazy: { Component: EscalationSettings } },
  { path: paths.guestMessages(), lazy: { Component: GuestMessages } },
  { path: paths.onlinePayments(), lazy: { Component: OnlinePayments } },
  { path: paths.company(), lazy: { Component: CompanySettings } },
  { path: paths.drivers(), lazy: { Component: Drivers } },
  { path: paths.couriers(), lazy: { Component: Couriers } },
  { path: paths.printers(), lazy: { Component: Printers } },
  { path: paths.createPrinter(), lazy: { Component: CreatePrinter } },
  { path: paths.printer(), lazy: { Component: EditPrinter } },
  { path: paths.closeRestaurant(), lazy: { Component: CloseRestaurant } },
  { path: paths.staff(), lazy: { Component: Staff } },
  { path: paths.auditLog(), lazy: { Component: AuditLog } },
  { path: paths.outlets(), lazy: { Component: Outlets } },
  { path: paths.createOutlet(), lazy: { Component: FirstStepRedirect } },
  { path: paths.editOutlet(), lazy: { Component: FirstStepRedirect } },
  ...stepPages('edit'),
  { path: paths.createDeliveryArea(), lazy: { Component: CreateDeliveryArea } },
  { path: paths.deliveryArea(), lazy: { Component: EditDeliveryArea } },
  { path: paths.menus(), lazy: { Component: Menus } },
  { path: paths.importMenu(), lazy: { Component: ImportMenu } },
  { path: paths.menu(), lazy: { Component: EditMenu } },
  { path: paths.items(), lazy: { Component: Items } },
  { path: paths.item(), lazy: { Component: EditItem } },
  { path: paths.modifierLists(), lazy: { Component: ModifierLists } },
  { path: paths.modifierList(), lazy: { Component: EditModifierList } },
];

const shellPages: RouteObject = {
  ErrorBoundary: PageFailed,
  children: [
    ...personPages,
    ...adminPages,
    { Component: RestaurantPages, children: restaurantPages },
    { path: '*', Component: PageMissing },
  ],
};

export const router = createBrowserRouter([
  {
    ErrorBoundary: PageFailed,
    HydrateFallback: LoadingPage,
    children: [
      ...openPages,
      {
        Component: KeptPage,
        children: [{ Component: OpenRestaurantGate, children: [{ Component: Shell, children: [shellPages] }] }],
      },
    ],
  },
]);
