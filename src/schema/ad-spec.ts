/**
 * The part of an AdJob's spec that only its type of ad understands: the type, and a field with the request in camelCase,
 * whose name the type defines.
 */
export interface AdSpec {
  readonly type: string;
  readonly [field: string]: unknown;
}
