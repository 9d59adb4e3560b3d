/** The words in Arabic of the steps of an order, in the order of en-steps.ts. */
import type { enSteps } from './en-steps.ts';

export const arSteps: typeof enSteps = {
  statuses: {
    New: 'تم إرسال طلبك',
    Confirmed: 'طلبك قيد التحضير',
    Ready: 'يمكنك الآن استلام طلبك',
    Completed: 'تم استلام طلبك',
  },
  deliveryStatuses: { Ready: 'طلبك في الطريق إليك', Completed: 'تم توصيل طلبك' },
  tableStatuses: { Ready: 'طلبك في الطريق إلى طاولتك', Completed: 'تم تقديم طلبك' },
  tableOrderStatuses: {
    New: 'أُرسل إلى المطبخ',
    Confirmed: 'قيد التحضير',
    Ready: 'في الطريق إلى طاولتكم',
    Completed: 'تم تقديمه',
  },
};
