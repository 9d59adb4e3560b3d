/** Environment of the server's process. */
export const serverEnvironment: {
  NODE_ENV: 'production';
  MALLOC_ARENA_MAX: string;
  MALLOC_MMAP_THRESHOLD_: string;
  NODE_OPTIONS: string;
};
