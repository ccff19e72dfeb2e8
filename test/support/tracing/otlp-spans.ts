/** Reads spans from requests of OTLP over HTTP with Protobuf, the default of OpenTelemetry. */

/** A field of a Protobuf message: a number for wire type 0, else its bytes. */
type Field = readonly [number: number, value: bigint | Buffer];

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  startMs: number;
  endMs: number;
  isError: boolean;
  attributes: Record<string, string | number | boolean>;
  service: string;
}

/** Returns the spans of an `ExportTraceServiceRequest`. The numbers are those of the fields in opentelemetry-proto. */
export function spansOf(request: Buffer): ReceivedSpan[] {
  return messages(request, 1).flatMap((resourceSpans) => {
    const resource = messages(resourceSpans, 1).map((each) => attributesOf(each, 1))[0];
    const service = String(resource?.['service.name'] ?? '');
    const spans = messages(resourceSpans, 2).flatMap((scopeSpans) => messages(scopeSpans, 2));
    return spans.map((span) => ({ ...spanOf(span), service }));
  });
}

function spanOf(span: Buffer): Omit<ReceivedSpan, 'service'> {
  const hex = (number: number): string => (messages(span, number)[0] ?? Buffer.alloc(0)).toString('hex');
  const [status = Buffer.alloc(0)] = messages(span, 15);
  return {
    ...{ traceId: hex(1), spanId: hex(2), parentSpanId: hex(4) },
    name: (messages(span, 5)[0] ?? '').toString(),
    ...{ startMs: nanosecondsAt(span, 7) / 1e6, endMs: nanosecondsAt(span, 8) / 1e6 },
    isError: fields(status).some(([number, value]) => number === 3 && value === 2n),
    attributes: attributesOf(span, 9),
  };
}

function nanosecondsAt(span: Buffer, number: number): number {
  const [bytes = Buffer.alloc(8)] = messages(span, number);
  return Number(bytes.readBigUInt64LE());
}

function attributesOf(message: Buffer, number: number): ReceivedSpan['attributes'] {
  const pairs = messages(message, number).map((pair) => [String(messages(pair, 1)[0]), valueOf(pair)] as const);
  return Object.fromEntries(pairs);
}

function valueOf(pair: Buffer): string | number | boolean {
  const [[number, value] = [0, 0n]] = fields(messages(pair, 2)[0] ?? Buffer.alloc(0));
  if (typeof value !== 'bigint') return number === 4 ? value.readDoubleLE() : value.toString();
  return number === 2 ? value === 1n : Number(value);
}

function messages(message: Buffer, number: number): Buffer[] {
  return fields(message).flatMap(([each, value]) => (each === number && typeof value !== 'bigint' ? [value] : []));
}

function fields(message: Buffer): Field[] {
  const found: Field[] = [];
  for (let at = 0; at < message.length;) {
    const [tag, afterTag] = varint(message, at);
    const [number, type] = [Number(tag >> 3n), Number(tag & 7n)];
    if (type === 0) {
      const [value, next] = varint(message, afterTag);
      found.push([number, value]);
      at = next;
      continue;
    }
    const [start, length] = type === 2 ? lengthAt(message, afterTag) : [afterTag, type === 1 ? 8 : 4];
    found.push([number, message.subarray(start, start + length)]);
    at = start + length;
  }
  return found;
}

function lengthAt(message: Buffer, at: number): [start: number, length: number] {
  const [length, start] = varint(message, at);
  return [start, Number(length)];
}

function varint(message: Buffer, at: number): [value: bigint, next: number] {
  let value = 0n;
  for (let shift = 0n, next = at; ; shift += 7n, next += 1) {
    const byte = message[next] ?? 0;
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return [value, next + 1];
  }
}
