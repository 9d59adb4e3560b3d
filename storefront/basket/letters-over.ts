/** How many letters of a text are too many, counted as the server counts them: an emoji is one. */
export function lettersOver(text: string, most: number): number {
  return Math.max(0, Array.from(text).length - most);
}
