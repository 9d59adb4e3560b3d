/**
 * Every endpoint of the product. Paths are relative to the API root, `/api/v1`; each also answers with a trailing
 * slash.
 */
import * as accounts from '../accounts/accounts.ts';
import * as admin from '../platform/admin.ts';
import * as messageBudgets from '../platform/message-budgets.ts';
import * as audit from '../staff/audit-log.ts';
import * as alertContacts from '../kitchen/alert-contacts.ts';
import * as escalation from '../kitchen/escalation.ts';
import * as pushDevices from '../kitchen/push-devices.ts';
import * as handOver from '../restaurants/hand-over.ts';
import * as ownDomain from '../restaurants/own-domain.ts';
import * as branding from '../restaurants/branding.ts';
import * as bumps from '../kitchen/bumps.ts';
import * as catalogue from '../menu/catalogue.ts';
import * as offboarding from '../restaurants/offboarding.ts';
import * as customers from '../customers/customers.ts';
import * as guestList from '../customers/guest-list.ts';
import * as guestPush from '../customers/guest-push.ts';
import * as deliveryAreas from '../outlets/delivery-areas.ts';
import { deliveryApi } from '../delivery/delivery-api.ts';
import * as dining from '../dining/dining.ts';
import * as privacy from '../customers/privacy.ts';
import * as itemChanges from '../menu/item-changes.ts';
import * as live from '../kitchen/live.ts';
import * as geocoding from '../outlets/geocoding.ts';
import * as menuCheck from '../menu/menu-check.ts';
import * as menuChanges from '../menu/menu-changes.ts';
import * as lowStockMail from '../menu/low-stock-mail.ts';
import * as menuImport from '../menu/menu-import.ts';
import * as menus from '../menu/menus.ts';
import * as orderHistory from '../ordering/order-history.ts';
import { orderingApi } from '../ordering/ordering-api.ts';
import * as orders from '../ordering/orders.ts';
import * as receipt from '../ordering/receipt.ts';
import * as testOrder from '../ordering/test-order.ts';
import * as outlets from '../outlets/outlets.ts';
import * as companySignIn from '../accounts/company-sign-in.ts';
import * as payments from '../payments/payments.ts';
import * as payouts from '../payments/payouts.ts';
import * as printing from '../printing/printing.ts';
import * as reports from '../reports/reports.ts';
import * as passkeys from '../accounts/passkeys.ts';
import * as secondFactor from '../accounts/second-factor.ts';
import * as sharedTablet from '../accounts/shared-tablet.ts';
import * as tableBill from '../payments/table-bill.ts';
import * as tableSessions from '../dining/table-sessions.ts';
import * as specialDays from '../outlets/special-days.ts';
import * as supportAccess from '../platform/support-access.ts';
import * as dataExport from '../restaurants/data-export.ts';
import * as staff from '../staff/staff.ts';
import * as unsent from '../outbound/unsent-messages.ts';

export const apiRoot = '/api/v1';

export const api = {
  'POST /auth/signin': accounts.signIn,
  'POST /auth/signin-code': secondFactor.signInWithCode,
  'POST /auth/signin-set-up': secondFactor.setUpAtSignIn,
  'POST /auth/signin-confirm': secondFactor.confirmAtSignIn,
  'POST /auth/signup': accounts.signUp,
  'GET /auth/signup-terms': accounts.getSignUpTerms,
  'POST /auth/signout': accounts.signOut,
  'GET /auth/me': accounts.getMe,
  'POST /auth/choose-language': accounts.chooseLanguage,
  'POST /auth/forgot-password': accounts.forgotPassword,
  'POST /auth/recover-password': accounts.recoverPassword,
  'POST /auth/verify-email': accounts.verifyEmail,
  'POST /auth/resend-verification': accounts.resendVerification,
  'POST /auth/change-email': accounts.changeEmail,
  'POST /auth/change-password': accounts.changePassword,
  'GET /auth/sessions': accounts.listSessions,
  'POST /auth/end-session/:id': accounts.endSession,
  'POST /auth/signout-everywhere': accounts.signOutEverywhere,
  'GET /auth/factor': secondFactor.getFactor,
  'POST /auth/set-up-factor': secondFactor.setUpFactor,
  'POST /auth/confirm-factor': secondFactor.confirmFactor,
  'POST /auth/remove-factor': secondFactor.removeFactor,
  'POST /auth/new-recovery-codes': secondFactor.renewRecoveryCodes,
  'POST /auth/signin-passkey-challenge': passkeys.beginPasskeySignIn,
  'POST /auth/signin-passkey': passkeys.signInWithPasskey,
  'POST /auth/proof-challenge': passkeys.beginPasskeyProof,
  'GET /auth/passkeys': passkeys.listPasskeys,
  'POST /auth/begin-passkey': passkeys.beginPasskey,
  'POST /auth/add-passkey': passkeys.addPasskey,
  'POST /auth/rename-passkey/:id': passkeys.renamePasskey,
  'POST /auth/remove-passkey/:id': passkeys.removePasskey,
  'POST /auth/mail-company-link': companySignIn.mailCompanyLink,
  'POST /auth/find-company': companySignIn.findCompany,
  'POST /auth/begin-company-signin': companySignIn.beginCompanySignIn,
  'POST /auth/finish-company-signin': companySignIn.finishCompanySignIn,
  'POST /auth/link-company': companySignIn.linkCompany,
  'GET /auth/tablet': sharedTablet.getTablet,
  'POST /auth/set-pin': sharedTablet.setPin,
  'POST /auth/share-tablet': sharedTablet.shareTablet,
  'POST /auth/unshare-tablet': sharedTablet.unshareTablet,
  'POST /auth/switch-person': sharedTablet.switchPerson,
  'POST /auth/lock-tablet': sharedTablet.lockTablet,
  'POST /auth/sent-otp': customers.sendCode,
  'POST /auth/verify-otp': customers.verifyCode,
  'POST /auth/register-customer': customers.registerCustomer,
  'POST /auth/register-at-table': customers.registerAtTable,
  'GET /auth/customer': customers.getCustomer,
  'GET /auth/addresses': customers.listAddresses,
  'POST /auth/save-address': customers.saveAddress,
  'POST /auth/delete-address/:id': customers.deleteAddress,
  'POST /auth/push-state': guestPush.readGuestPush,
  'POST /auth/allow-push': guestPush.allowGuestPush,
  'POST /auth/end-push': guestPush.endGuestPush,
  'GET /auth/consent': guestList.getConsent,
  'POST /auth/change-consent': guestList.changeConsent,
  'GET /auth/export-customer': privacy.exportCustomer,
  'POST /auth/delete-customer': privacy.eraseCustomer,
  'GET /auth/code-settings': customers.getCodeSettings,
  'POST /auth/update-code-settings': customers.updateCodeSettings,

  'POST /auth/find-invitation': staff.findInvitation,
  'POST /auth/accept-invitation': staff.acceptInvitation,

  'GET /staff/get-staff': staff.listStaff,
  'GET /staff/role-matrix': staff.getRoleMatrix,
  'POST /staff/invite': staff.inviteStaff,
  'POST /staff/resend-invitation/:id': staff.resendInvitation,
  'DELETE /staff/cancel-invitation/:id': staff.cancelInvitation,
  'POST /staff/update-role/:id': staff.updateRole,
  'DELETE /staff/remove/:id': staff.removeStaff,

  'GET /audit/entries': audit.listAudit,
  'POST /audit/export': audit.exportAudit,

  'GET /outbound/unsent-messages': unsent.listUnsent,
  'POST /outbound/resend-message/:id': unsent.resendMessage,

  'GET /admin/unsent-messages': unsent.listAllUnsent,
  'POST /admin/resend-message/:id': unsent.resendAnyMessage,
  'GET /admin/get-installation': admin.getInstallation,
  'GET /admin/get-restaurants': admin.listRestaurants,
  'POST /admin/create-restaurant': admin.createRestaurant,
  'POST /admin/approve-restaurant/:id': admin.approveRestaurant,
  'POST /admin/cancel-restaurant/:id': admin.cancelRestaurant,
  'GET /admin/get-message-budgets': messageBudgets.listMessageBudgets,
  'POST /admin/set-message-budget/:id': messageBudgets.setMessageBudget,
  'GET /admin/get-users': admin.listUsers,
  'POST /admin/disable-user/:id': admin.disableUser,
  'POST /admin/enable-user/:id': admin.enableUser,
  'POST /admin/end-sessions/:id': admin.endUserSessions,
  'POST /admin/begin-support-access/:id': supportAccess.beginSupportAccess,
  'GET /support/access': supportAccess.listSupportAccess,
  'POST /support/end-access/:id': supportAccess.endSupportAccess,

  'POST /restaurant/export': dataExport.exportRestaurant,
  'GET /restaurant/offboarding': offboarding.getOffboarding,
  'POST /restaurant/close': offboarding.closeRestaurant,
  'POST /restaurant/reopen': offboarding.reopenRestaurant,
  'GET /restaurant/get-branding': branding.getBranding,
  'POST /restaurant/update-branding': branding.updateBranding,
  'GET /restaurant/get-settings': branding.getSettings,
  'POST /restaurant/update-settings': branding.updateSettings,
  'POST /restaurant/update-slug': branding.updateSlug,
  'GET /restaurant/get-gateway': payments.getGateway,
  'POST /restaurant/connect-gateway': payments.connectGateway,
  'POST /restaurant/disconnect-gateway': payments.disconnectGateway,
  'GET /restaurant/get-company': companySignIn.getCompany,
  'POST /restaurant/connect-company': companySignIn.connectCompany,
  'POST /restaurant/try-company': companySignIn.tryCompany,
  'POST /restaurant/finish-company-trial': companySignIn.finishCompanyTrial,
  'POST /restaurant/switch-company': companySignIn.switchCompany,
  'POST /restaurant/unlink-company/:id': companySignIn.unlinkCompanyPerson,
  'POST /restaurant/disconnect-company': companySignIn.disconnectCompany,
  'GET /restaurant/get-own-domain': ownDomain.getOwnDomain,
  'POST /restaurant/set-own-domain': ownDomain.setOwnDomain,
  'POST /restaurant/check-own-domain': ownDomain.checkOwnDomain,
  'POST /restaurant/remove-own-domain': ownDomain.removeOwnDomain,

  'GET /site/:slug': catalogue.getCatalogue,
  'POST /site/:slug/leave': handOver.leaveSite,
  'POST /site/:slug/arrive': handOver.arriveAtSite,
  'POST /site/:slug/confirm-arrival': handOver.confirmArrival,
  'POST /site/:slug/has-arrived': handOver.hasArrived,

  'GET /menu/get-all-menus': menus.listMenus,
  'GET /menu/get-menu/:id': menus.getMenu,
  'POST /menu/get-all-categories': menus.listCategories,
  'GET /menu/get-all-categories': menus.listCategoriesOfMenu,
  'GET /menu/get-categoryDetail/:id': menus.getCategory,
  'GET /menu/get-all-items-modifier': menus.listItems,
  'GET /menu/get-items-modifier/:id': menus.getItem,
  'GET /menu/get-all-modifier-list': menus.listModifierLists,
  'GET /menu/get-modifier-list/:id': menus.getModifierList,

  'GET /menu/check': menuCheck.checkMenu,
  'POST /menu/add-menu': menuChanges.addMenu,
  'POST /menu/update-menu/:id': menuChanges.updateMenu,
  'DELETE /menu/delete-menu/:id': menuChanges.deleteMenu,
  'POST /menu/restore-menu/:id': menuChanges.restoreMenu,
  'POST /menu/add-update-category': menuChanges.saveCategory,
  'POST /menu/delete-category/:id': menuChanges.deleteCategory,
  'POST /menu/restore-category/:id': menuChanges.restoreCategory,
  'POST /menu/order-categories': menuChanges.orderCategories,
  'POST /menu/add-items-modifier': menuChanges.addItem,
  'POST /menu/update-items-modifier/:id': menuChanges.updateItem,
  'POST /menu/sell-out/:id': menuChanges.sellOut,
  'POST /menu/update-outlet-quantity/:id': menuChanges.updateOutletQuantity,
  'GET /menu/low-stock-mail': lowStockMail.getLowStockMail,
  'POST /menu/update-low-stock-mail': lowStockMail.updateLowStockMail,
  'DELETE /menu/delete-items-modifier/:id': menuChanges.deleteItem,
  'POST /menu/restore-items-modifier/:id': menuChanges.restoreItem,
  'POST /menu/change-items': itemChanges.changeItems,
  'POST /menu/delete-items': itemChanges.deleteItems,
  'POST /menu/restore-items': itemChanges.restoreItems,
  'POST /menu/add-modifier-list': menuChanges.addModifierList,
  'POST /menu/update-modifier-list/:id': menuChanges.updateModifierList,
  'DELETE /menu/delete-modifier-list/:id': menuChanges.deleteModifierList,
  'POST /menu/restore-modifier-list/:id': menuChanges.restoreModifierList,

  'POST /menu/import': menuImport.importMenu,
  'GET /menu/imports': menuImport.listMenuImports,
  'POST /menu/undo-import/:id': menuImport.undoMenuImport,
  'GET /menu/export/:id': menuImport.exportMenu,

  'GET /outlet/get-all-outlet': outlets.listOutlets,
  'GET /outlet/get-outlet/:id': outlets.getOutlet,
  'POST /outlet/add-outlet': outlets.addOutlet,
  'PUT /outlet/update-outlet/:id': outlets.updateOutlet,
  'DELETE /outlet/delete-outlet/:id': outlets.deleteOutlet,
  'POST /outlet/restore-outlet/:id': outlets.restoreOutlet,
  'POST /outlet/clone-outlet/:id': outlets.cloneOutlet,
  'POST /outlet/update-ordering-modes/:id': outlets.updateOrderingMode,
  'POST /outlet/pause-orders/:id': outlets.pauseOrders,
  'POST /outlet/begin-busy/:id': outlets.beginBusy,
  'POST /outlet/end-busy/:id': outlets.endBusy,
  'GET /outlet/get-all-delivery-areas/:id': deliveryAreas.listDeliveryAreas,
  'GET /outlet/get-delivery-area/:id': deliveryAreas.getDeliveryArea,
  'POST /outlet/update-delivery-area/:id': deliveryAreas.updateDeliveryArea,
  'POST /outlet/import-delivery-areas/:id': deliveryAreas.importDeliveryAreas,
  'DELETE /outlet/delete-deliver-area/:id': deliveryAreas.deleteDeliveryArea,
  'POST /outlet/restore-delivery-area/:id': deliveryAreas.restoreDeliveryArea,
  'GET /outlet/get-special-days/:id': specialDays.listSpecialDays,
  'POST /outlet/update-special-day/:id': specialDays.updateSpecialDay,
  'DELETE /outlet/delete-special-day/:id': specialDays.deleteSpecialDay,
  'POST /outlet/restore-special-day/:id': specialDays.restoreSpecialDay,

  ...deliveryApi,
  ...orderingApi,

  'GET /dining/get-tables/:id': dining.listTables,
  'POST /dining/add-tables/:id': dining.addTables,
  'POST /dining/update-table/:id': dining.updateTable,
  'POST /dining/new-code/:id': dining.newTableCode,
  'DELETE /dining/delete-table/:id': dining.deleteTable,
  'POST /dining/restore-table/:id': dining.restoreTable,
  'POST /dining/update-area/:id': dining.updateDiningArea,
  'DELETE /dining/delete-area/:id': dining.deleteDiningArea,
  'POST /dining/restore-area/:id': dining.restoreDiningArea,
  'POST /dining/arrange/:id': dining.arrangeTables,
  'POST /dining/find-table': dining.findTable,
  'POST /dining/request-service': dining.requestService,
  'GET /dining/get-service-requests': dining.listServiceRequests,
  'POST /dining/answer-service-request/:id': dining.answerServiceRequest,
  'POST /dining/join-table-session': tableSessions.joinTableSession,
  'POST /dining/read-table-session': tableSessions.readTableSession,
  'POST /dining/share-lines': tableSessions.shareLines,
  'POST /dining/remove-lines': tableSessions.removeLines,
  'POST /dining/read-bill': tableBill.readBill,
  'POST /dining/pay-bill': tableBill.payBill,
  'POST /dining/give-up-bill/:reference': tableBill.giveUpBill,
  'GET /dining/get-table-sessions': tableSessions.listTableSessions,
  'POST /dining/clear-table/:id': tableSessions.clearTable,

  'GET /outlet/get-escalation/:id': escalation.getOutletEscalation,
  'POST /outlet/update-escalation/:id': escalation.updateOutletEscalation,
  'POST /outlet/send-contact-code/:id': alertContacts.sendContactCode,
  'POST /outlet/confirm-contact/:id': alertContacts.confirmContact,

  'GET /geocoding/settings': geocoding.getMapSettings,
  'GET /geocoding/search': geocoding.searchPlaces,
  'GET /geocoding/find-address': geocoding.findAddress,

  'POST /order/quote-order': orders.quoteOrder,
  'POST /order/create-order': orders.createOrder,
  'POST /order/begin-payment': payments.beginPayment,
  'GET /order/payment-state/:reference': payments.getPaymentState,
  'POST /order/give-up-payment/:reference': payments.giveUpPayment,
  'GET /order/payment/:id': payments.getOrderPayment,
  'POST /order/refund/:id': payments.refundPayment,
  'GET /order/payment-problems': payments.listPaymentProblems,
  'POST /order/acknowledge-payment-problem/:id': payments.acknowledgePaymentProblem,
  'GET /order/get-order-details/:id': orders.getOrder,
  'GET /order/get-receipt/:id': receipt.getReceipt,
  'GET /order/get-all-orders': orders.listOrders,
  'POST /order/update-order-status': orders.updateOrderStatus,
  'POST /order/acknowledge-order': escalation.acknowledgeOrder,
  'POST /order/bump-lines': bumps.bumpLines,
  'POST /order/recall-lines': bumps.recallLines,
  'POST /order/place-test-order': testOrder.placeTestOrder,
  'GET /order/history': orderHistory.listHistory,
  'GET /order/export-history': orderHistory.exportHistory,
  'GET /customer/get-all-customers': guestList.listGuests,
  'GET /customer/export-customers': guestList.exportGuests,
  'GET /customer/get-customer/:id': guestList.getGuest,
  'POST /customer/delete-customer/:id': guestList.eraseGuest,
  'POST /customer/add-note/:id': guestList.addNote,
  'POST /customer/update-note/:id': guestList.updateNote,
  'POST /customer/delete-note/:id': guestList.deleteNote,
  'GET /order/guest-notes/:id': guestList.listNotesOfOrder,

  'GET /report/sales': reports.reportSales,
  'GET /report/items': reports.reportItems,
  'GET /report/service': reports.reportService,
  'GET /report/problems': reports.reportProblems,
  'GET /report/payments': reports.reportPayments,
  'GET /report/payments-of-figure': reports.reportPaymentsOfFigure,
  'GET /report/payouts': payouts.listPayouts,
  'GET /report/payout': payouts.showPayout,
  'GET /report/export': reports.exportReport,

  'POST /device/heartbeat': escalation.heartbeat,
  'POST /device/rename/:id': escalation.renameDevice,
  'GET /device/push-devices': pushDevices.listPushDevices,
  'POST /device/allow-push': pushDevices.allowPush,
  'POST /device/keep-push': pushDevices.keepPush,
  'DELETE /device/remove-push-device/:id': pushDevices.removePushDevice,

  'GET /printing/get-printers': printing.listPrinters,
  'POST /printing/add-printer': printing.addPrinter,
  'POST /printing/update-printer/:id': printing.updatePrinter,
  'POST /printing/new-address/:id': printing.newPrinterAddress,
  'DELETE /printing/delete-printer/:id': printing.deletePrinter,
  'POST /printing/restore-printer/:id': printing.restorePrinter,
  'POST /printing/print-ticket': printing.printTicket,
  'POST /printing/print-test/:id': printing.printTestPage,

  'GET /events': live.streamEvents,
} as const;

export type Api = typeof api;
export type Route = keyof Api;
