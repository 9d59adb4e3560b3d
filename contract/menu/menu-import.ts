/**
 * Menu import and export: a whole menu from a file, previewed, imported completely or not at all, undone, and exported
 * again. docs/menu-csv.md describes the CSV; the JSON is that of the command `menu:import`.
 */
import * as z from 'zod';
import { editors, endpoint } from '../base/endpoint.ts';
import { confirmed, done, idOf, idParams, instant, optionalLine, price, Problem } from '../base/fields.ts';
import type { MenuId, MenuImportId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/**
 * In a CSV file `row` counts as a spreadsheet does, from 1 for the headings, and `place` is the column. In a JSON file
 * `row` is null and `place` a path.
 */
export const FileProblem = Problem.extend({ row: z.int().nullable(), place: z.string() });
export type FileProblem = z.infer<typeof FileProblem>;

export const importStates = ['new', 'changed', 'same'] as const;
export const importFields = [
  'name',
  'price',
  'modePrices',
  'description',
  'translations',
  'sku',
  'calories',
  'makeMinutes',
  'allergens',
  'diets',
  'lists',
  'goesWith',
  'title',
  'choices',
  'options',
  'items',
] as const;

/**
 * The effect of one line of the file. `from` and `to` are present where both are short: a name, or a price as text in
 * major units.
 */
const previewed = {
  name: z.string(),
  state: z.enum(importStates),
  changes: z.array(z.object({ field: z.enum(importFields), from: z.string().nullable(), to: z.string().nullable() })),
};
const PreviewedDish = z.object({ ...previewed, price, lists: z.array(z.string()) });
const PreviewedOption = z.object({ ...previewed, price });
/** `max` null means no upper limit. */
const PreviewedList = z.object({
  ...previewed,
  title: z.string(),
  min: z.int(),
  max: z.int().nullable(),
  options: z.array(PreviewedOption),
});
const PreviewedCategory = z.object({ ...previewed, dishes: z.array(PreviewedDish) });
export type PreviewedDish = z.infer<typeof PreviewedDish>;
export type PreviewedList = z.infer<typeof PreviewedList>;
export type PreviewedCategory = z.infer<typeof PreviewedCategory>;

const Count = z.object({ added: z.int(), changed: z.int(), same: z.int() });
export const ImportCounts = z.object({ categories: Count, dishes: Count, lists: Count, modifiers: Count });
export type ImportCounts = z.infer<typeof ImportCounts>;

/** The effects of an import: everything in the file, and what leaves the menu because the file lacks it. */
export const ImportPreview = z.object({
  menu: z.object({ name: z.string(), isNew: z.boolean(), isLive: z.boolean() }),
  changesAnything: z.boolean(),
  counts: ImportCounts,
  categories: z.array(PreviewedCategory),
  lists: z.array(PreviewedList),
  /** Items of earlier imports that leave the menu but are not deleted. */
  leavingItems: z.array(z.string()),
  /** Leftovers of earlier imports that nothing uses any more. */
  removed: z.object({ categories: z.array(z.string()), lists: z.array(z.string()), modifiers: z.array(z.string()) }),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** A completed import. It can be undone until something it created is changed. */
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
 * With `dryRun` the answer says what the import would do, or what is wrong, and nothing changes. Without it a file with
 * problems is refused as a whole, with the same problems in `details.problems`. The target is the menu of `menuId`, or
 * the one named `menuName`, created if missing; otherwise the one that the file names. Items of earlier imports that
 * the file lacks stay, unless `removeMissing`.
 */
export const importMenu = endpoint({
  summary: 'Import a menu from a CSV or JSON file, or see what that would do.',
  callers: editors,
  isRestaurantWide: true,
  form: z.object({
    dryRun: z.boolean().default(false),
    menuId: idOf<MenuId>().optional(),
    menuName: optionalLine(limits.name),
    removeMissing: z.boolean().default(false),
  }),
  files: ['file'],
  answer: z.object({
    /** The first problems, where there are many. */
    problems: z.array(FileProblem),
    problemCount: z.int(),
    /** Imported all the same, but worth a look. */
    warnings: z.array(FileProblem),
    preview: ImportPreview.nullable(),
    /** Null for a dry run, and when nothing had to change. */
    import: MenuImport.nullable(),
    ...confirmed,
  }),
  errors: ['request.not_found', 'import.has_problems', 'import.too_much_work', 'import.currency_changed'],
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

/** A file that `POST /menu/import` reads, with a file name. */
export const exportMenu = endpoint({
  summary: 'A menu as the text of a CSV or JSON file.',
  callers: editors,
  params: idParams<MenuId>(),
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
  answer: z.object({ fileName: z.string(), contentType: z.string(), text: z.string() }),
  errors: ['request.not_found', 'export.too_large'],
});
