/** What the server is run with. */
export const serverEnvironment: { NODE_ENV: 'production'; NODE_OPTIONS: string };
