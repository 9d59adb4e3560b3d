/** The part of stylis that is used; the package has no types. */
declare module 'stylis' {
  import type { StylisPlugin } from '@emotion/cache';

  /** Adds the prefixes that older browsers want. */
  export const prefixer: StylisPlugin;
}
