/** The words in Arabic of what a guest does with an order that was sent. */
import type { LazyWords } from './words.ts';

export const arChanges: LazyWords['changes'] = {
  cancel: 'إلغاء هذا الطلب',
  cancelTitle: 'هل تريد إلغاء طلبك؟',
  cancelText: 'لم يقبله المطعم بعد، والإلغاء لا يكلفك شيئًا.',
  keep: 'أبقِ طلبي',
  cancelNow: 'نعم، ألغِه',
  youCancelled: 'لقد ألغيتَ هذا الطلب.',
};
