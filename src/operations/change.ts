import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, mergePatch, type MergePatch } from '../objects/merge-patch.ts';
import type { ObjectKey } from '../objects/object-key.ts';

/** Change that an operation makes, for an audit log. It contains no secret, only which secret fields change. */
export interface Change {
  /**
   * The changed object. `uid` is absent if the object does not exist yet. `hint` is the visible part of an API key,
   * which identifies the key after its deletion. `account` is the name of the account that the object is or belongs to.
   */
  target: ObjectKey & {
    kind: string;
    uid?: string | undefined;
    hint?: string | undefined;
    account?: string | undefined;
  };
  /** Changed fields before the change. Absent if the operation creates something. */
  before?: Fields | undefined;
  /** Changed fields after the change. Absent if the operation deletes the target. */
  after?: Fields | undefined;
}

/** Change for `Announce`. */
export interface AnnouncedChange extends Change {
  /**
   * True if the change is made after the write of the annotations and not by it, so that the annotations show only that
   * the change was begun.
   */
  isMadeAfterwards?: boolean;
}

type Fields = Record<string, unknown>;

/**
 * Gets a change directly before it is made, and again before each retry after a write conflict. The change is not made
 * if the call rejects. Returns annotations to write to the changed object in the same write.
 */
export type Announce = (change: AnnouncedChange) => Promise<Record<string, string> | undefined>;

const secretFields: readonly string[] = ['secretHash', 'previousSecretHash'];

/** Returns the fields that a merge patch changes in `object`, before and after. Returns undefined if none changes. */
export function fieldsChanged(object: unknown, patch: MergePatch = {}): Pick<Change, 'before' | 'after'> | undefined {
  const before = isPlainObject(object) ? object : {};
  const after = Object(mergePatch(before, patch)) as Fields;
  const changed = Object.keys(patch).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return changed.length === 0 ? undefined : { before: shown(before, changed), after: shown(after, changed) };
}

/** Returns the fields of an object, all or those with these names. The values of secret fields are hidden. */
export function shown(fields: object, names: readonly string[] = Object.keys(fields)): Fields {
  const given = Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, secretFields.includes(name) ? '(secret)' : value]));
}
