import { givenPages } from '../../ads/ad-request.ts';
import { adRequestOf } from '../../ads/known-types.ts';
import { setCondition } from '../../domain/conditions.ts';
import { nothingRead } from '../../domain/notes.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import type { UnreadReason } from '../../schema/brand-read.ts';
import type { Ended } from './attempt-end.ts';
import type { StatusBuilder } from './decision.ts';
import { generation, type Failure } from './ending.ts';
import type { DecisionInput } from './decision-input.ts';
import { readTerminationMessage } from '../../domain/termination-message.ts';

export const pageRead = 'PageRead';

export type BrandOutcome = { isRead: true } | { isRead: false; reason: UnreadReason; sentence: string };

/**
 * Returns the outcome of an onboarding stage that read none of the job's web pages. The reason is the one in the
 * termination message of the stage. Without such a message, the reason is `Timeout` if the stage exceeded its deadline,
 * and otherwise `NoContent`.
 */
export function unreadBrand(
  spec: AdJobSpec,
  sentence: string,
  last: Ended | undefined,
): BrandOutcome & { isRead: false } {
  const reported = readTerminationMessage(last?.message ?? '');
  if (reported !== undefined && 'sentence' in reported && reported.unread !== undefined)
    return { isRead: false, reason: reported.unread, sentence };
  const request = adRequestOf(spec);
  const pages = request === undefined ? [] : givenPages(request);
  const why = sentence.replace(/\.$/, '').replace(/^(?:The|It|An?) /, (word) => word.toLowerCase());
  return {
    isRead: false,
    reason: last?.reason === 'deadline-exceeded' ? 'Timeout' : 'NoContent',
    sentence: nothingRead(pages.map((page) => ({ ...page, why }))),
  };
}

export function brandReports(brand: BrandOutcome): Pick<StatusBuilder, 'events' | 'metrics'> {
  if (brand.isRead) return { events: [], metrics: [{ kind: 'onboarding', outcome: 'read', reason: pageRead }] };
  return {
    events: [{ type: 'Warning', reason: 'BrandNotRead', message: brand.sentence }],
    metrics: [{ kind: 'onboarding', outcome: 'not_read', reason: brand.reason }],
  };
}

export function withBrandRead(
  input: DecisionInput,
  builder: StatusBuilder,
  brand: BrandOutcome | undefined,
  now: Date,
): StatusBuilder {
  if (brand === undefined) return builder;
  const outcome = brand.isRead
    ? ({ status: 'True', reason: pageRead, message: 'At least one web page that the request names was read.' } as const)
    : ({ status: 'False', reason: brand.reason, message: brand.sentence } as const);
  const condition = { type: 'BrandRead', ...outcome, ...generation(input) };
  return {
    ...builder,
    status: { ...builder.status, conditions: setCondition(builder.status.conditions, condition, now) },
  };
}

/**
 * Returns the failure of a job that must not continue because none of its brand's web pages was read. Checked once,
 * when the onboarding stage ends.
 */
export function brandRefusal(input: DecisionInput, brand: BrandOutcome | undefined): Failure | undefined {
  if (brand === undefined || brand.isRead || !input.requiresReadableBrand) return undefined;
  return { code: 'brand_unreadable', sentence: brand.sentence };
}
