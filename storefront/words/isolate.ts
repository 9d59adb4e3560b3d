/** The text between marks that keep its direction to itself (first strong isolate, Unicode UAX 9): for text where no `<bdi>` can stand. */
export const isolate = (text: string) => `\u2068${text}\u2069`;
