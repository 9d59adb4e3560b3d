/** What vite.config.ts knows of the built browser files. */
declare module 'virtual:client-assets' {
  export const script: string;
  export const styles: readonly string[];
}
