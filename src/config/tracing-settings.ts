import { z } from 'zod';
import { setting } from './setting.ts';
import { flag, PublicUrl } from './value-schemas.ts';

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
];
const ratioError = 'must be a number from 0 to 1';
const noOtherProtocol = 'must be http/protobuf: no other protocol is supported';

/**
 * Standard variables of OpenTelemetry that decide whether and which traces are exported. Its packages read the others,
 * such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_RESOURCE_ATTRIBUTES`.
 */
export const tracingSettings = {
  tracing: {
    isDisabled: setting('OTEL_SDK_DISABLED', flag.default(false)),
    exporter: setting('OTEL_TRACES_EXPORTER', z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).optional()),
    endpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', PublicUrl.optional()),
    tracesEndpoint: setting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', PublicUrl.optional()),
    protocol: setting('OTEL_EXPORTER_OTLP_PROTOCOL', z.literal('http/protobuf', { error: noOtherProtocol }).optional()),
    sampler: setting(
      'OTEL_TRACES_SAMPLER',
      z.enum(samplers, { error: `must be one of ${samplers.join(', ')}` }).default('parentbased_always_on'),
    ),
    ratio: setting(
      'OTEL_TRACES_SAMPLER_ARG',
      z.coerce.number({ error: ratioError }).min(0, { error: ratioError }).max(1, { error: ratioError }).default(1),
    ),
  },
};
