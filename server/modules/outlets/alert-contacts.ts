import { createHmac, randomInt } from 'node:crypto';
import type { Language } from '#contract/base/enumerations.ts';
import type { ContactKind } from '#contract/kitchen/alert-contacts.ts';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import { placeInMessage } from '#server/modules/outbound/name-in-message.ts';
import { asciiDigits, findPhoneNumber, isCostlyToCall } from '#server/modules/outbound/phone.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { getCodeSettings } from '#server/modules/restaurants/code-settings.ts';
import { alertBudgets } from '#server/modules/restaurants/message-budgets.ts';
import { requireVerifiedOwner } from '#server/modules/restaurants/owner-verification.ts';
import { isSameBytes } from '#server/same-bytes.ts';
import { consumeAll, counterKey } from '#server/rate-limits/rate-counters.ts';
import { getOutlet } from './queries.ts';

/** The form in which an address or a number is kept, so that two spellings are one. */
export function contactKey(contact: string): string {
  return contact.trim().normalize('NFKC').toLowerCase();
}

/** The ones among the contacts that alerts may go to. */
export async function listProven(
  tx: Tx,
  restaurantId: RestaurantId,
  contacts: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('alert_contacts')
    .select('contact')
    .where('restaurant_id', '=', restaurantId)
    .where('contact', 'in', contacts.map(contactKey))
    .where('proven_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ contact }) => contact));
}

/** Where the outlet is told of an order that nobody accepts; null: nobody has proved that it is the restaurant's own. */
interface EscalationContact {
  mail: string | null;
  call: string | null;
}

/** Reads an outlet that was deleted meanwhile as well. A number that costs too much is not called even if it was proven once. */
export async function findEscalationContact(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
): Promise<EscalationContact> {
  const { email, escalation_mail_to, phone } = await tx
    .selectFrom('outlets')
    .select(['email', 'escalation_mail_to', 'phone'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', outletId)
    .executeTakeFirstOrThrow();
  const mail = escalation_mail_to ?? email;
  const proven = await listProven(tx, restaurantId, [mail, phone]);
  return {
    mail: proven.has(contactKey(mail)) ? mail : null,
    call: proven.has(phone) && !isCostlyToCall(phone) ? phone : null,
  };
}

/** Notes that the restaurant has shown in another way that a contact is its own: somebody followed a link mailed there. */
export async function noteProven(tx: Tx, restaurantId: RestaurantId, contact: string, now: Date): Promise<void> {
  const proven = { proven_at: now, code_hash: null, code_sent_at: null, wrong_tries: 0 };
  await tx
    .insertInto('alert_contacts')
    .values({ restaurant_id: restaurantId, contact: contactKey(contact), created_at: now, ...proven })
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'contact']).doUpdateSet(proven))
    .execute();
}

interface OutletContact {
  restaurantId: RestaurantId;
  outletId: OutletId;
  kind: ContactKind;
}

/**
 * Sends a code to the number or the address of an outlet's alerts, in the language of the person who asks for it; an earlier
 * code is void.
 * @throws request.not_found, auth.email_unverified, contact.not_callable, contact.country_not_served, rate.limited
 */
export async function sendContactCode(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  { restaurantId, outletId, kind }: OutletContact,
  language: Language,
): Promise<void> {
  const { config, clock } = deps;
  const now = clock();
  const { name, contact } = await findContact(tx, restaurantId, outletId, kind);
  await requireVerifiedOwner(tx, restaurantId);
  if (kind === 'phone') await requireCallable(tx, restaurantId, contact);
  if (config.rateLimits) await countContactCode(tx, restaurantId, kind, contact, now);
  const code = String(randomInt(10 ** limits.contactCodeLength)).padStart(limits.contactCodeLength, '0');
  const sent = { code_hash: hashOf(config.secret, restaurantId, contact, code), code_sent_at: now, wrong_tries: 0 };
  await tx
    .insertInto('alert_contacts')
    .values({ restaurant_id: restaurantId, contact: contactKey(contact), created_at: now, ...sent })
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'contact']).doUpdateSet(sent))
    .execute();
  const place = placeInMessage(name, language);
  const message =
    kind === 'mail'
      ? ({ kind: 'contact_code', content: codeMail(contact, place, code, language) } as const)
      : ({
          kind: 'contact_code_call',
          content: { to: contact, text: codeText(place, code, language), language },
        } as const);
  await sendMessage(tx, deps, { restaurantId, ...message });
}

/**
 * Proves the contact with the code that was sent there. Tries at one code come one after another, so that three wrong ones end it.
 * @throws request.not_found, code.wrong, code.expired
 */
export async function proveContact(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  contact: OutletContact,
  typed: string,
): Promise<void> {
  const refusal = await transaction(db, contact.restaurantId, (tx) =>
    tryContactCode(tx, config.secret, contact, typed, clock()),
  );
  // Thrown here, because within the transaction it would undo the count of the wrong try.
  if (refusal !== null) throw refusal;
}

async function tryContactCode(
  tx: Tx,
  secret: string,
  { restaurantId, outletId, kind }: OutletContact,
  typed: string,
  now: Date,
): Promise<Refusal | null> {
  const { contact } = await findContact(tx, restaurantId, outletId, kind);
  const key = contactKey(contact);
  const row = await tx
    .selectFrom('alert_contacts')
    .select(['code_hash', 'code_sent_at', 'wrong_tries'])
    .where('restaurant_id', '=', restaurantId)
    .where('contact', '=', key)
    .forUpdate()
    .executeTakeFirst();
  const age = now.getTime() - (row?.code_sent_at?.getTime() ?? 0);
  const isLive = row?.code_hash && age < limits.contactCodeMinutes * MINUTE && row.wrong_tries < limits.codeTries;
  if (!isLive) return new Refusal('code.expired');
  const code = asciiDigits(typed).replaceAll(/\D/g, '');
  if (isSameBytes(hashOf(secret, restaurantId, contact, code), row.code_hash!)) {
    await noteProven(tx, restaurantId, contact, now);
    return null;
  }
  await tx
    .updateTable('alert_contacts')
    .set({ wrong_tries: row.wrong_tries + 1 })
    .where('restaurant_id', '=', restaurantId)
    .where('contact', '=', key)
    .execute();
  return new Refusal('code.wrong');
}

async function findContact(tx: Tx, restaurantId: RestaurantId, outletId: OutletId, kind: ContactKind) {
  const { name, phone, email, escalation_mail_to: mailTo } = await getOutlet(tx, restaurantId, outletId, 'merchant');
  return { name, contact: kind === 'phone' ? phone : (mailTo ?? email) };
}

async function requireCallable(tx: Tx, restaurantId: RestaurantId, phone: string): Promise<void> {
  if (isCostlyToCall(phone)) throw new Refusal('contact.not_callable');
  const { countries } = await getCodeSettings(tx, restaurantId);
  const country = findPhoneNumber(phone, 'ZZ')?.country ?? null;
  if (countries !== null && (country === null || !countries.includes(country)))
    throw new Refusal('contact.country_not_served');
}

/** Codes for alerts count as alerts too, so that a restaurant has one budget of each kind. */
async function countContactCode(tx: Tx, restaurantId: RestaurantId, kind: ContactKind, contact: string, now: Date) {
  const day = 24 * 3600;
  const key = contactKey(contact);
  const shared = await alertBudgets(tx, restaurantId, kind === 'mail' ? 'mail' : 'call', contact);
  const rules = [
    { key: counterKey('contact-code:resend', key), limit: 1, windowSeconds: limits.codeResendSeconds },
    { key: counterKey('contact-code:contact', key), limit: limits.contactCodesPerDay, windowSeconds: day },
    {
      key: counterKey('contact-code:all', restaurantId),
      limit: limits.contactCodesPerRestaurantDay,
      windowSeconds: day,
    },
    ...shared,
  ];
  const taking = await consumeAll(tx, rules, now);
  if (!taking.isAllowed) throw new Refusal('rate.limited', { seconds: taking.retryAfterSeconds });
}

/** The hash takes the server's secret, because six digits are soon tried out. */
function hashOf(secret: string, restaurantId: RestaurantId, contact: string, code: string): Buffer {
  return createHmac('sha256', secret)
    .update(`alert contact ${restaurantId} ${contactKey(contact)} ${code}`)
    .digest();
}

const goodFor = limits.contactCodeMinutes;

/** The digits stand apart, so that a voice speaks each of them. */
function codeText(place: string, code: string, language: Language): string {
  const digits = code.replaceAll(/\B/g, ' ');
  return {
    en: `The code for order alerts of ${place} is ${digits}. It is good for ${goodFor} minutes.`,
    ar: `رمز تنبيهات الطلبات في ${place} هو ${digits}. صالح لمدة ${goodFor} دقائق.`,
  }[language];
}

function codeMail(to: string, place: string, code: string, language: Language) {
  const content = {
    en: {
      subject: `${code} is the code for order alerts of ${place}`,
      paragraphs: [
        `Somebody wants mails about orders that wait at ${place} to come to this address. The code is ${code}.`,
        `It is good for ${goodFor} minutes. If you do not work there, there is nothing to do: without the code nothing is sent to you.`,
      ],
    },
    ar: {
      subject: `رمز تنبيهات الطلبات في ${place}: ${code}`,
      paragraphs: [
        `طلب أحدهم أن تصل إلى هذا العنوان رسائل عن الطلبات التي تنتظر في ${place}. الرمز هو ${code}.`,
        `الرمز صالح لمدة ${goodFor} دقائق. إن كنت لا تعمل هناك فلا يلزمك شيء، ولن يصلك شيء بدون الرمز.`,
      ],
    },
  };
  return mailOf({ to, language, ...content[language] });
}
