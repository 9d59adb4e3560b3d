import { languages, type Language, type Mode } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { fromMajor } from '#contract/base/money.ts';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import { type GuestChannel, guestChannels, type GuestEvent, guestEvents } from '#contract/ordering/guest-events.ts';
import {
  guestBudgetKinds,
  type GuestMessagePreview,
  type GuestMessageSettings,
} from '#contract/ordering/guest-messages.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { listOutlets } from '#server/modules/outlets/queries.ts';
import { getGuestSwitches, setGuestSwitch } from '#server/modules/restaurants/guest-switches.ts';
import { readMessageBudgets } from '#server/modules/restaurants/message-budgets.ts';
import { getCurrency, getSender, getSiteLanguages, siteAddress } from '#server/modules/restaurants/queries.ts';
import { guestMail, guestPush, guestText, type ToldOrder } from './message-texts.ts';

type SettingsDeps = Pick<Deps, 'config' | 'clock'>;

/** The messages that guests get, what they say, and how many were sent. */
export async function getGuestMessageSettings(
  tx: Tx,
  deps: SettingsDeps,
  restaurantId: RestaurantId,
): Promise<GuestMessageSettings> {
  const [switches, budgets, previews] = await Promise.all([
    getGuestSwitches(tx, restaurantId),
    readMessageBudgets(tx, restaurantId, guestBudgetKinds, deps.clock()),
    previewsOf(tx, deps, restaurantId),
  ]);
  return { switches, budgets, previews };
}

export async function switchGuestMessage(
  tx: Tx,
  deps: SettingsDeps,
  restaurantId: RestaurantId,
  change: { event: GuestEvent; channel: GuestChannel; isOn: boolean },
): Promise<GuestMessageSettings> {
  await setGuestSwitch(tx, restaurantId, change, deps.clock());
  return getGuestMessageSettings(tx, deps, restaurantId);
}

/** Each message for a made-up order of the first outlet, in the languages of the site. */
async function previewsOf(tx: Tx, deps: SettingsDeps, restaurantId: RestaurantId): Promise<GuestMessagePreview[]> {
  const [sender, siteLanguages, outlets, currency] = await Promise.all([
    getSender(tx, restaurantId),
    getSiteLanguages(tx, restaurantId),
    listOutlets(tx, restaurantId, 'merchant'),
    getCurrency(tx, restaurantId),
  ]);
  const [refunded, paid] = [fromMajor(5, currency), fromMajor(40, currency)];
  const outlet = outlets[0];
  const now = deps.clock();
  const orderIn = (language: Language, mode: Mode): ToldOrder => ({
    orderName: '12',
    restaurantName: sender.nameTranslations[language] ?? sender.name,
    outletName: outlet?.name ?? sender.name,
    outletPhone: outlet?.phone ?? '',
    mode,
    isPaidOnline: false,
    currency,
    refund: { amount: refunded, total: refunded, paid },
    answer: { kind: 'refund', amount: refunded, isByHand: false },
    answerBy: new Date(now.getTime() + limits.changeAnswerMinutes * MINUTE),
    promise: { at: new Date(now.getTime() + 30 * MINUTE), isSlot: false },
    timeZone: outlet?.time_zone ?? 'UTC',
    now,
    reason: 'item_unavailable',
    language,
    allergens: [],
    address: `${siteAddress(deps.config.publicUrl, sender)}/order`,
  });
  return languages
    .filter((language) => siteLanguages.includes(language))
    .flatMap((language) =>
      guestEvents.flatMap((event) =>
        modesOf(event).flatMap((mode) =>
          guestChannels.map((channel) => {
            const { subject, text } = contentOf(event, channel, orderIn(language, mode ?? 'pickup'));
            return { event, channel, mode, language, subject, text };
          }),
        ),
      ),
    );
}

/** The modes in which the message of an event reads differently. */
function modesOf(event: GuestEvent): readonly (Mode | null)[] {
  return event === 'cancelled' || event === 'refunded' || event === 'problem_answered'
    ? [null]
    : ['pickup', 'delivery'];
}

function contentOf(
  event: GuestEvent,
  channel: GuestChannel,
  order: ToldOrder,
): Pick<GuestMessagePreview, 'subject' | 'text'> {
  if (channel === 'mail') return guestMail('', event, order);
  if (channel === 'sms') return { subject: null, text: guestText(event, order) };
  const { title, body } = guestPush(event, order);
  return { subject: title, text: body };
}
