/** The words in Arabic of what a guest does with an order that was sent. */
import type { LazyWords } from './words.ts';

export const arChanges: LazyWords['changes'] = {
  cancel: 'إلغاء هذا الطلب',
  cancelTitle: 'هل تريد إلغاء طلبك؟',
  cancelText: 'لم يقبله المطعم بعد، والإلغاء لا يكلفك شيئًا.',
  keep: 'أبقِ طلبي',
  cancelNow: 'نعم، ألغِه',
  youCancelled: 'لقد ألغيتَ هذا الطلب.',
  title: 'هل يمكننا تعديل طلبك؟',
  newTime: (time) => `سيكون جاهزًا نحو الساعة ${time}.`,
  newTotal: (before, after) => `${after} بدلًا من ${before}`,
  sameTotal: (total) => `يبقى المجموع ${total}`,
  goesBack: 'الفرق عما دفعته يعود إليك.',
  answerBy: (time) => `أجب قبل الساعة ${time}. ومن دون جواب يبقى طلبك كما هو.`,
  agree: 'نعم، عدّلوه',
  decline: 'لا، اتركوه كما هو',
  changedAt: (time) => `عُدّل طلبك في الساعة ${time} كما وافقت.`,
};
