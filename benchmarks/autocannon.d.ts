/** The part of autocannon that the benchmarks use; the package ships no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
  }
  interface Result {
    duration: number;
    errors: number;
    non2xx: number;
    statusCodeStats: Record<string, { count: number } | undefined>;
    requests: { total: number };
    throughput: { total: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
