/** Stands between two facts, and stays with the first where the line breaks. */
export const dot = '\u00a0· ';
