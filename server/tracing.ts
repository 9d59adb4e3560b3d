import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/**
 * Spans for whoever watches: of requests, transactions, jobs and outgoing calls. Nobody gets any until the operator loads
 * an SDK of OpenTelemetry before the server (`NODE_OPTIONS=--import=...`). They name routes and queues, no addresses, no
 * values, and of an error its kind alone: what it says may quote what a person has sent.
 */
const tracer = () => trace.getTracer('order-manager');

/** The span of a request, which goes on in a handler. */
export interface RequestTrace {
  run<T>(work: () => T): T;
  end(status: number): void;
}

const untraced: RequestTrace = { run: (work) => work(), end: () => undefined };

/** Begins the span of a request, below that of its sender where the header `traceparent` names one. */
export function traceRequest(headers: object, method: string, route: string): RequestTrace {
  const sender = propagation.extract(ROOT_CONTEXT, headers);
  const attributes = { 'http.request.method': method, 'http.route': route };
  const span = tracer().startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, sender);
  if (!isSpanContextValid(span.spanContext())) return untraced;
  const own = trace.setSpan(sender, span);
  return {
    run: (work) => context.with(own, work),
    end(status) {
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

export function inTransactionSpan<T>(work: () => Promise<T>): Promise<T> {
  return inSpan('transaction', SpanKind.CLIENT, { 'db.system.name': 'postgresql' }, work);
}

export function inJobSpan<T>(queue: string, work: () => Promise<T>): Promise<T> {
  return inSpan(`job ${queue}`, SpanKind.CONSUMER, {}, work);
}

/** `work` gets the headers by which the other side can go on with the trace; none where there is none. */
export function inCallSpan<T>(name: string, work: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  return inSpan(name, SpanKind.CLIENT, {}, () => {
    const headers: Record<string, string> = {};
    propagation.inject(context.active(), headers);
    return work(headers);
  });
}

function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: Record<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer().startSpan(name, { kind, attributes });
  if (!isSpanContextValid(span.spanContext())) return work();
  return context.with(trace.setSpan(context.active(), span), () => endAfter(span, work()));
}

async function endAfter<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    throw error;
  } finally {
    span.end();
  }
}
