import type { AuditRow } from '../schema/audit-row.ts';
import { parseRow, rowText } from './audit-row.ts';

/** Prefix of the annotations that carry rows of the audit log. The id of the row follows. */
const prefix = 'adwright.dev/audit-log.';
/** Size above which the values of a row are left out. All annotations of an object may have 256 KiB. */
const rowBytesMax = 4_096;

/** Time for which a row may wait to be filed, for example while the controller does not run. */
const ageMsMax = 24 * 60 * 60_000;
/** Difference of the clocks of a command and the controller that is accepted. */
const skewMs = 5 * 60_000;

type Annotations = Readonly<Record<string, string>>;

/**
 * Returns the annotation that carries a row of the audit log on the changed object, for a command that can write only
 * objects. Each row has an annotation of its own, so that no later change replaces a row that is not filed yet.
 */
export function annotationOf(row: AuditRow): Record<string, string> {
  return { [prefix + row.id]: rowText(row, rowBytesMax) };
}

/** Returns the annotations of an object that carry rows of the audit log. */
export function auditAnnotations(annotations: Annotations = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => isAuditAnnotation(name)));
}

export function isAuditAnnotation(name: string): boolean {
  return name.startsWith(prefix);
}

/** Reports whether an object carries a row that is not in the audit log yet, so that it must not vanish. */
export function hasUnfiledRow({ annotations = {} }: { annotations?: Annotations }): boolean {
  return Object.keys(annotations).some(isAuditAnnotation);
}

/**
 * Returns the row of an annotation of an object. Returns undefined if a command has not written the annotation to this
 * object. Without this check, a client that may write one object could file rows of other people and objects. Such a
 * client can still write any name: the row says that its actor is only stated. A time far from `now` becomes `now`, so
 * that no client adds rows to days that are long over or still to come.
 */
export function annotatedRow(
  annotation: readonly [string, string],
  target: { kind: string; namespace: string; name: string },
  now: Date,
): AuditRow | undefined {
  const row = ownRow(annotation, target);
  if (row === undefined) return undefined;
  const ageMs = now.getTime() - Date.parse(row.time);
  const isRecent = ageMs <= ageMsMax && ageMs >= -skewMs;
  const time = isRecent ? row.time : now.toISOString();
  return { ...row, time, actor: { ...row.actor, isStated: true }, source: {} };
}

function ownRow(
  [name, text]: readonly [string, string],
  target: { kind: string; namespace: string; name: string },
): AuditRow | undefined {
  const row = parseRow(text);
  if (row?.actor.kind !== 'command' || name !== prefix + row.id) return undefined;
  const { kind, namespace, name: own } = row.target ?? {};
  return kind === target.kind && namespace === target.namespace && own === target.name ? row : undefined;
}
