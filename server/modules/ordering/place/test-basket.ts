/**
 * The basket of a test order: the first dish of the menu that a guest could order, at an outlet and in a mode that take
 * it.
 */
import type { Mode } from '#contract/base/enumerations.ts';
import type { DeliveryAreaId, ItemId, ModifierListId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { QuoteInput } from '#contract/ordering/orders.ts';
import type { OrderLineInput } from '#contract/ordering/order-lines.ts';
import { openLists } from '#contract/menu/nested-lists.ts';
import { effectiveBounds, mostPerModifier } from '#contract/menu/option-choice.ts';
import { positionOf, type ZoneShape } from '#contract/outlets/zone-shape.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { listCategories } from '#server/modules/menu/categories/queries.ts';
import { listAllAreas } from '#server/modules/outlets/delivery-areas/queries.ts';
import { listOutlets } from '#server/modules/outlets/queries.ts';
import { type BasketProblem, type ExaminedBasket, examineBasket } from '../quote/examine-basket.ts';
import { choiceLists } from '../quote/line-problems.ts';
import { type BasketFacts, type ItemFacts, readBasketFacts } from '../quote/read-basket-facts.ts';
import { lineByLists } from '../wire.ts';

/** An outlet and a mode to try, with what guests see there. */
interface TriedPlace {
  outletId: OutletId;
  outletName: string;
  deliveryMode: Mode;
  deliveryAreaId: DeliveryAreaId | null;
  /** A place that the area's shape covers; nothing for an area that is chosen by its name. */
  door: Pick<QuoteInput, 'position' | 'postcode'>;
  itemIds: ItemId[];
}

export interface TestBasket extends ExaminedBasket {
  input: QuoteInput;
}

/** The reasons why no basket works, the easiest to mend first. */
const reasonOrder = ['item', 'order.below_minimum', 'mode', 'order.outlet_inactive'] as const;
interface Obstacle {
  reason: (typeof reasonOrder)[number];
  refusal: Refusal;
}

/** Problems that pass by themselves: a test order can be placed all the same. */
const passingProblems = new Set<BasketProblem['code']>(['order.outlet_closed', 'order.not_today']);

/**
 * The first basket that works, outlet by outlet, pickup before delivery. Opening hours and those of menus do not matter, except that an
 * open outlet is preferred.
 * @throws order.test_no_outlet, order.outlet_not_found, order.test_no_mode, order.test_no_item, order.outlet_inactive,
 * order.below_minimum
 */
export async function findTestBasket(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId | undefined,
  now: Date,
): Promise<TestBasket> {
  const places = await listPlaces(tx, restaurantId, outletId);
  const obstacles: Obstacle[] = [];
  let whileClosed: TestBasket | undefined;
  for (const place of places) {
    const facts = await readBasketFacts(tx, restaurantId, {
      ...place,
      ...place.door,
      items: place.itemIds.map((itemId) => ({ itemId })),
    });
    const found = findBasketAt(facts, place, now);
    if (!('input' in found)) obstacles.push(found);
    else if (found.problems.length === 0) return found;
    else whileClosed ??= found;
  }
  if (whileClosed !== undefined) return whileClosed;
  throw obstacles.sort((a, b) => reasonOrder.indexOf(a.reason) - reasonOrder.indexOf(b.reason))[0]!.refusal;
}

async function listPlaces(tx: Tx, restaurantId: RestaurantId, outletId: OutletId | undefined): Promise<TriedPlace[]> {
  const [outlets, areas, categories] = await Promise.all([
    listOutlets(tx, restaurantId, 'merchant'),
    listAllAreas(tx, restaurantId),
    listCategories(tx, restaurantId, 'guests', { menuId: 'shown' }),
  ]);
  const wanted = outletId === undefined ? outlets : outlets.filter(({ id }) => id === outletId);
  if (wanted.length === 0)
    throw new Refusal(outletId === undefined ? 'order.test_no_outlet' : 'order.outlet_not_found');
  return wanted.flatMap(({ id, name }) => {
    const offered = categories.filter(({ inactiveOutletIds }) => !inactiveOutletIds.includes(id));
    const itemIds = [...new Set(offered.flatMap((category) => category.itemIds))].slice(0, limits.basketLinesMax);
    const area = areas.find((one) => one.outlet_id === id);
    const place = { outletId: id, outletName: name, itemIds };
    return [
      { ...place, deliveryMode: 'pickup' as const, deliveryAreaId: null, door: {} },
      { ...place, deliveryMode: 'delivery' as const, deliveryAreaId: area?.id ?? null, door: doorIn(area?.shape) },
    ];
  });
}

/** A corner lies in a polygon, as its edges do. */
function doorIn(shape: ZoneShape | null | undefined): TriedPlace['door'] {
  if (!shape) return {};
  if (shape.kind === 'postcodes') return { postcode: shape.postcodes[0]!.replace('*', '') };
  return { position: positionOf(shape.kind === 'circle' ? shape.centre : shape.rings[0]![0]!) };
}

/** The first basket without a problem, apart from opening hours; otherwise the problem of the first basket. */
function findBasketAt(facts: BasketFacts, place: TriedPlace, now: Date): TestBasket | Obstacle {
  const { outletName: outlet } = place;
  let obstacle: Obstacle | undefined;
  for (const item of place.itemIds.flatMap((id) => facts.items.find((one) => one.id === id) ?? [])) {
    const examined = examine(facts, place, lineOf(item, facts), now);
    const [problem] = examined.problems.filter(({ code }) => !passingProblems.has(code));
    if (problem === undefined) return examined;
    obstacle ??= obstacleOf(problem, facts, outlet);
  }
  return obstacle ?? { reason: 'item', refusal: new Refusal('order.test_no_item', { outlet }) };
}

function examine(
  facts: BasketFacts,
  { outletId, deliveryMode, deliveryAreaId, door }: TriedPlace,
  line: OrderLineInput,
  now: Date,
): TestBasket {
  const input = { outletId, deliveryMode, deliveryAreaId, ...door, items: [line] };
  return { ...examineBasket({ ...facts, offers: [], menus: [] }, input, now), input };
}

function obstacleOf({ code, details }: BasketProblem, facts: BasketFacts, outlet: string): Obstacle {
  const noMode: Obstacle = { reason: 'mode', refusal: new Refusal('order.test_no_mode', { outlet }) };
  switch (code) {
    case 'order.outlet_inactive':
      // An active outlet is refused so where no mode is offered.
      return facts.outlet?.isActive ? noMode : { reason: code, refusal: new Refusal(code, details) };
    case 'order.below_minimum':
      return { reason: code, refusal: new Refusal(code, details) };
    case 'order.mode_not_available':
    case 'order.area_not_served':
    case 'order.pin_needed':
    case 'order.dine_in_not_available':
    case 'order.table_invalid':
      return noMode;
    case 'order.item_unavailable':
    case 'order.menu_over':
    case 'order.item_gone':
    case 'order.options_invalid':
    case 'order.outlet_closed':
    case 'order.slot_gone':
    case 'order.time_full':
    case 'order.not_today':
    case 'order.not_attended':
    case 'order.sold_out':
    case 'order.tip_not_taken':
    case 'order.tip_too_large':
      return { reason: 'item', refusal: new Refusal('order.test_no_item', { outlet }) };
  }
}

/** The fewest portions that reach the area's minimum, with the first mandatory options. */
function lineOf(item: ItemFacts, { area }: BasketFacts): OrderLineInput {
  const portions = area === null || item.price === 0 ? 1 : Math.ceil(area.minimum / item.price);
  const lists = choiceLists(item);
  let chosen: { listId: ModifierListId; modifierIds: ItemId[] }[] = [];
  // Each round chooses for the lists that the choices before it have opened.
  for (let deep = 0; deep < limits.nestedListsDeep; deep++) {
    chosen = openLists(lists, chosen).map((list) => {
      const available = list.modifiers.filter(({ isAvailable }) => isAvailable);
      const choices = available.flatMap(({ modifierId }) =>
        Array.from({ length: mostPerModifier(list) }, () => modifierId),
      );
      return { listId: list.listId, modifierIds: choices.slice(0, effectiveBounds(list).min) };
    });
  }
  const selections = chosen.map(({ listId: modifierListId, modifierIds }) => ({ modifierListId, modifierIds }));
  return lineByLists({ itemId: item.id, selections, quantity: Math.min(Math.max(portions, 1), limits.quantityMax) });
}
