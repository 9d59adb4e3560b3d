/** The parts of orders that are kept as JSON. */
import type { OfferTarget } from '#contract/base/enumerations.ts';
import type { ItemId, ModifierListId, OfferId } from '#contract/base/ids.ts';
import type { Translations } from '#contract/base/fields.ts';
import type { MinorUnits } from '#contract/base/money.ts';

/** An offer as an order keeps it. */
export interface KeptOffer {
  id: OfferId;
  name: string;
  nameTranslations: Translations;
  code: string | null;
  amount: MinorUnits;
  off: OfferTarget;
  /** The lines' shares of the amount, in their order; zeros for a delivery. */
  shares: MinorUnits[];
  /** The stamps that it cost; without it, it is no reward of a card. */
  stamps?: number;
}

/** A line as a change of its order keeps it. */
export interface KeptLine {
  line_number: number;
  item_id: ItemId;
  name: string;
  name_translations: Translations;
  quantity: number;
  unit_price_minor: MinorUnits;
  total_minor: MinorUnits;
  note: string;
  guest_name: string;
  allergens: string[] | null;
  diets: string[] | null;
  options: {
    position: number;
    modifier_list_id: ModifierListId;
    modifier_list_name: string;
    item_id: ItemId;
    name: string;
    name_translations: Translations;
    price_minor: MinorUnits;
    allergens: string[] | null;
    diets: string[] | null;
    /** Missing in what was kept before there were halves. */
    is_half?: boolean | null;
    /** Missing where its list is always asked. */
    depth?: number | null;
  }[];
}

/** Portions of a line with which a guest has a problem. */
export interface ReportedLine {
  line_number: number;
  quantity: number;
}

/** Everything of an order that a change can change. */
export interface KeptFacts {
  lines: KeptLine[];
  subtotal_minor: MinorUnits;
  discount_minor: MinorUnits;
  offers: KeptOffer[] | null;
  tax_minor: MinorUnits;
  tip_minor: MinorUnits | null;
  total_minor: MinorUnits;
  /** An instant as JSON; null: the kitchen has not accepted. */
  promised_at: string | null;
}
