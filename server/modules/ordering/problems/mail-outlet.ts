/** The mail about a new problem to the outlet, in the restaurant's language: an outlet's mailbox is no person's. */
import type { Language } from '#contract/base/enumerations.ts';
import type { ProblemKind } from '#contract/ordering/problem-facts.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import { placeInMessage } from '#server/modules/outbound/name-in-message.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { findEscalationContact } from '#server/modules/outlets/alert-contacts.ts';
import { getSender } from '#server/modules/restaurants/queries.ts';
import { consumeOne, counterKey } from '#server/rate-limits/rate-counters.ts';
import { orderName } from '../order-name.ts';
import type { StoredOrder } from '../queries.ts';

/** Mails of an outlet in a day. Whoever gets more looks at the list. */
const mailsPerDay = 20;
const daySeconds = 24 * 3600;

/** The mail has neither the guest's name nor their words. An outlet whose address is not proven gets none. */
export async function mailOutlet(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  order: StoredOrder,
  now: Date,
): Promise<void> {
  const { restaurant_id: restaurantId, id: orderId, outlet_id: outletId, problem } = order;
  const { mail: to } = await findEscalationContact(tx, restaurantId, outletId);
  if (to === null || !problem) return;
  const { isAllowed } = await consumeOne(tx, counterKey('problem:mail-outlet', outletId), mailsPerDay, daySeconds, now);
  if (!isAllowed) return;
  const { language } = await getSender(tx, restaurantId);
  const words = wordsIn[language];
  const name = orderName(order);
  const outlet = placeInMessage(order.outlet_name, language);
  await sendMessage(tx, deps, {
    kind: 'order_problem',
    restaurantId,
    about: orderId,
    key: `${orderId}.problem`,
    content: mailOf({
      to,
      language,
      subject: words.subject(name, outlet),
      paragraphs: [words.reported(name, outlet, words.kinds[problem.kind]), words.answer],
      link: { label: words.open, address: `${deps.config.publicUrl}/dashboard/orders/${orderId}` },
    }),
  });
}

interface ProblemWords {
  subject: (name: string, outlet: string) => string;
  reported: (name: string, outlet: string, kind: string) => string;
  answer: string;
  open: string;
  kinds: Record<ProblemKind, string>;
}

const wordsIn: Record<Language, ProblemWords> = {
  en: {
    subject: (name, outlet) => `A problem with order #${name} at ${outlet}`,
    reported: (name, outlet, kind) => `The guest of order #${name} at ${outlet} has reported a problem: ${kind}.`,
    answer: 'Give money back, a voucher, or an answer in your own words. The guest is waiting for it.',
    open: 'Open the problem',
    kinds: {
      missing: 'something is missing',
      wrong: 'a wrong dish',
      spoiled: 'something is cold or spoiled',
      late: 'it came late',
      other: 'something else',
    },
  },
  ar: {
    subject: (name, outlet) => `مشكلة في الطلب رقم ${name} في فرع ${outlet}`,
    reported: (name, outlet, kind) => `أبلغ ضيف الطلب رقم ${name} في فرع ${outlet} عن مشكلة: ${kind}.`,
    answer: 'أعِد المبلغ أو أرسل قسيمة أو اكتب ردًّا بكلماتك. الضيف ينتظر ردك.',
    open: 'افتح المشكلة',
    kinds: {
      missing: 'صنف ناقص',
      wrong: 'صنف خاطئ',
      spoiled: 'طعام بارد أو فاسد',
      late: 'تأخر الطلب',
      other: 'أمر آخر',
    },
  },
};
