import { z } from 'zod';

export class Setting<T extends z.ZodType = z.ZodType> {
  readonly variable: string;
  readonly schema: T;

  constructor(variable: string, schema: T) {
    this.variable = variable;
    this.schema = schema;
  }
}

export function setting<T extends z.ZodType>(variable: string, schema: T): Setting<T> {
  return new Setting(variable, schema);
}

export interface Settings {
  readonly [name: string]: Setting | Settings;
}

export type ValuesOf<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? z.output<T> : ValuesOf<S[K]> };

export function shapeOf(settings: Settings): z.ZodRawShape {
  return Object.fromEntries(
    Object.values(settings).flatMap((part): [string, z.core.$ZodType][] =>
      part instanceof Setting ? [[part.variable, part.schema]] : Object.entries(shapeOf(part)),
    ),
  );
}

export function valuesOf<S extends Settings>(settings: S, parsed: Readonly<Record<string, unknown>>): ValuesOf<S> {
  const values = Object.entries(settings).map(([name, part]) => [
    name,
    part instanceof Setting ? parsed[part.variable] : valuesOf(part, parsed),
  ]);
  return Object.fromEntries(values) as ValuesOf<S>;
}

export function schemaOf<S extends Settings>(settings: S) {
  return z.object(shapeOf(settings)).transform((parsed) => valuesOf(settings, parsed));
}
