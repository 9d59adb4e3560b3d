/**
 * An item or a modifier as the form has it, and what is sent of it. Numbers are texts here, so that an empty field stays empty.
 * Pure functions.
 */
import type { Path } from 'react-hook-form';
import type { CallInput } from '#contract/base/client.ts';
import {
  type Allergen,
  allergens,
  type Diet,
  diets,
  type ItemType,
  type Mode,
  modes,
} from '#contract/base/enumerations.ts';
import type { Item } from '#contract/menu/menus.ts';
import { modePricesOf } from '#contract/menu/given-mode-prices.ts';
import type { ModePrices } from '#contract/menu/mode-price.ts';
import { amountExample, amountInField, isAmount, readAmount } from '../../../components/order/amount.ts';
import { changedFields } from '../../../components/form/changed-fields.ts';
import type { ImageChoice } from '../../../components/form/image-field.tsx';
import { readOptionalCount } from '../../../components/form/read-number.ts';
import { words } from '../../../words/words.ts';

const text = words.menu.items;

/** Arabic is entered; what there is in other languages stays. */
interface ArabicTexts extends Record<string, string> {
  ar: string;
}

export interface ItemForm {
  type: ItemType;
  name: string;
  /** In major units. */
  price: string;
  /** In major units; empty: the usual price. */
  modePrices: Record<Mode, string>;
  sku: string;
  description: string;
  image: ImageChoice;
  /** Empty: not counted. */
  quantity: string;
  /** Empty: as everything else. */
  lowStock: string;
  nameTranslations: ArabicTexts;
  descriptionTranslations: ArabicTexts;
  calories: string;
  /** Empty: none. */
  makeMinutes: string;
  allergens: Allergen[];
  diets: Diet[];
}

export const emptyItem: ItemForm = {
  type: 'item',
  name: '',
  price: '',
  modePrices: { delivery: '', pickup: '', 'dine-in': '' },
  sku: '',
  description: '',
  image: { kind: 'none' },
  quantity: '',
  lowStock: '',
  nameTranslations: { ar: '' },
  descriptionTranslations: { ar: '' },
  calories: '',
  makeMinutes: '',
  allergens: [],
  diets: [],
};

export function itemForm(item: Item, currency: string): ItemForm {
  return {
    type: item.type,
    name: item.name,
    price: amountInField(item.price, currency),
    modePrices: {
      ...emptyItem.modePrices,
      ...modePricesOf(item.modePrices, (price) => amountInField(price, currency)),
    },
    sku: item.sku ?? '',
    description: item.description,
    image: item.imageUrl === null ? { kind: 'none' } : { kind: 'saved', url: item.imageUrl },
    quantity: numberInField(item.quantity ?? null),
    lowStock: numberInField(item.lowStock ?? null),
    nameTranslations: { ar: '', ...item.nameTranslations },
    descriptionTranslations: { ar: '', ...item.descriptionTranslations },
    calories: numberInField(item.calories),
    makeMinutes: numberInField(item.makeMinutes || null),
    allergens: allergens.filter((one) => item.allergens.includes(one)),
    diets: diets.filter((one) => item.diets.includes(one)),
  };
}

/** An item without a picture can only have come by an import: its price must not wait for a photographer. */
export function needsImage(type: ItemType, saved: ItemForm | null): boolean {
  return type === 'item' && saved?.image.kind !== 'none';
}

/** Fields that Save waits for (order-operations 5), by their labels. `saved` is null for a new item. */
export function missingOfItem({ type, name, price, sku, image }: ItemForm, saved: ItemForm | null): string[] {
  const isImageMissing =
    (needsImage(type, saved) && image.kind === 'none') || (type === 'item' && image.kind === 'preparing');
  return [
    ...(name.trim() === '' ? [text.name] : []),
    ...(price.trim() === '' ? [text.price] : []),
    ...(sku.trim() === '' ? [text.sku] : []),
    ...(isImageMissing ? [text.image] : []),
  ];
}

/** Sentences by the rule that no schema knows: the decimals of the currency. */
export function itemProblems({ price, modePrices }: ItemForm, currency: string): Partial<Record<PriceField, string>> {
  const wrong = text.priceWrong({ example: amountExample(currency) });
  const given = modes.filter((mode) => modePrices[mode].trim() !== '' && !isAmount(modePrices[mode], currency));
  return {
    ...(isAmount(price, currency) ? {} : { price: wrong }),
    ...Object.fromEntries(given.map((mode) => [`modePrices.${mode}`, wrong])),
  };
}

type PriceField = 'price' | `modePrices.${Mode}`;

type NewItem = NonNullable<CallInput<'POST /menu/add-items-modifier'>['form']>;
type SentItem = Omit<NewItem, 'modifierList'>;

/** The form as the API takes it. A modifier has neither description nor calories. */
export function itemRequest(form: ItemForm, currency: string): SentItem {
  const { type, name, price, sku, quantity, lowStock, nameTranslations } = form;
  const ofBoth: SentItem = {
    type,
    name: name.trim(),
    price: readAmount(price, currency),
    modePrices: modePricesOf(givenPrices(form.modePrices), (amount) => readAmount(amount, currency)) ?? {},
    sku: sku.trim(),
    quantity: readOptionalCount(quantity),
    lowStock: readOptionalCount(lowStock),
    makeMinutes: readOptionalCount(form.makeMinutes) ?? 0,
    nameTranslations: trimmed(nameTranslations),
    allergens: form.allergens,
    diets: form.diets,
  };
  if (type === 'modifier') return ofBoth;
  return {
    ...ofBoth,
    description: form.description.trim(),
    descriptionTranslations: trimmed(form.descriptionTranslations),
    calories: readOptionalCount(form.calories),
  };
}

type Changes = Partial<SentItem> & { quantitySeen?: number | null };

/**
 * Fields that were changed in the form, and only those: two people who change different things both get their way. A
 * new quantity goes with the one it replaces, so that portions sold meanwhile count (decision 31).
 */
export function itemChanges(before: ItemForm, after: ItemForm, currency: string): Changes {
  const was = itemRequest(before, currency);
  const changes: Changes = changedFields(was, itemRequest(after, currency));
  return 'quantity' in changes ? { ...changes, quantitySeen: was.quantity ?? null } : changes;
}

/** The picture to send, in the field that the API names. */
export function itemFiles({ type, image }: ItemForm): Record<string, Blob> | undefined {
  return type === 'item' && image.kind === 'new' ? { image: image.file } : undefined;
}

/** The field of the form for one that the API refused. */
export function itemField(apiField: string): Path<ItemForm> | null {
  const [name = ''] = apiField.split('.');
  return name in emptyItem ? (apiField as Path<ItemForm>) : null;
}

function givenPrices(prices: ItemForm['modePrices']): ModePrices<string | null> {
  return Object.fromEntries(modes.map((mode) => [mode, prices[mode].trim() === '' ? null : prices[mode]]));
}

function trimmed({ ar, ...others }: ArabicTexts): ArabicTexts {
  return { ...others, ar: ar.trim() };
}

export function numberInField(number: number | null): string {
  return number === null ? '' : String(number);
}
