import { adTypes } from '#ad-types';
import { stageNames } from '../../../domain/pipelines.ts';
import { jobErrors } from '../../../errors/job-errors.ts';
import { jobPhases } from '../../../schema/adjob.ts';
import type { ReadFilter } from '../../jobs/job-filter.ts';
import { waitCauses } from '../../jobs/wait-cause.ts';
import { texts } from '../../texts/texts.ts';
import { fieldLabel } from '../../web/components/field-label.ts';
import { filterForm, filterInputs } from '../../web/components/filter.ts';
import type { Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { states } = texts;
const { fields, waits } = texts.jobList;

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const inputs = [
  ...[{ name: 'text' as const, type: 'search' as const }, { name: 'account' as const }],
  { name: 'phase' as const, options: jobPhases.map((value) => ({ value, label: states.phases[value] })) },
  { name: 'from' as const, type: 'datetime-local' as const },
  ...[
    { name: 'to' as const, type: 'datetime-local' as const },
    { name: 'key' as const },
    { name: 'type' as const, options: adTypes.map(({ name }) => ({ value: name, label: fieldLabel(name) })) },
    { name: 'code' as const, options: optionsOf(Object.keys(jobErrors)) },
    { name: 'stage' as const, options: optionsOf(stageNames) },
    { name: 'waits' as const, options: waitCauses.map((value) => ({ value, label: waits[value] })) },
    { name: 'bulk' as const },
  ].map((input) => ({ ...input, isRare: true })),
];

/** Returns the filter of the list of jobs. A broken value stays visible, with its fault. */
export function jobFilterForm(view: View, read: ReadFilter): Html {
  const shown = inputs.filter(({ name }) => name !== 'bulk' || read.given.bulk !== undefined);
  return filterForm(view, '/jobs', filterInputs(fields, read, shown));
}
