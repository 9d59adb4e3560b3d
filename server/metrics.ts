import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from './log.ts';

/** The labels of a series with their values. None names a restaurant or a person: their number has no bound. */
type Labels = Record<string, string>;

/** A value that is read when it is asked for: one number, or one for each set of labels. Null where nobody knows it. */
type Reading = number | null | readonly { labels: Labels; value: number }[];

/** An answered request. */
interface AnsweredRequest {
  method: string;
  /** The template of the route, '/media/:restaurantId/:file', so that addresses make no series. */
  route: string;
  status: number;
  /** Null for a stream, which stays open for hours. */
  seconds: number | null;
}

/** How the try of a job ended: `failed` is tried again, `given_up` waits for a person. */
const tryOutcomes = ['done', 'dropped', 'failed', 'given_up'] as const;
export type TryOutcome = (typeof tryOutcomes)[number];

const prefix = 'order_manager_';
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Figures of the library whose names are those of a counter, which they are not: Prometheus' own check refuses them. */
const misnamed = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];
const quick = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * The figures of this process, in the format of Prometheus. A server has them where METRICS_PORT is set, and nothing is
 * counted elsewhere. No label has more values than the program has words for it.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #log: Log;
  readonly #requests = this.#counter('http_requests_total', 'Requests answered.', ['method', 'route', 'class']);
  readonly #durations = this.#histogram('http_request_duration_seconds', 'Time until the answer was sent.', ['route']);
  readonly #failed = this.#counter('http_failures_total', 'Requests answered with 500 or more.', []);
  readonly #shed = this.#counter('http_requests_shed_total', 'Requests refused at once for overload.', ['precedence']);
  readonly #placed = this.#counter('orders_placed_total', 'Orders of guests written.', ['mode']);
  readonly #repeated = this.#counter('orders_repeated_total', 'Orders sent again and answered with the first.', []);
  readonly #refused = this.#counter('orders_refused_total', 'Orders of guests refused or failed.', ['reason']);
  readonly #orderTime = this.#histogram('order_duration_seconds', 'Time to place or refuse an order.', ['outcome']);
  readonly #orderWait = this.#histogram('order_wait_seconds', 'Time of that in the queue of its restaurant.', []);
  readonly #tries = this.#counter('job_tries_total', 'Tries of jobs ended; mail, sms and call are messages.', [
    'queue',
    'outcome',
  ]);
  readonly #steps = this.#counter('escalation_steps_total', 'Steps done for orders that nobody accepted.', ['step']);
  readonly #delay = this.#histogram('event_delay_seconds', 'Time from a change to its passing on to screens.', []);
  readonly #failures = this.#counter('reading_failures_total', 'Figures that could not be read when asked for.', []);

  constructor(log: Log) {
    this.#log = log;
    collectDefaultMetrics({ register: this.#registry });
    for (const name of misnamed) this.#registry.removeSingleMetric(name);
    // Prometheus sees no increase in a series whose first value is not 0.
    for (const counter of [this.#repeated, this.#failures, this.#failed]) counter.inc(0);
    for (const reason of ['server.error', 'server.unavailable']) this.#refused.inc({ reason }, 0);
    for (const outcome of ['placed', 'repeated', 'refused']) this.#orderTime.zero({ outcome });
  }

  answered({ method, route, status, seconds }: AnsweredRequest): void {
    const known = methods.has(method) ? method : 'other';
    this.#requests.inc({ method: known, route, class: `${Math.floor(status / 100)}xx` });
    if (status >= 500) this.#failed.inc();
    if (seconds !== null) this.#durations.observe({ route }, seconds);
  }

  shed(precedence: string): void {
    this.#shed.inc({ precedence });
  }

  /** Without `seconds` for an order that is paid online, which waits for its guest and the gateway. */
  orderPlaced(mode: string, seconds: number | null): void {
    this.#placed.inc({ mode });
    if (seconds !== null) this.#orderTime.observe({ outcome: 'placed' }, seconds);
  }

  orderRepeated(seconds: number): void {
    this.#repeated.inc();
    this.#orderTime.observe({ outcome: 'repeated' }, seconds);
  }

  orderRefused(reason: string, seconds: number | null): void {
    this.#refused.inc({ reason });
    if (seconds !== null) this.#orderTime.observe({ outcome: 'refused' }, seconds);
  }

  orderWaited(seconds: number): void {
    this.#orderWait.observe(seconds);
  }

  /** The queues whose jobs this process may do. */
  expectJobs(queues: readonly string[]): void {
    for (const queue of queues) for (const outcome of tryOutcomes) this.#tries.inc({ queue, outcome }, 0);
  }

  jobTried(queue: string, outcome: TryOutcome): void {
    this.#tries.inc({ queue, outcome });
  }

  escalated(step: string): void {
    this.#steps.inc({ step });
  }

  eventPassedOn(seconds: number): void {
    // The clocks of two servers differ a little.
    this.#delay.observe(Math.max(0, seconds));
  }

  /** A figure that is read each time it is asked for. One that cannot be read is left out, and counted. */
  reads(name: string, help: string, labelNames: readonly string[], read: () => Reading | Promise<Reading>): void {
    const gauge: Gauge = new Gauge({
      name: prefix + name,
      help,
      labelNames,
      registers: [this.#registry],
      collect: async () => {
        gauge.reset();
        const reading = await this.#read(name, read);
        // A gauge without labels begins at 0, which would be a lie.
        if (reading === null) return labelNames.length === 0 ? gauge.remove() : undefined;
        if (typeof reading === 'number') gauge.set(reading);
        else for (const { labels, value } of reading) gauge.set(labels, value);
      },
    });
  }

  /** A count that is kept elsewhere, of a closed set of labels. */
  counts(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => readonly { labels: Labels; value: number }[],
  ): void {
    const counter: Counter = new Counter({
      name: prefix + name,
      help,
      labelNames,
      registers: [this.#registry],
      collect: () => {
        counter.reset();
        for (const { labels, value } of read()) counter.inc(labels, value);
      },
    });
  }

  /** All figures as text, and its content type. */
  async text(): Promise<{ body: string; contentType: string }> {
    return { body: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }

  async #read(name: string, read: () => Reading | Promise<Reading>): Promise<Reading> {
    try {
      return await read();
    } catch (error) {
      this.#failures.inc();
      this.#log.warn({ err: error, figure: name }, 'A figure could not be read');
      return null;
    }
  }

  #counter(name: string, help: string, labelNames: readonly string[]): Counter {
    return new Counter({ name: prefix + name, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string, labelNames: readonly string[]): Histogram {
    return new Histogram({ name: prefix + name, help, labelNames, buckets: quick, registers: [this.#registry] });
  }
}
