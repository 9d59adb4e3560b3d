/** The words of the page that brings a menu from a file and writes it to one. */
import type { importFields, importStates } from '#contract/menu/menu-import.ts';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const menuImport = {
  title: 'Import and export',
  link: 'Import or export',
  bring: 'Bring your menu',
  bringHint: 'Have it in a spreadsheet already?',
  forStaff: 'Only people who may change the menu import and export it.',

  file: 'Menu file',
  fileHint:
    'A table as CSV, one dish in each row, or the JSON that is downloaded below. Nothing is changed before you have seen what would be.',
  choose: 'Choose a file',
  chooseOther: 'Choose another file',
  drop: 'or drop it here. .csv or .json, at most 5 MB',
  chosen: (name: string) => `Chosen: ${name}`,
  example: 'Download an example',
  wrongType: 'Use a .csv or .json file. A spreadsheet saves its table as CSV.',
  tooLarge: 'Use a file of at most 5 MB.',
  unreadable: 'This file could not be read. Choose it again.',

  where: 'Where it goes',
  into: 'Menu',
  intoNamed: 'The menu that the file names',
  intoNew: 'A new menu',
  draft: (menu: string) => `${menu} (Draft)`,
  newName: 'Name of the new menu',
  newNameDefault: 'Menu',
  takeOff: 'Take off the menu what the file does not have',
  takeOffHint: 'Dishes of earlier imports only. They stay among the items.',

  preview: 'Preview',
  sending: 'Sending the file',
  reading: 'Reading the file',
  problems: (count: number) =>
    `${counted(count, 'thing', 'things')} in the file ${count === 1 ? 'is' : 'are'} not right. Nothing will be imported.`,
  problemsHint: 'Mend these in the file, save it, and choose it again.',
  problemsTold: (told: number) => `These are the first ${told}.`,
  warnings: (count: number) => `${counted(count, 'thing', 'things')} worth a look, imported all the same:`,
  warning: (row: number | null, place: string, sentence: string) =>
    row === null ? `${place}: ${sentence}` : `Row ${row}, ${place}: ${sentence}`,
  row: 'Row',
  column: 'Column',
  place: 'Place',
  wrong: 'What is wrong',
  wholeFile: 'The file',
  idle: 'Everything is as in the file already. There is nothing to import.',
  intoKnown: (menu: string) => `This changes the menu "${menu}".`,
  intoFresh: (menu: string) => `This makes the menu "${menu}".`,
  isLive: 'This menu is Live.',
  isDraft: 'This menu is a Draft: guests do not see it yet.',

  counts: 'What it comes to',
  kind: 'Kind',
  counted: { categories: 'Categories', dishes: 'Dishes', lists: 'Modifier lists', modifiers: 'Modifiers' },
  states: { new: 'New', changed: 'Changed', same: 'As before' } satisfies Record<(typeof importStates)[number], string>,
  fields: {
    name: 'Name',
    price: 'Price',
    description: 'Description',
    translations: 'Arabic',
    sku: 'SKU',
    calories: 'Calories',
    allergens: 'Allergens',
    diets: 'Diets',
    lists: 'Modifier lists',
    title: 'Display name',
    choices: 'How many to choose',
    options: 'Modifiers',
    items: 'Dishes or their order',
  } satisfies Record<(typeof importFields)[number], string>,
  change: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
  nothing: 'none',
  showSame: 'Show what stays as it is, too',
  dishes: 'Categories and dishes',
  lists: 'Modifier lists',
  choice: (min: number, max: number | null) => {
    if (min === max) return `choose ${min}`;
    if (max === null) return min === 0 ? 'choose any' : `choose ${min} or more`;
    return min === 0 ? `choose up to ${max}` : `choose ${min} to ${max}`;
  },
  leaving: 'What leaves',
  takenOff: (names: readonly string[]) => `Off the menu, still among the items: ${names.join(', ')}`,
  removedCategories: (names: readonly string[]) => `Empty categories: ${names.join(', ')}`,
  removedLists: (names: readonly string[]) => `Modifier lists that nothing uses any more: ${names.join(', ')}`,
  removedModifiers: (names: readonly string[]) => `Modifiers that nothing uses any more: ${names.join(', ')}`,

  import: 'Import',
  importing: 'Importing',
  imported: 'The menu was imported',
  undo: 'Undo',
  undoOf: (file: string, at: string) => `Undo the import of ${file}, ${at}`,
  undoing: 'Undoing',
  undone: 'Undone',
  openMenu: 'Open the menu',
  importAnother: 'Import another file',

  export: 'Download a menu',
  exportHint:
    'The CSV opens in any spreadsheet and can be imported again; the JSON holds the same. Pictures, stock and availability are not in them.',
  menu: 'Menu',
  csv: 'Download CSV',
  json: 'Download JSON',
  noMenu: 'There is no menu yet.',

  imports: 'Imports of the last 30 days',
  noImports: 'None yet. Each import can be undone here for 30 days, as long as nothing of it was changed since.',
  importOf: (file: string, menu: string) => `${file} into "${menu}"`,
  dishesOf: (added: number, changed: number) =>
    [added > 0 ? counted(added, 'new dish', 'new dishes') : '', changed > 0 ? `${changed} changed` : '']
      .filter((part) => part !== '')
      .join(', ') || 'no dishes changed',
};
