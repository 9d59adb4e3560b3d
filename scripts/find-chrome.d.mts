/** The browser for the tests, and how to start it. */
export function findChrome(): Promise<{
  executablePath: string;
  args: string[];
  env: Record<string, string | undefined>;
}>;
