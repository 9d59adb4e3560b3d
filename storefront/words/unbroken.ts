/** The name of an order, which is never cut at its hyphen: D-4. */
export const unbroken = (orderName: string) => orderName.replaceAll('-', '\u2011');
