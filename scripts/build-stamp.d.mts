/** The record of the sources that a build was made of. */
interface Stamp {
  isStale(): boolean;
  compute(): string;
  write(stamp: string | null): void;
}

/** The stamp of both browser apps. */
export const appsStamp: Stamp;

/** The stamp of the built server. */
export const serverStamp: Stamp;
