/**
 * Bring your menu (features ON-12, EX-01, EX-02): a whole menu from a file, foreseen, written or refused as a whole, taken back,
 * and written to a file again. docs/menu-csv.md describes the CSV; the JSON is that of the command `menu:import`.
 */
import * as z from 'zod';
import { editors, endpoint } from '../base/endpoint.ts';
import { done, idOf, idParams, instant, line, price } from '../base/fields.ts';
import type { MenuId, MenuImportId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/** `row` as a spreadsheet counts it, the heads being row 1, with the column as `place`; null with a path in a JSON file. */
export const FileProblem = z.object({ row: z.int().nullable(), place: z.string(), msg: z.string() });
export type FileProblem = z.infer<typeof FileProblem>;

export const importStates = ['new', 'changed', 'same'] as const;
export const importFields = [
  'name',
  'price',
  'description',
  'translations',
  'sku',
  'calories',
  'allergens',
  'diets',
  'lists',
  'title',
  'choices',
  'options',
  'items',
] as const;

/** What a line of the file does. `from` and `to` are given where both are short: a name, a price as text in major units. */
const foreseen = {
  name: z.string(),
  state: z.enum(importStates),
  changes: z.array(z.object({ field: z.enum(importFields), from: z.string().nullable(), to: z.string().nullable() })),
};
const ForeseenDish = z.object({ ...foreseen, price, lists: z.array(z.string()) });
const ForeseenOption = z.object({ ...foreseen, price });
/** `max` null: no upper limit. */
const ForeseenList = z.object({
  ...foreseen,
  title: z.string(),
  min: z.int(),
  max: z.int().nullable(),
  options: z.array(ForeseenOption),
});
const ForeseenCategory = z.object({ ...foreseen, dishes: z.array(ForeseenDish) });
export type ForeseenDish = z.infer<typeof ForeseenDish>;
export type ForeseenList = z.infer<typeof ForeseenList>;
export type ForeseenCategory = z.infer<typeof ForeseenCategory>;

const Count = z.object({ added: z.int(), changed: z.int(), same: z.int() });
export const ImportCounts = z.object({ categories: Count, dishes: Count, lists: Count, modifiers: Count });
export type ImportCounts = z.infer<typeof ImportCounts>;

/** What an import does: everything in the file, and what leaves because the file does not have it. */
export const ImportPreview = z.object({
  menu: z.object({ name: z.string(), isNew: z.boolean(), isLive: z.boolean() }),
  changesAnything: z.boolean(),
  counts: ImportCounts,
  categories: z.array(ForeseenCategory),
  lists: z.array(ForeseenList),
  /** Dishes of earlier imports that leave the menu; they stay among the items. */
  takenOff: z.array(z.string()),
  /** What earlier imports made and nothing uses any more. */
  removed: z.object({ categories: z.array(z.string()), lists: z.array(z.string()), modifiers: z.array(z.string()) }),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** An import that was written. It can be taken back as long as nothing of it was changed since. */
export const MenuImport = z.object({
  _id: idOf<MenuImportId>(),
  menuId: idOf<MenuId>(),
  menuName: z.string(),
  fileName: z.string(),
  importedAt: instant,
  importedBy: z.string(),
  counts: ImportCounts,
  undoneAt: instant.nullable(),
});
export type MenuImport = z.infer<typeof MenuImport>;

/**
 * With `dryRun` it says what it would do, or what is wrong, and changes nothing. Without, a file with problems is refused as a
 * whole: the refusal's `details.problems` are the same. It goes into the menu of `menuId`, or of the name `menuName`, which is
 * made if there is none; else into the one that the file names. Dishes of earlier imports that the file does not have stay,
 * unless `takeOffMissing`.
 */
export const importMenu = endpoint({
  summary: 'Import a menu from a CSV or JSON file, or see what that would do.',
  callers: editors,
  isRestaurantWide: true,
  form: z.object({
    dryRun: z.boolean().default(false),
    menuId: idOf<MenuId>().optional(),
    menuName: line(limits.name).optional(),
    takeOffMissing: z.boolean().default(false),
  }),
  files: ['file'],
  answer: z.object({
    /** The first of them, where there are many. */
    problems: z.array(FileProblem),
    problemCount: z.int(),
    /** Worth a look, and imported all the same. */
    warnings: z.array(FileProblem),
    preview: ImportPreview.nullable(),
    /** Null for a dry run, and where nothing was to be changed. */
    import: MenuImport.nullable(),
    success: z.literal(true),
    msg: z.string(),
  }),
  errors: ['request.not_found', 'import.has_problems'],
});

export const listMenuImports = endpoint({
  summary: 'The imports of the last weeks, newest first.',
  callers: editors,
  answer: z.object({ imports: z.array(MenuImport) }),
  errors: [],
});

export const undoMenuImport = endpoint({
  summary: 'Take an import back: what it made goes, what it changed is as before.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<MenuImportId>(),
  answer: done,
  errors: ['request.not_found', 'import.undone_already', 'import.changed_since'],
});

/** The text of a file that `POST /menu/import` reads, with a name to save it under. */
export const exportMenu = endpoint({
  summary: 'A menu as the text of a CSV or JSON file.',
  callers: editors,
  params: idParams<MenuId>(),
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
  answer: z.object({ fileName: z.string(), contentType: z.string(), text: z.string() }),
  errors: ['request.not_found'],
});
