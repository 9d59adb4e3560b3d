/** The first `most` characters of a text, counted as the limits count them: an emoji is not cut in two. */
export function cutText(text: string, most: number): string {
  return Array.from(text).slice(0, most).join('');
}
