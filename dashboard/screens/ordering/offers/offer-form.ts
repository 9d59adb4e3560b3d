/** The form about an offer, as texts; the API has numbers and null for no limit. */
import type { Mode } from '#contract/base/enumerations.ts';
import type { CategoryId, ItemId, OutletId } from '#contract/base/ids.ts';
import type { ListedOffer, OfferInput } from '#contract/ordering/offers/offers.ts';
import type { DayHours } from '#contract/outlets/opening-hours.ts';
import { amountInField, readAmount } from '../../../components/order/amount.ts';
import { readCount, readNumber, readOptionalCount } from '../../../components/form/read-number.ts';
import { emptyWeek } from '../../outlets/empty-week.ts';

const benefitKinds = ['percent', 'amount', 'free_item', 'buy_get', 'free_delivery'] as const;
type BenefitKind = (typeof benefitKinds)[number];
/** The rewards of a full stamp card. */
const rewardKinds = ['free_item', 'amount'] as const satisfies readonly BenefitKind[];

export interface OfferValues {
  name: string;
  nameArabic: string;
  code: string;
  kind: BenefitKind;
  percent: string;
  amount: string;
  buy: string;
  get: string;
  /** Whether it is for the whole order or for some dishes. */
  target: 'all' | 'some';
  categories: CategoryId[];
  items: ItemId[];
  minimum: string;
  usesMax: string;
  usesOfGuestMax: string;
  isForFirstOrder: boolean;
  isPaused: boolean;
  /** Whether it is the reward of a full stamp card; the three that follow are of one. */
  isCard: boolean;
  stampsNeeded: string;
  stampMinimum: string;
  stampMonths: string;
  /** Empty for all of them, as `modes`. */
  outlets: OutletId[];
  modes: Mode[];
  /** Local time of this device, as its field has it; '' for none. */
  from: string;
  until: string;
  hasHours: boolean;
  hours: DayHours[];
}

export function offerValues(offer: ListedOffer | null, currency: string): OfferValues {
  const { benefit } = offer ?? {};
  return {
    name: offer?.name ?? '',
    nameArabic: offer?.nameTranslations.ar ?? '',
    code: offer?.code ?? '',
    kind: benefit?.kind ?? 'percent',
    percent: benefit?.kind === 'percent' ? String(benefit.percent) : '',
    amount: benefit?.kind === 'amount' ? amountInField(benefit.amount, currency) : '',
    buy: benefit?.kind === 'buy_get' ? String(benefit.buy) : '1',
    get: benefit?.kind === 'buy_get' ? String(benefit.get) : '1',
    target: offer?.scope ? 'some' : 'all',
    categories: offer?.scope?.categories ?? [],
    items: offer?.scope?.items ?? [],
    minimum: offer?.minimumSubtotal ? amountInField(offer.minimumSubtotal, currency) : '',
    usesMax: offer?.usesMax ? String(offer.usesMax) : '',
    usesOfGuestMax: offer?.usesOfGuestMax ? String(offer.usesOfGuestMax) : '',
    isForFirstOrder: offer?.isForFirstOrder ?? false,
    isPaused: offer?.isPaused ?? false,
    isCard: Boolean(offer?.stamps),
    stampsNeeded: String(offer?.stamps?.needed ?? 9),
    stampMinimum: offer?.stamps?.minimum ? amountInField(offer.stamps.minimum, currency) : '',
    stampMonths: offer?.stamps?.months ? String(offer.stamps.months) : '',
    outlets: offer?.outlets ?? [],
    modes: offer?.modes ?? [],
    from: localOf(offer?.from ?? null),
    until: localOf(offer?.until ?? null),
    hasHours: Boolean(offer?.hours),
    hours: [...(offer?.hours ?? emptyWeek)],
  };
}

/** The form as the API takes it. What is no number is NaN, which the contract refuses at its field. */
export function offerFields(values: OfferValues, currency: string): OfferInput {
  const { name, nameArabic, code, minimum, isForFirstOrder, isPaused, isCard, outlets, modes, hasHours, hours } =
    values;
  return {
    name,
    nameTranslations: nameArabic.trim() === '' ? {} : { ar: nameArabic },
    code: isCard || code.trim() === '' ? null : code,
    benefit: benefitOf(values, currency),
    scope: scopeOf(values),
    outlets: outlets.length === 0 ? null : outlets,
    modes: modes.length === 0 ? null : modes,
    hours: hasHours ? hours.map((day) => ({ ...day, periods: [...day.periods] })) : null,
    from: instantOf(values.from),
    until: instantOf(values.until),
    isForFirstOrder: isForFirstOrder && !isCard,
    usesMax: readOptionalCount(values.usesMax),
    usesOfGuestMax: readOptionalCount(values.usesOfGuestMax),
    minimumSubtotal: minimum.trim() === '' ? 0 : readAmount(minimum, currency),
    isPaused,
    stamps: isCard ? stampsOf(values, currency) : null,
  };
}

function stampsOf({ stampsNeeded, stampMinimum, stampMonths }: OfferValues, currency: string): OfferInput['stamps'] {
  return {
    needed: readCount(stampsNeeded),
    minimum: stampMinimum.trim() === '' ? 0 : readAmount(stampMinimum, currency),
    months: readOptionalCount(stampMonths),
  };
}

function benefitOf({ kind, percent, amount, buy, get }: OfferValues, currency: string): OfferInput['benefit'] {
  switch (kind) {
    case 'percent':
      return { kind, percent: readNumber(percent) };
    case 'amount':
      return { kind, amount: readAmount(amount, currency) };
    case 'buy_get':
      return { kind, buy: readCount(buy), get: readCount(get) };
    case 'free_item':
    case 'free_delivery':
      return { kind };
  }
}

export function kindsOf({ isCard }: Pick<OfferValues, 'isCard'>): readonly BenefitKind[] {
  return isCard ? rewardKinds : benefitKinds;
}

/** Dishes get something free by name, and the fee of a delivery is of none. A card takes its amount off the whole order. */
export function hasTarget({ kind, isCard }: Pick<OfferValues, 'kind' | 'isCard'>): boolean {
  return (kind === 'percent' || kind === 'amount') && !isCard;
}

export function isOfDishes(values: Pick<OfferValues, 'kind' | 'target' | 'isCard'>): boolean {
  const { kind, target } = values;
  return kind === 'free_item' || kind === 'buy_get' || (hasTarget(values) && target === 'some');
}

function scopeOf(values: OfferValues): OfferInput['scope'] {
  return isOfDishes(values) ? { categories: values.categories, items: values.items } : null;
}

function instantOf(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}

function localOf(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The field of the form for one of the API. */
export function offerField(apiField: string): keyof OfferValues {
  const known: Readonly<Record<string, keyof OfferValues>> = {
    'nameTranslations.ar': 'nameArabic',
    'benefit.percent': 'percent',
    'benefit.amount': 'amount',
    'benefit.buy': 'buy',
    'benefit.get': 'get',
    scope: 'categories',
    minimumSubtotal: 'minimum',
    'stamps.needed': 'stampsNeeded',
    'stamps.minimum': 'stampMinimum',
    'stamps.months': 'stampMonths',
    stamps: 'stampMinimum',
  };
  return known[apiField] ?? (apiField as keyof OfferValues);
}
