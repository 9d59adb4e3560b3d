/** The specification's messages after a change was saved, in its spelling. */
export const successText = {
  added: 'Your record was successfully added',
  updated: 'The record is successfully updated',
  deleted: 'The record is successfully deleted',
  /** Shown after Undo, an addition to the specification. */
  restored: 'The record was restored',
  linked: 'The record have been linked',
  unlinked: 'The record have been unlinked',
  outletLinked: 'Oulet linked successfully',
  outletUnlinked: 'Oulet unlinked successfully',
  listLinked: 'Modifier list linked successfully',
  listUnlinked: 'Modifier list unlinked successfully',
  /** Shown after a menu import, an addition to the specification. */
  imported: 'The menu was imported',
  importUndone: 'The import was undone',
  importPreviewed: 'Nothing was changed',
  importUnchanged: 'Everything is as in the file already',
} as const;

/** Shown after many entities changed at once, an addition to the specification. */
export const manyUpdatedText = (count: number) =>
  count === 1 ? successText.updated : `${count} records are successfully updated`;
export const manyDeletedText = (count: number) =>
  count === 1 ? successText.deleted : `${count} records are successfully deleted`;
export const manyRestoredText = (count: number) =>
  count === 1 ? successText.restored : `${count} records were restored`;

export const createdText = (type: 'item' | 'modifier') => `${type} is successfully created`;
