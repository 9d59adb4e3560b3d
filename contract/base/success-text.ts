/** What a person reads after a change was saved (section 8 of both documents), spelt as there. */
export const successText = {
  added: 'Your record was successfully added',
  updated: 'The record is successfully updated',
  deleted: 'The record is successfully deleted',
  /** After Undo, of which the documents know nothing. */
  restored: 'The record was restored',
  linked: 'The record have been linked',
  unlinked: 'The record have been unlinked',
  outletLinked: 'Oulet linked successfully',
  outletUnlinked: 'Oulet unlinked successfully',
  listLinked: 'Modifier list linked successfully',
  listUnlinked: 'Modifier list unlinked successfully',
  /** Of a menu from a file, of which the documents know nothing either. */
  imported: 'The menu was imported',
  importUndone: 'The import was undone',
  importForeseen: 'Nothing was changed',
  importIdle: 'Everything is as in the file already',
} as const;

/** Of many at once, of which the documents know nothing. */
export const manyUpdatedText = (count: number) =>
  count === 1 ? successText.updated : `${count} records are successfully updated`;
export const manyDeletedText = (count: number) =>
  count === 1 ? successText.deleted : `${count} records are successfully deleted`;
export const manyRestoredText = (count: number) =>
  count === 1 ? successText.restored : `${count} records were restored`;

/** 'item is successfully created' */
export const createdText = (type: 'item' | 'modifier') => `${type} is successfully created`;
