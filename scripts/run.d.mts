/** Environment of the server's process. */
export const serverEnvironment: { NODE_ENV: 'production'; MALLOC_ARENA_MAX: string; NODE_OPTIONS: string };
