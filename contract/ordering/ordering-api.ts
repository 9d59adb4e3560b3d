/** The endpoints of orders beside placing, reading and moving them; part of api.ts. */
import * as kitchenLoad from './capacity/kitchen-load.ts';
import * as changeTime from './change-time.ts';
import * as cancelOwnOrder from './cancel-own-order.ts';
import * as orderChanges from './order-changes.ts';
import * as orderProblems from './order-problems.ts';
import * as phoneOrders from './phone-orders.ts';
import * as guestMessages from './guest-messages.ts';
import * as offers from './offers/offers.ts';
import * as stampCard from './offers/stamp-card.ts';

export const orderingApi = {
  'GET /order/kitchen-load': kitchenLoad.getKitchenLoad,
  'POST /order/change-time': changeTime.changeOrderTime,
  'POST /order/cancel-own-order': cancelOwnOrder.cancelOwnOrder,
  'POST /order/preview-change': orderChanges.previewChange,
  'POST /order/propose-change': orderChanges.proposeChange,
  'POST /order/answer-change': orderChanges.answerChange,
  'POST /order/withdraw-change': orderChanges.withdrawChange,
  'POST /order/report-problem': orderProblems.reportProblem,
  'GET /order/get-problems': orderProblems.listProblems,
  'GET /order/count-problems': orderProblems.countProblems,
  'GET /order/problem-photo/:id': orderProblems.getProblemPhoto,
  'GET /order/answer-terms/:id': orderProblems.getAnswerTerms,
  'POST /order/answer-problem': orderProblems.answerProblem,
  'POST /order/find-phone-guest': phoneOrders.findPhoneGuest,
  'POST /order/quote-phone-order': phoneOrders.quotePhoneOrder,
  'POST /order/place-phone-order': phoneOrders.placePhoneOrder,

  'GET /order/guest-messages/:id': guestMessages.listGuestMessages,
  'GET /order/guest-message-settings': guestMessages.getGuestMessageSettings,
  'POST /order/switch-guest-message': guestMessages.switchGuestMessage,

  'GET /offer/get-offers': offers.listOffers,
  'POST /offer/add-offer': offers.addOffer,
  'POST /offer/update-offer/:id': offers.updateOffer,
  'DELETE /offer/delete-offer/:id': offers.deleteOffer,
  'GET /order/stamp-card': stampCard.getStampCard,
  'POST /customer/correct-stamps/:id': stampCard.correctStamps,
} as const;
