/** The words in Arabic of the bill of a table. */
import type { LazyWords } from './words.ts';

export const arBill: LazyWords['bill'] = {
  title: 'فاتورة طاولتكم',
  open: 'عرض الفاتورة ودفعها',
  back: 'العودة إلى الفاتورة',
  nothing: 'لم يُطلب شيء على هذه الطاولة بعد',
  over: 'أُخليت هذه الطاولة',
  overHint: 'إن بقي مبلغ للدفع فاسأل النادل.',
  paidOnline: 'المدفوع عبر الإنترنت',
  left: 'المتبقي للدفع',
  whatToPay: 'ماذا تدفع؟',
  choices: { all: 'كل ما لم يُدفع', own: 'أطباقي', some: 'أختار بنفسي' },
  chooseFirst: 'اختر ما تدفعه',
  states: { paying: 'قيد الدفع', paid: 'مدفوع' },
  allPaid: 'دُفع كل شيء. شكرًا لكم!',
  payWaiter: 'يُرجى الدفع لدى النادل.',
  orWaiter: 'يمكنك الدفع لدى النادل أيضًا.',
  begun: (amount) => `لقد بدأت دفع ${amount} بالفعل.`,
  chooseAgain: 'الاختيار من جديد',
  yoursUntil: (time) => `لا يمكن لغيرك دفع هذه الأطباق حتى الساعة ${time}.`,
  paid: (amount) => `تم دفع ${amount} بنجاح. شكرًا لك!`,
  everybodySees: 'يرى ذلك كل من على الطاولة، والعاملون أيضًا.',
  stillOpen: 'أطباقك لم تُدفع بعد.',
};
