/** The number of connections to the database: more calls would wait for one, on a busy machine longer than a request may. */
const atOnce = 10;

/** Makes a number of people or other rows, a few at once. */
export async function makeMany<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) {
    const next = Math.min(atOnce, count - made.length);
    made.push(...(await Promise.all(Array.from({ length: next }, make))));
  }
  return made;
}
