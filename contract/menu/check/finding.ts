import type { Weekday } from '../../base/time.ts';

export const subjectKinds = ['restaurant', 'outlet', 'menu', 'category', 'item', 'modifier', 'modifierList'] as const;
export interface CheckSubject {
  kind: (typeof subjectKinds)[number];
  id: string;
  name: string;
}

/**
 * Each with what it means. What blocks keeps its subject from being ordered, or ordered from; what warns does not.
 */
export const findingSeverities = {
  /** There is no menu. */
  'menu.none': 'blocks',
  /** Every menu is a draft; of the first one. */
  'menu.none_live': 'blocks',
  /** The menu that guests see, which is the first Live one, has not a single item. */
  'menu.empty': 'blocks',
  /** It is Live, but another one that is comes before it. */
  'menu.not_shown': 'warns',
  /** Of the menu that guests see, which has items elsewhere. */
  'category.empty': 'warns',
  'item.in_no_category': 'warns',
  'item.no_image': 'warns',
  /** It costs nothing, and nothing that can be chosen with it costs anything. */
  'item.free': 'warns',
  /** Others have a text in `language`, this one has not; `fields` says which. */
  'translation.missing': 'warns',
  /** `needed` must be chosen and `available` can be; at `outlet`, or everywhere. */
  'list.too_few_options': 'blocks',
  'outlet.none': 'blocks',
  /** No outlet is active; of the first one. */
  'outlet.none_active': 'blocks',
  /** An active outlet takes neither delivery nor pickup orders. */
  'outlet.no_mode': 'blocks',
  /** Of a `mode` that is on. */
  'outlet.no_payment': 'blocks',
  /** Delivery is on, and there is nowhere to deliver to. */
  'outlet.no_area': 'blocks',
  /** No day of the `mode` says from when to when. */
  'outlet.hours_not_set': 'blocks',
  /** Every day of the `mode` is closed. */
  'outlet.always_closed': 'blocks',
  /** Some open `days` of the `mode` have no hours: an open day with an empty period is not set. */
  'outlet.days_not_set': 'warns',
  'outlet.no_address': 'warns',
  /** Everything on the menu is switched off or sold out there. */
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
}

export function finding(
  code: FindingCode,
  kind: CheckSubject['kind'],
  { _id: id, name }: { _id: string; name: string },
  details: Omit<Finding, 'code' | 'severity' | 'subject'> = {},
): Finding {
  return { code, severity: findingSeverities[code], subject: { kind, id, name }, ...details };
}
