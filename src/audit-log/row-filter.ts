import type { AuditFilter, AuditRow } from './port.ts';

/** Reports whether a row passes a filter. The times of the filter are not compared. */
export function passes(row: AuditRow, { actor, action, target, isSeen }: AuditFilter): boolean {
  return (
    isIn(actor, [row.actor.subject, row.actor.name]) &&
    row.action.startsWith(action ?? '') &&
    isIn(target, targetTexts(row)) &&
    (isSeen?.(row) ?? true)
  );
}

function targetTexts({ target }: AuditRow): (string | undefined)[] {
  return target === undefined ? [] : [`${target.namespace}/${target.name}`, target.hint];
}

function isIn(part: string | undefined, texts: readonly (string | undefined)[]): boolean {
  if (part === undefined) return true;
  const wanted = part.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}
