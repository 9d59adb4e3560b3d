/** Facts about the built browser files that vite.config.ts provides. */
declare module 'virtual:client-assets' {
  /** Begins the scripts. */
  export const start: string;
  /** The one to run, and what it imports at once. */
  export const scripts: readonly [string, ...string[]];
  /** The words of a language, which come with the page. */
  export const words: Readonly<Record<'en' | 'ar', string>>;
  /** All styles of the site; empty in development, where scripts bring them. */
  export const styles: string;
}
