import type { FastifyInstance } from 'fastify';
import { limits } from '#contract/base/limits.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { Admission } from '#server/http/admission.ts';
import type { FindCaller } from '#server/http/requests/caller.ts';
import type { AdmitFile } from '#server/http/requests/form-body.ts';
import { type AnyHandler, mount } from '#server/http/mount.ts';
import { SeenTokens } from '#server/http/requests/seen-tokens.ts';
import { createServer, type ServerOptions } from '#server/http/server.ts';
import { type ListEndedTokens, Streams } from '#server/http/streams/streams.ts';

interface BareServerOptions {
  findCaller?: FindCaller;
  listEndedTokens?: ListEndedTokens;
  clock?: () => Date;
  rateLimits?: boolean;
  checkAnswers?: boolean;
  admitFile?: AdmitFile;
  config?: Partial<ServerOptions['config']>;
  admission?: Admission;
  longestStall?: number;
  /** Reads the log; without it a logged error fails the test. */
  logStream?: ServerOptions['logStream'];
  /** Allows logged errors; otherwise one fails the test. */
  expectsErrors?: boolean;
  /** False allows more routes to be added. */
  isReady?: boolean;
}

const open: FastifyInstance[] = [];

/** A server with these endpoints only: no database, no product. */
export async function startBareServer(
  endpoints: Record<string, Endpoint>,
  handlers: Record<string, AnyHandler>,
  options: BareServerOptions = {},
): Promise<FastifyInstance & { streams: Streams }> {
  const { clock = () => new Date(), rateLimits = false, expectsErrors = false } = options;
  const seenTokens = new SeenTokens();
  const streamLimits = { most: 2_000, mostPerRestaurant: 100, ...options.config?.streams };
  const app = createServer({
    config: {
      logLevel: expectsErrors ? 'silent' : 'error',
      mode: 'development',
      publicUrl: 'http://localhost',
      rateLimits,
      trustProxy: 0,
      streams: streamLimits,
      ...options.config,
    },
    admission: options.admission ?? new Admission(() => 0),
    seenTokens,
    ...(options.longestStall !== undefined && { longestStall: options.longestStall }),
    logStream: options.logStream ?? { write: failOnError },
  });
  open.push(app);
  const streams = new Streams({
    clock,
    listEndedTokens: options.listEndedTokens ?? (async () => []),
    onFailure: (error) => app.log.error({ err: error }, 'Ended tokens could not be listed'),
    limits: streamLimits,
  });
  app.addHook('preClose', async () => streams.closeAll());
  await mount(app, {
    endpoints,
    handlers,
    findCaller: options.findCaller ?? (async () => null),
    seenTokens,
    streams,
    clock,
    ...(options.admitFile && { admitFile: options.admitFile }),
    uploadBytes: limits.imageBytes,
    rateLimits,
    checkAnswers: options.checkAnswers ?? false,
  });
  if (options.isReady !== false) await app.ready();
  return Object.assign(app, { streams });
}

export async function closeBareServers(): Promise<void> {
  await Promise.all(open.splice(0).map((app) => app.close()));
}

function failOnError(line: string): void {
  throw new Error(`Logged as an error: ${line}`);
}
