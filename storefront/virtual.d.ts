/** What vite.config.ts knows of the built browser files. */
declare module 'virtual:client-assets' {
  export const script: string;
  /** The words of a language, which come with the page. */
  export const words: Readonly<Record<'en' | 'ar', string>>;
  export const styles: readonly string[];
}
