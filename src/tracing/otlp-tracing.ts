import { hostname } from 'node:os';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, type HrTime } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
  type Resource,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { programVersion } from '../version.ts';
import type { EndedSpan, Tracing } from './port.ts';
import type { Sampling } from './settings.ts';
import type { TraceContext } from './trace-context.ts';

/** Maximum number of spans that wait for the collector. Further spans are dropped. A span has about 1 KB. */
const waitingMax = 4_096;
const exportTimeoutMs = 10_000;
const warnEveryMs = 60_000;
/** Maximum time in milliseconds that the last export may delay the end of the process. */
const closeMs = 3_000;

export interface OpenTracing extends Tracing {
  /** Exports the spans that wait, for at most 3 seconds. */
  close(): Promise<void>;
}

/**
 * Exports spans by OTLP over HTTP. The endpoint, the headers, the TLS files and the resource attributes come from the
 * standard environment variables of OpenTelemetry, which its packages read.
 *
 * Only this module imports packages of OpenTelemetry. It is loaded only if tracing is on.
 */
export function openOtlpTracing(service: string, sampling: Sampling, logger: Pick<Logger, 'warn'>): OpenTracing {
  const exporter = reporting(new OTLPTraceExporter(), logger);
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: waitingMax,
    exportTimeoutMillis: exportTimeoutMs,
  });
  const resource = resourceOf(service);
  const sampler = new TraceIdRatioBasedSampler(sampling.ratio);
  const isInRatio = (traceId: string): boolean =>
    sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
  return {
    isSampled: (traceId, caller) =>
      caller !== undefined && sampling.isParentBased ? caller.isSampled : isInRatio(traceId),
    record: (span) => {
      if (span.context.isSampled) processor.onEnd(readable(span, resource));
    },
    close: async () => {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, closeMs).unref();
      });
      await Promise.race([processor.shutdown().catch(() => undefined), late]);
    },
  };
}

function resourceOf(service: string): Resource {
  const own = { 'service.name': service, 'service.version': programVersion(), 'service.instance.id': hostname() };
  const given = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] });
  return defaultResource().merge(resourceFromAttributes(own)).merge(given);
}

/**
 * Logs a warning if spans could not be exported, at most once a minute. The processor drops these spans and continues.
 */
function reporting(exporter: SpanExporter, logger: Pick<Logger, 'warn'>): SpanExporter {
  let [lost, warnedMs] = [0, -Infinity];
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        if (result.error !== undefined) {
          lost += spans.length;
          if (performance.now() - warnedMs >= warnEveryMs) {
            logger.warn({ reason: result.error.message, spans: lost }, 'failed to export spans; they are dropped');
            [lost, warnedMs] = [0, performance.now()];
          }
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

function readable(span: EndedSpan, resource: Resource): ReadableSpan {
  const { name, context, parentSpanId, kind = 'internal', startMs, attributes = {}, isError = false } = span;
  const endMs = Math.max(startMs, span.endMs);
  const parent = parentSpanId === undefined ? undefined : spanContext({ ...context, spanId: parentSpanId });
  return {
    ...{ name, kind: kinds[kind], attributes, resource, ended: true },
    spanContext: () => spanContext(context),
    ...(parent && { parentSpanContext: parent }),
    ...{ startTime: hrTime(startMs), endTime: hrTime(endMs), duration: hrTime(endMs - startMs) },
    status: { code: isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    ...{ links: [], events: [], instrumentationScope: { name: 'adwright', version: programVersion() } },
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  };
}

function spanContext({ traceId, spanId, isSampled }: TraceContext) {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
}
