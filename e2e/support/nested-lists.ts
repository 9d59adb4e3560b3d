/** A burger whose lists stand below one another, and what its lines cost. */
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import type { Call, Place } from './test.ts';

/** Extras are asked where the burger is large, and one or two of them are needed then. */
export async function nestExtras(call: Call, place: Place): Promise<void> {
  const { extras, size } = place.lists;
  const bounds = { optional: false, minModifier: 1, maxModifier: 2 };
  await call('POST /menu/update-modifier-list/:id', { params: { id: extras }, body: bounds }, place.owner.token);
  const nestedLists = [{ modifierListId: extras, parentListId: size, modifierIds: [place.modifiers.large] }];
  const input = { params: { id: place.items.burger }, form: { nestedLists } };
  await call('POST /menu/update-items-modifier/:id', input, place.owner.token);
}

export interface ThreeDeep {
  melted: ModifierListId;
  soft: ItemId;
  crisp: ItemId;
}

/** Nests the extras, as `nestExtras` does, and lets cheese ask how it is melted: soft for nothing, crisp for 1.00. */
export async function nestThreeDeep(call: Call, place: Place): Promise<ThreeDeep> {
  const { token } = place.owner;
  await nestExtras(call, place);
  const addModifier = async (name: string, price: number) => {
    const nameTranslations = { ar: place.named(`${name} ar`) };
    const form = {
      type: 'modifier' as const,
      name: place.named(name),
      nameTranslations,
      price,
      sku: place.named(name),
    };
    return (await call('POST /menu/add-items-modifier', { form }, token)).item._id;
  };
  const [soft, crisp] = [await addModifier('soft', 0), await addModifier('crisp', 1)];
  const body = {
    name: place.named('melted'),
    displayName: place.named('How is it melted?'),
    minModifier: 1,
    maxModifier: 1,
    allowMultipleSelection: false,
    modifierList: [soft, crisp],
    itemList: [place.items.burger],
  };
  const { modifierList } = await call('POST /menu/add-modifier-list', { body }, token);
  const { extras, size } = place.lists;
  const nestedLists = [
    { modifierListId: extras, parentListId: size, modifierIds: [place.modifiers.large] },
    { modifierListId: modifierList._id, parentListId: extras, modifierIds: [place.modifiers.cheese] },
  ];
  await call(
    'POST /menu/update-items-modifier/:id',
    { params: { id: place.items.burger }, form: { nestedLists } },
    token,
  );
  return { melted: modifierList._id, soft, crisp };
}

/** Fils of each, as `makeRestaurant` and `nestThreeDeep` sell them; `crispNow` once crisp costs more. */
const fils = { burger: 1800, regular: 0, large: 450, cheese: 325, bacon: 375, soft: 0, crisp: 100, crispNow: 150 };

type Part = keyof typeof fils;

/**
 * The total of lines of burgers with 5 % of VAT on top, which rounds half a fils up: options count once for a line. Calculated in another way
 * than the product does.
 */
export function burgersCost(...lines: { quantity: number; options: readonly Part[] }[]): string {
  let subtotal = 0;
  for (const { quantity, options } of lines) {
    subtotal += quantity * fils.burger;
    for (const option of options) subtotal += fils[option];
  }
  const twentieths = subtotal % 20;
  const vat = (subtotal - twentieths) / 20 + (twentieths >= 10 ? 1 : 0);
  const text = String(subtotal + vat).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
