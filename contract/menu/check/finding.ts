import type { Weekday } from '../../base/time.ts';

export const subjectKinds = ['restaurant', 'outlet', 'menu', 'category', 'item', 'modifier', 'modifierList'] as const;
export interface CheckSubject {
  kind: (typeof subjectKinds)[number];
  id: string;
  name: string;
}

/** Blocking findings keep their subject from being ordered, or from taking orders; warnings do not. */
export const findingSeverities = {
  /** No owner has confirmed their email. */
  'restaurant.email_unverified': 'blocks',
  /** The restaurant has no menu. */
  'menu.none': 'blocks',
  /** Every menu is a draft; the subject is the first one. */
  'menu.none_live': 'blocks',
  /** The menus that guests see have no item at all; the subject is the first of them. */
  'menu.empty': 'blocks',
  /** The menu is Live and is to be sold always, but guests see an earlier one of that kind. */
  'menu.not_shown': 'warns',
  /** No active outlet takes orders in a mode and at a time of the menu. */
  'menu.never_sold': 'warns',
  /** The category is on a menu that guests see, which has items in other categories. */
  'category.empty': 'warns',
  'item.in_no_category': 'warns',
  'item.no_image': 'warns',
  /** Neither the item nor any of its options costs anything. */
  'item.free': 'warns',
  /** The allergens of the item, or each choice that it requires, contradict `diets` that it declares. */
  'item.diet_doubtful': 'warns',
  /** Choosing `option` leads nowhere: `list`, which it opens, has too few options; at `outlet`, or at all of them. */
  'item.option_dead_end': 'warns',
  /** All that the item requires is there, but only by options that lead nowhere; at `outlet`, or at all of them. */
  'item.dead_end': 'blocks',
  /** Nothing that can be chosen opens `list`. */
  'item.list_never_asked': 'warns',
  /** `dishes` that go well with the item are never sold at an outlet, in a mode and at a time at which it is. */
  'item.never_sold_with': 'warns',
  /** The text is translated into `language` elsewhere but not here, in the named `fields`. */
  'translation.missing': 'warns',
  /** The list requires `needed` options and has `available`; at `outlet`, or at all of them. */
  'list.too_few_options': 'blocks',
  'outlet.none': 'blocks',
  /** No outlet is active; the subject is the first one. */
  'outlet.none_active': 'blocks',
  /** An active outlet has neither delivery nor pickup switched on. */
  'outlet.no_mode': 'blocks',
  /** A `mode` is on without a payment method. */
  'outlet.no_payment': 'blocks',
  /** Delivery is on without a delivery area. */
  'outlet.no_area': 'blocks',
  /** No day of the `mode` has hours. */
  'outlet.hours_not_set': 'blocks',
  /** Every day of the `mode` is closed. */
  'outlet.always_closed': 'blocks',
  /** Some open `days` of the `mode` have no hours: an open day with an empty period is not set. */
  'outlet.days_not_set': 'warns',
  'outlet.no_address': 'warns',
  /** Everything on the menu is switched off or sold out at the outlet. */
  'outlet.nothing_to_order': 'blocks',
} as const satisfies Record<string, 'blocks' | 'warns'>;
export type FindingCode = keyof typeof findingSeverities;

export interface Finding {
  code: FindingCode;
  severity: 'blocks' | 'warns';
  subject: CheckSubject;
  mode?: 'delivery' | 'pickup';
  days?: Weekday[];
  needed?: number;
  available?: number;
  outlet?: { _id: string; name: string };
  language?: string;
  fields?: ('name' | 'description')[];
  diets?: string[];
  option?: string;
  list?: string;
  dishes?: string[];
}

export function finding(
  code: FindingCode,
  kind: CheckSubject['kind'],
  { _id: id, name }: { _id: string; name: string },
  details: Omit<Finding, 'code' | 'severity' | 'subject'> = {},
): Finding {
  return { code, severity: findingSeverities[code], subject: { kind, id, name }, ...details };
}
