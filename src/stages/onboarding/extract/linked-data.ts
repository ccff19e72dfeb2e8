import { isRecord, textsOf, type Json } from '../json.ts';
import { NodeIndex } from './node-index.ts';
import { elsewhere, isReference, listed, shortName, written } from './written-data.ts';

const nodesMax = 2_000;
const depthMax = 12;

/** Structured data of a page: nodes that refer to each other by `@id`. */
export interface LinkedData {
  /** Nodes with a type, the outermost first. */
  nodes: readonly Json[];
  /** Nodes with a type to which only nodes refer that they are related to, such as similar products. */
  relatives: readonly Json[];
  /** Returns the values of a property. Lists are flattened, and references are replaced by their nodes. */
  values(node: Json, key: string): unknown[];
  /** Returns the nodes that are values of a property. A text that is the id of a node counts as a reference. */
  linked(node: Json, key: string): Json[];
  /** Returns the nodes that refer to a node in a property. */
  referring(node: Json, key: string): Json[];
  /** Returns the node with an id, which may be relative to the page; undefined if there is none. */
  byId(id: string): Json | undefined;
}

/** Reports whether one of the types of a node matches a pattern. Types of schema.org match without their prefix. */
export function isA(node: Json, pattern: RegExp): boolean {
  return textsOf(node['@type']).some((type) => pattern.test(shortName(type)));
}

function haveSameType(one: Json, other: Json): boolean {
  const types = new Set(textsOf(one['@type']).map(shortName));
  const otherTypes = textsOf(other['@type']).map(shortName);
  return types.size === 0 || otherTypes.length === 0 || otherTypes.some((type) => types.has(type));
}

/** Returns one node with all properties of some nodes, and all their types. The first value of a property counts. */
function united(nodes: readonly Json[]): Json {
  const all = nodes.reduceRight<Json>((whole, node) => ({ ...whole, ...node }), {});
  return { ...all, '@type': [...new Set(nodes.flatMap((node) => textsOf(node['@type'])))] };
}

/**
 * Links the structured data of a page. `roots` are the parsed scripts. All nodes with the same `@id` are one node, unless
 * their types differ. References in a circle are safe: a reference is followed only where a property is read.
 */
export function linkedData(roots: readonly unknown[], base: URL): LinkedData {
  const index = new NodeIndex(roots, base);
  const known = new Map<Json | string, Json>();
  const resolve = (record: Json): Json => {
    // References without a type give the same object each time, so that what was read from a node can be kept.
    const key = isReference(record) && !('@type' in record) ? (index.idOf(record['@id']) ?? record) : record;
    const node = known.get(key) ?? resolvedNode(record, index);
    known.set(key, node);
    return node;
  };
  const byId = (id: string): Json | undefined =>
    index.withId(index.idOf(id)).length === 0 ? undefined : resolve({ '@id': id });
  const values = (node: Json, key: string): unknown[] =>
    written(node, key).map((value) => (isRecord(value) ? (value['@value'] ?? resolve(value)) : value));
  const { main, relatives } = reachable(roots, index);
  return {
    nodes: main.map(resolve),
    relatives: relatives.map(resolve),
    values,
    linked: (node, key) =>
      values(node, key)
        .map((value) => (typeof value === 'string' ? byId(value) : value))
        .filter(isRecord),
    referring: (node, key) => index.referring(node, key).map(resolve),
    byId,
  };
}

function resolvedNode(record: Json, index: NodeIndex): Json {
  const same = index.withId(index.idOf(record['@id'])).filter((other) => other !== record);
  const fitting = same.filter((other) => haveSameType(record, other));
  if (!isReference(record)) return fitting.length === 0 ? record : united([record, ...fitting]);
  const meant = fitting.length === 0 ? same : fitting;
  return meant.length === 0 ? record : united(meant);
}

/** Returns the nodes with a type that are not about others, and those to which only relatives refer. */
function reachable(roots: readonly unknown[], index: NodeIndex): { main: Json[]; relatives: Json[] } {
  const seen = new Set<Json>();
  let level = roots.flatMap(listed);
  for (let depth = 0; depth < depthMax && level.length > 0; depth += 1) {
    const records = level
      .filter(isRecord)
      .flatMap((each) => (isReference(each) ? index.withId(index.idOf(each['@id'])) : [each]));
    const fresh = [...new Set(records)].filter((record) => !seen.has(record)).slice(0, nodesMax);
    for (const record of fresh) seen.add(record);
    level = fresh.flatMap(childrenOf).slice(0, nodesMax);
  }
  const typed = [...seen].filter((record) => '@type' in record);
  return {
    main: typed.filter((record) => !index.isRelative(record)),
    relatives: typed.filter((record) => index.isRelative(record)),
  };
}

function childrenOf(record: Json): unknown[] {
  return Object.entries(record).flatMap(([key, value]) => (elsewhere.has(shortName(key)) ? [] : listed(value)));
}
