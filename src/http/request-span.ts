import type { Trace } from '../tracing/current-trace.ts';
import type { EndedSpan } from '../tracing/port.ts';

interface ObservedRequest {
  method: string;
  /** Path pattern of the endpoint. The path itself may contain input of the client. */
  route: string;
  status: number;
  durationMs: number;
  subject: Readonly<Record<string, string | undefined>> | undefined;
}

/** Returns the span of a request that ends now. */
export function requestSpan({ context, parentSpanId }: Trace, request: ObservedRequest): EndedSpan {
  const { method, route, status, durationMs, subject } = request;
  const endMs = Date.now();
  const { account, jobId } = subject ?? {};
  return {
    ...{ name: `${method} ${route}`, context, parentSpanId, kind: 'server', startMs: endMs - durationMs, endMs },
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      ...(account !== undefined && { 'adwright.account': account }),
      ...(jobId !== undefined && { 'adwright.job.id': jobId }),
    },
    isError: status >= 500,
  };
}
