import type { Logger } from 'pino';
import type { ControllerConfig } from '../config/controller-config.ts';
import { traceFields } from '../tracing/current-trace.ts';
import type { OpenTracing } from '../tracing/otlp-tracing.ts';
import type { Sampling } from '../tracing/settings.ts';

type TracingConfig = Pick<ControllerConfig, 'tracing'>;

/** Tracing is on if the environment names a collector or the exporter `otlp`, which has a default collector. */
export function isTraced({ tracing }: TracingConfig): boolean {
  const { isDisabled, exporter, endpoint, tracesEndpoint } = tracing;
  const isNamed = exporter === 'otlp' || endpoint !== undefined || tracesEndpoint !== undefined;
  return isNamed && !isDisabled && exporter !== 'none';
}

/** Returns the function that adds the ids of the current span to log lines, if tracing is on. */
export function logFields(config: TracingConfig): typeof traceFields | undefined {
  return isTraced(config) ? traceFields : undefined;
}

/** Opens the exporter of spans if tracing is on. No package of OpenTelemetry is loaded otherwise. */
export async function openTracing(
  config: TracingConfig,
  service: string,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<OpenTracing | undefined> {
  if (!isTraced(config)) return undefined;
  const { openOtlpTracing } = await import('../tracing/otlp-tracing.ts');
  const { sampler, ratio } = config.tracing;
  logger.info({ sampler, ratio }, 'exporting traces');
  return openOtlpTracing(service, samplingOf(config), logger);
}

function samplingOf({ tracing: { sampler, ratio } }: TracingConfig): Sampling {
  const isParentBased = sampler.startsWith('parentbased_');
  if (sampler.endsWith('traceidratio')) return { isParentBased, ratio };
  return { isParentBased, ratio: sampler.endsWith('always_on') ? 1 : 0 };
}
