import { absoluteUrl } from './text.ts';

export type Json = Record<string, unknown>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textsOf(value: unknown): string[] {
  return [value].flat(3).filter((item) => typeof item === 'string');
}

export function urlsOf(value: unknown, base: URL): string[] {
  const raw = [value]
    .flat(3)
    .slice(0, 50)
    .flatMap((item): unknown[] =>
      isRecord(item) ? [item['contentUrl'] ?? item['url'] ?? item['@id']].flat() : [item],
    );
  return [...new Set(raw.flatMap((item) => absoluteUrl(item, base) ?? []))];
}
