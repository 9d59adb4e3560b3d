import type { Quote } from '#contract/ordering/orders.ts';
import type { RefusedOffer } from '#contract/ordering/offers/offers.ts';
import { spokenText } from '../language/in-language.ts';
import { slotPhrase } from '../language/slot-text.ts';
import { useNow, useSite } from '../site.tsx';
import type { Place } from '../state/place.ts';
import controls from './controls.module.css';
import { gap, MenuSentence } from './menu-text.tsx';

/** The offers that apply by themselves, and the amount that the basket lacks for each. */
export function OfferHints({ quote, place }: { quote: Quote | null; place: Place }) {
  return quote?.refusedOffers
    .filter(({ code }) => code === null)
    .map((offer, index) => <OfferHint key={index} offer={offer} place={place} />);
}

/** Why an offer does not apply, and what would change that. */
export function OfferHint({ offer, place: { outlet } }: { offer: RefusedOffer; place: Place }) {
  const { menu, words, language, price } = useSite();
  const now = useNow();
  const { name, nameTranslations, reason, from, missing } = offer;
  const say = words.offerReasons[reason];
  const detail =
    missing === undefined
      ? from === undefined || outlet === null
        ? ''
        : slotPhrase(new Date(from), now, outlet.timeZone, words, language)
      : price(missing);
  return (
    <span className={controls.news}>
      <MenuSentence
        sentence={say(gap, detail)}
        of={[spokenText(menu, name ?? offer.code ?? '', nameTranslations, language)]}
      />
    </span>
  );
}
