import { adTypes } from '#ad-types';
import { findCondition } from '../domain/conditions.ts';
import { hasRunBefore } from '../domain/earlier-run.ts';
import { launchesOf } from '../domain/launches.ts';
import { isTerminal } from '../domain/terminal.ts';
import type { AdJobStatus, StageStatus } from '../schema/adjob.ts';

export function progressLines(before: AdJobStatus | undefined, after: AdJobStatus | undefined): string[] {
  if (after === undefined) return [];
  const [moved, isOver] = [after.phase !== before?.phase, isTerminal({ status: after })];
  return [
    ...(moved && after.phase !== undefined && !isOver ? [after.phase] : []),
    ...(after.stages ?? []).flatMap((stage) => stageLine(stageNamed(before, stage.name), stage) ?? []),
    ...(moved && isOver ? endLines(after) : []),
    ...(hasRunBefore({ status: after }) ? messageOf(after) : []),
  ];
}

/** Returns the message that says why a job that was run before is left alone. */
function messageOf({ conditions }: AdJobStatus): string[] {
  const { message = '' } = findCondition(conditions, 'Admitted') ?? {};
  return [message];
}

function stageNamed(status: AdJobStatus | undefined, wanted: string): StageStatus | undefined {
  return status?.stages?.find(({ name }) => name === wanted);
}

function isSame(before: StageStatus, after: StageStatus): boolean {
  const isSameAttempt = before.state === after.state && before.attempt === after.attempt;
  return isSameAttempt && before.waiting?.reason === after.waiting?.reason;
}

function stageLine(before: StageStatus | undefined, after: StageStatus): string | undefined {
  if (after.state === 'Pending' || (before !== undefined && isSame(before, after))) return undefined;
  const launch = launchesOf(after) > 1 ? `, launch ${launchesOf(after)}` : '';
  const { state, message } = standingOf(after);
  return `  ${after.name.padEnd(11)} ${`${state}${launch}`.padEnd(12)}  ${message}`.trimEnd();
}

function standingOf({ state, message = '', waiting }: StageStatus): { state: string; message: string } {
  if (waiting === undefined) return { state: state.toLowerCase(), message };
  return { state: 'waiting', message: `${waiting.reason}: ${waiting.message}` };
}

function endLines(status: AdJobStatus | undefined): string[] {
  const seconds = elapsedSeconds(status);
  const took = seconds === undefined ? '' : ` after ${seconds} s`;
  return [
    `${status?.phase ?? ''}${took}${status?.error == null ? '' : `  ${status.error}`}`,
    ...fileUrls(status?.response).map((url) => `  ${url}`),
    ...notesOf(status?.response).map((note) => `  note: ${note}`),
  ];
}

function elapsedSeconds(status: AdJobStatus | undefined): number | undefined {
  if (status?.startTime === undefined || status.completionTime === undefined) return undefined;
  return Math.round((Date.parse(status.completionTime) - Date.parse(status.startTime)) / 100) / 10;
}

function notesOf(response: Record<string, unknown> | null | undefined): string[] {
  const notes = response?.['notes'];
  return Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [];
}

function fileUrls(response: Record<string, unknown> | null | undefined): string[] {
  const files = adTypes.flatMap(({ filesField }): unknown => response?.[filesField]);
  return files.flatMap((file) =>
    typeof file === 'object' && file !== null && 'url' in file && typeof file.url === 'string' ? [file.url] : [],
  );
}
