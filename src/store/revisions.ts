import { z } from 'zod';
import { parseRaw, type RawObject } from './object-shape.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import type { SqliteFile } from '../files/sqlite-file.ts';

/** Value of the column `until` for the latest state of an object, which has no end yet. */
const forever = Number.MAX_SAFE_INTEGER;

/** Address of an object. `resource` is the plural name of its kind with the group, such as `adjobs.adwright.dev`. */
export interface ObjectAddress extends ObjectKey {
  resource: string;
}

export interface Change {
  version: number;
  /** Parses the state before the change, which most watches do not need. Absent if the object did not exist. */
  before?: () => RawObject;
  after: RawObject;
  /** True if the object was deleted. `after` is then its last state. */
  gone: boolean;
}

export interface LogRange {
  head: number;
  compacted: number;
}

const Log = z.object({ head: z.number(), compacted: z.number() });
const Version = z.object({ head: z.number() });
const Body = z.object({ body: z.string() });
const Address = z.object({ resource: z.string(), namespace: z.string(), name: z.string() });
const ChangeRow = z.object({
  since: z.number(),
  gone: z.number(),
  body: z.string(),
  before: z.string().nullable(),
});

/**
 * Query for the changes of a resource after a version. The `+` keeps SQLite from using the index that begins with
 * `resource`: the query would then read every state of the resource for each change.
 */
export const changesSql = `
  SELECT after.since, after.gone, after.body, before.body AS before
  FROM revisions AS after
  LEFT JOIN revisions AS before ON before.until = after.since AND before.gone = 0
  WHERE after.since > :version AND +after.resource = :resource
    AND after.namespace = IFNULL(:namespace, after.namespace)
  ORDER BY after.since LIMIT :limit`;

function prepareAll({ connection }: SqliteFile) {
  const keyed = 'resource = :resource AND namespace = :namespace AND name = :name';
  return {
    log: connection.prepare('SELECT head, compacted FROM log'),
    advance: connection.prepare('UPDATE log SET head = head + 1 RETURNING head'),
    forget: connection.prepare('UPDATE log SET compacted = :compacted'),
    drop: connection.prepare('DELETE FROM revisions WHERE until <= :compacted'),
    dropGone: connection.prepare('DELETE FROM revisions WHERE until = :forever AND gone = 1 AND since <= :compacted'),
    end: connection.prepare(`UPDATE revisions SET until = :version WHERE ${keyed} AND until = :forever`),
    insert: connection.prepare(
      'INSERT INTO revisions VALUES (:version, :forever, :resource, :namespace, :name, :uid, :gone, :body)',
    ),
    current: connection.prepare(`SELECT body FROM revisions WHERE ${keyed} AND until = :forever AND gone = 0`),
    living: connection.prepare(
      'SELECT 1 FROM revisions WHERE uid = :uid AND namespace = :namespace AND until = :forever AND gone = 0',
    ),
    // IFNULL lets one statement serve both a single namespace and all namespaces. `afterNamespace` and `afterName`
    // identify the last object of the previous page.
    at: connection.prepare(`
      SELECT body FROM revisions
      WHERE resource = :resource AND namespace = IFNULL(:namespace, namespace)
        AND (namespace, name) > (:afterNamespace, :afterName)
        AND since <= :version AND until > :version AND gone = 0
      ORDER BY namespace, name`),
    changes: connection.prepare(changesSql),
    disown: connection.prepare(`DELETE FROM owners WHERE ${keyed}`),
    own: connection.prepare('INSERT OR IGNORE INTO owners VALUES (:resource, :namespace, :name, :ownerUid)'),
    owned: connection.prepare(
      'SELECT resource, namespace, name FROM owners WHERE owner_uid = :uid AND namespace = :namespace',
    ),
  };
}

/**
 * All states that objects have had since the compacted version, the oldest version that is still known. Watches, and
 * lists of a past version, are read from these states. Each state is stored once.
 *
 * The caller must be in a transaction.
 */
export class Revisions {
  private readonly statements: ReturnType<typeof prepareAll>;

  constructor(database: SqliteFile) {
    this.statements = prepareAll(database);
  }

  range(): LogRange {
    return Log.parse(this.statements.log.get());
  }

  current(address: ObjectAddress): RawObject | undefined {
    const row = this.statements.current.get({ ...named(address), forever });
    return row === undefined ? undefined : parseRaw(Body.parse(row).body);
  }

  lives(uid: string, namespace: string): boolean {
    return this.statements.living.get({ uid, namespace, forever }) !== undefined;
  }

  append(address: ObjectAddress, object: RawObject, gone = false): RawObject {
    const version = Version.parse(this.statements.advance.get()).head;
    const { metadata, ...rest } = object;
    const written = { ...rest, metadata: { ...metadata, resourceVersion: String(version) } };
    this.statements.end.run({ ...named(address), version, forever });
    const row = { uid: metadata.uid, gone: gone ? 1 : 0, body: JSON.stringify(written) };
    this.statements.insert.run({ ...named(address), ...row, version, forever });
    this.noteOwners(address, gone ? [] : (metadata.ownerReferences ?? []).map((owner) => owner.uid));
    return written;
  }

  /**
   * Yields the objects that existed at `version`, ordered by namespace and name, starting after the key `after`. Reads
   * the objects one by one, so that they need not all fit into memory.
   */
  *at(resource: string, version: number, namespace?: string, after?: ObjectKey): Iterable<RawObject> {
    const from = { afterNamespace: after?.namespace ?? '', afterName: after?.name ?? '' };
    const rows = this.statements.at.iterate({ resource, version, namespace: namespace ?? null, ...from });
    for (const row of rows) yield parseRaw(Body.parse(row).body);
  }

  changes(resource: string, version: number, limit: number, namespace?: string): Change[] {
    const rows = this.statements.changes.all({ resource, version, limit, namespace: namespace ?? null });
    return rows.map((row) => {
      const { since, gone, body, before } = ChangeRow.parse(row);
      const change = { version: since, after: parseRaw(body), gone: gone === 1 };
      return before === null ? change : { ...change, before: () => parseRaw(before) };
    });
  }

  dependents(uid: string, namespace: string): ObjectAddress[] {
    return this.statements.owned.all({ uid, namespace }).map((row) => Address.parse(row));
  }

  /**
   * Deletes the states of objects that are no longer needed: those that a later state had already replaced at version
   * `compacted`.
   */
  compact(compacted: number): void {
    this.statements.drop.run({ compacted });
    this.statements.dropGone.run({ compacted, forever });
    this.statements.forget.run({ compacted });
  }

  private noteOwners(address: ObjectAddress, uids: string[]): void {
    this.statements.disown.run(named(address));
    for (const ownerUid of uids) this.statements.own.run({ ...named(address), ownerUid });
  }
}

/**
 * Returns only the fields that address an object (kind, namespace and name), because SQLite refuses parameters that a
 * statement does not use.
 */
function named({ resource, namespace, name }: ObjectAddress): { resource: string; namespace: string; name: string } {
  return { resource, namespace, name };
}
