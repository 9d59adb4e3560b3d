import { type FieldProblem, fieldProblem } from '#contract/base/field-problems.ts';
import type { ItemId, MenuId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { FileProblem } from '#contract/menu/menu-import.ts';
import type { Currency } from '#contract/base/money.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { auditPriceChanges, type NewPrice, newPricesOf } from '#server/modules/menu/items/audit-prices.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { decideImport, type ImportChanges, type ImportTarget } from './decide-import.ts';
import type { ImportPlan } from './plan.ts';
import { readCurrentMenu } from './current-menu.ts';
import { isChanged, writeImport } from './write-import.ts';

export interface ImportOptions {
  /** The target: an existing menu, or the menu of this name, which is created if needed. */
  menu: { id: MenuId } | { name: string };
  /** The treatment of dishes of earlier imports that are missing in the file. */
  missing: ImportTarget['missing'];
}

interface Count {
  added: number;
  changed: number;
  same: number;
}

export interface ImportOutcome {
  changes: ImportChanges;
  dishes: Count;
  modifiers: Count;
  lists: Count;
  categories: Count;
  /** Problems that prevent writing: more than a menu holds. */
  problems: FileProblem[];
  /** Whether anything differs from before. */
  changesAnything: boolean;
  /** By `key` of the plan. */
  dishIds: ReadonlyMap<string, ItemId>;
}

/**
 * Writes a menu, whole or not at all, and tells the restaurant's screens and its site. Existing entities are matched
 * (see find-known.ts) and follow the file: texts, prices, order and options. Stock, pictures, SKUs, availability and
 * fields that the file does not have stay. Without changes nothing is written. Changed prices go to the audit log when
 * the person is known.
 */
export async function importMenu(
  tx: Tx,
  restaurantId: RestaurantId,
  plan: ImportPlan,
  options: ImportOptions,
  at: Date,
  record: { by: AuditContext; currency: Currency } | null = null,
): Promise<ImportOutcome> {
  await lockMenu(tx, restaurantId);
  const outcome = await planOutcome(tx, restaurantId, plan, options);
  if (outcome.problems.length === 0 && outcome.changesAnything) {
    if (record !== null) await auditPriceChanges(tx, record.by, newPrices(outcome.changes), record.currency, at);
    await writeImport(tx, restaurantId, outcome.changes, at);
    await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  }
  return outcome;
}

function newPrices({ dishes, modifiers }: ImportChanges): NewPrice[] {
  return [...dishes.values(), ...modifiers.values()].flatMap(({ before, after }) =>
    before === null ? [] : newPricesOf(after.name, before, after),
  );
}

/** The outcome that an import would have now. Writes nothing. */
export async function planOutcome(
  tx: Tx,
  restaurantId: RestaurantId,
  plan: ImportPlan,
  { menu, missing }: ImportOptions,
): Promise<ImportOutcome> {
  const menuId = 'id' in menu ? menu.id : await findMenuByName(tx, restaurantId, menu.name);
  const present = await readCurrentMenu(tx, restaurantId, menuId);
  const name = 'name' in menu ? menu.name : '';
  const changes = decideImport(present, plan, { menuId, name, newId, missing });
  const { dishes, modifiers, lists, categories, movedCategories, categoryItems, itemLists, listItems, goesWith } =
    changes;
  const { removed } = changes;
  const withLinks = (links: readonly { of: string }[]) => new Set(links.map(({ of }) => of));
  const counts = {
    dishes: count(dishes, withLinks([...itemLists, ...goesWith])),
    modifiers: count(modifiers, new Set()),
    lists: count(lists, withLinks(listItems)),
    categories: count(withoutPositionChanges(categories), withLinks(categoryItems)),
  };
  const hasMoved = movedCategories.length > 0 || [...categories.values()].some((one) => isChanged(one));
  const links = [...categoryItems, ...itemLists, ...listItems, ...goesWith];
  const gone = [...removed.categories, ...removed.lists, ...removed.modifiers];
  const rows = Object.values(counts).some(({ added, changed }) => added + changed > 0);
  return {
    changes,
    ...counts,
    problems: problemsOf(changes),
    changesAnything: rows || changes.menu.isNew || hasMoved || links.length + gone.length > 0,
    dishIds: new Map([...dishes].map(([key, { after }]) => [key, after.id])),
  };
}

/** A category that only changes its position counts as unchanged. */
function withoutPositionChanges(categories: ImportChanges['categories']): ImportChanges['categories'] {
  const decided = [...categories].map(([key, { before, after }]) => {
    return [key, { before: before && { ...before, position: after.position }, after }] as const;
  });
  return new Map(decided);
}

function problemsOf(changes: ImportChanges): FileProblem[] {
  const { menu, categoryCount, categoryItems, itemCount, modifierCount } = changes;
  const { categoriesPerMenuMax, itemsPerCategoryMax, itemsMax, modifiersMax } = limits;
  const at = (problem: FieldProblem) => ({ row: null, place: menu.name, ...problem });
  const tooMany = categoryCount > categoriesPerMenuMax;
  const tooFull = categoryItems.some(({ after }) => after.length > itemsPerCategoryMax);
  return [
    ...(tooMany ? [at(fieldProblem('file.too_many_categories', { most: categoriesPerMenuMax }))] : []),
    ...(itemCount > itemsMax && hasNew(changes.dishes)
      ? [at(fieldProblem('file.too_many_items', { most: itemsMax, count: itemCount }))]
      : []),
    ...(modifierCount > modifiersMax && hasNew(changes.modifiers)
      ? [at(fieldProblem('file.too_many_modifiers_in_all', { most: modifiersMax, count: modifierCount }))]
      : []),
    ...(tooFull ? [at(fieldProblem('category.too_many_items', { most: itemsPerCategoryMax }))] : []),
  ];
}

function hasNew(decided: ImportChanges['dishes']): boolean {
  return [...decided.values()].some(({ before }) => before === null);
}

async function findMenuByName(tx: Tx, restaurantId: RestaurantId, name: string): Promise<MenuId | null> {
  const menu = await tx
    .selectFrom('menus')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .executeTakeFirst();
  return menu?.id ?? null;
}

function count(
  decided: ReadonlyMap<string, Parameters<typeof isChanged>[0]>,
  withOtherLinks: ReadonlySet<string>,
): Count {
  const all = [...decided.values()];
  const added = all.filter(({ before }) => before === null).length;
  const changed = all.filter(
    (one) => one.before !== null && (isChanged(one) || withOtherLinks.has(one.after.id)),
  ).length;
  return { added, changed, same: all.length - added - changed };
}
