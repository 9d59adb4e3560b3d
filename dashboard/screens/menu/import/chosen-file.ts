import { limits } from '#contract/base/limits.ts';

/** A copy of the chosen file: preview and import read the same bytes, even when the file changes on the disk. */
export interface ChosenFile {
  /** Each choice has one of its own. */
  id: number;
  content: File;
  isJson: boolean;
}

let lastId = 0;

/** @returns the file, or which of `words.menuImport` says why it is not taken. */
export async function readChosenFile(file: File): Promise<ChosenFile | 'wrongType' | 'tooLarge' | 'unreadable'> {
  const ending = /\.(csv|tsv|txt|json)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (ending === undefined) return 'wrongType';
  if (file.size > limits.importBytes) return 'tooLarge';
  try {
    const content = new File([await file.arrayBuffer()], file.name);
    lastId += 1;
    return { id: lastId, content, isJson: ending === 'json' };
  } catch {
    return 'unreadable';
  }
}
