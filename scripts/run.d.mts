/** Environment of the server's process. */
export const serverEnvironment: { NODE_ENV: 'production'; NODE_OPTIONS: string };
