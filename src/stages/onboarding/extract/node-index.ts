import { isRecord, type Json } from '../json.ts';
import { textMax } from '../text.ts';
import { elsewhere, isReference, listed, relations, shortName, written } from './written-data.ts';

const recordsMax = 5_000;
const depthMax = 16;
/** Maximum number of nodes with the same id, and of nodes that refer to others in the same property. */
const sameMax = 20;
const referringMax = 500;

const fragmentOf = (id: string): string => /#.+$/.exec(id)?.[0] ?? '';

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key) ?? [];
  values.push(value);
  map.set(key, values);
}

/** Index of structured data by the `@id` of its nodes. */
export class NodeIndex {
  readonly #base: URL;
  #count = 0;
  /** Absolute ids by the ids that were written. */
  readonly #ids = new Map<string, string>();
  readonly #byId = new Map<string, Json[]>();
  readonly #byFragment = new Map<string, Set<string>>();
  /** Ids to which `relations` refer, and ids to which other properties refer. */
  readonly #related = new Set<string>();
  readonly #direct = new Set<string>();
  readonly #byProperty = new Map<string, Json[]>();

  constructor(roots: readonly unknown[], base: URL) {
    this.#base = base;
    let level = roots.flatMap(listed);
    for (let depth = 0; depth < depthMax && level.length > 0; depth += 1) {
      const records = level.filter(isRecord).slice(0, recordsMax - this.#count);
      for (const record of records) this.#add(record);
      level = records.flatMap((record) => Object.values(record).flatMap(listed)).slice(0, recordsMax);
    }
  }

  /** Returns an id as an absolute URL; undefined if the value is no id. */
  idOf(value: unknown): string | undefined {
    if (typeof value !== 'string' || value.length > textMax.url || value.trim() === '') return undefined;
    const id = this.#ids.get(value) ?? this.#absolute(value);
    this.#ids.set(value, id);
    return id;
  }

  /**
   * Returns the nodes with an id that have more than this id. If no node has the id, a fragment that only one id has
   * is enough, because the address of a page is written in several ways.
   */
  withId(id: string | undefined): readonly Json[] {
    if (id === undefined) return [];
    const similar = this.#byFragment.get(fragmentOf(id));
    const [only] = similar?.size === 1 ? similar : [];
    return (this.#byId.get(id) ?? this.#byId.get(only ?? '') ?? []).slice(0, sameMax);
  }

  /** Reports whether relations, and no other properties, refer to a node. */
  isRelative(record: Json): boolean {
    const id = this.idOf(record['@id']);
    return id !== undefined && this.#related.has(id) && !this.#direct.has(id);
  }

  /** Returns the nodes that refer to a node, or contain it, in a property. */
  referring(node: Json, key: string): readonly Json[] {
    const id = this.idOf(node['@id']);
    const refers = (value: unknown): boolean =>
      value === node || (id !== undefined && this.idOf(isRecord(value) ? value['@id'] : value) === id);
    const candidates = (this.#byProperty.get(key) ?? []).slice(0, referringMax);
    return candidates.filter((record) => written(record, key).some(refers));
  }

  #absolute(id: string): string {
    return id.startsWith('_:') ? id : (URL.parse(id.trim(), this.#base.href)?.href ?? id);
  }

  #add(record: Json): void {
    this.#count += 1;
    const id = this.idOf(record['@id']);
    if (id !== undefined && !isReference(record)) {
      append(this.#byId, id, record);
      const fragment = fragmentOf(id);
      if (fragment !== '') this.#byFragment.set(fragment, (this.#byFragment.get(fragment) ?? new Set()).add(id));
    }
    for (const key of Object.keys(record)) {
      append(this.#byProperty, shortName(key), record);
      this.#addReferences(shortName(key), record);
    }
  }

  #addReferences(key: string, record: Json): void {
    const isRelation = relations.has(key);
    if (key === '@graph' || (elsewhere.has(key) && !isRelation)) return;
    for (const value of written(record, key)) {
      const id = isRecord(value) && isReference(value) ? this.idOf(value['@id']) : undefined;
      if (id !== undefined) (isRelation ? this.#related : this.#direct).add(id);
    }
  }
}
