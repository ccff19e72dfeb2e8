import { adTypes } from '#ad-types';
import { stageNames } from '../../../domain/pipelines.ts';
import { jobErrors } from '../../../errors/job-errors.ts';
import { jobPhases } from '../../../schema/adjob.ts';
import { filterFields, type FilterField, type ReadFilter } from '../../jobs/job-filter.ts';
import { waitCauses } from '../../jobs/wait-cause.ts';
import { texts } from '../../texts/texts.ts';
import { filterForm, type FilterInput } from '../../web/components/filter.ts';
import type { Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { fields, faults, waits } = texts.jobList;

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const inputs: { [F in FilterField]?: Pick<FilterInput, 'type' | 'options'> } = {
  type: { options: optionsOf(adTypes.map(({ name }) => name)) },
  phase: { options: optionsOf(jobPhases) },
  code: { options: optionsOf(Object.keys(jobErrors)) },
  stage: { options: optionsOf(stageNames) },
  from: { type: 'datetime-local' },
  to: { type: 'datetime-local' },
  waits: { options: waitCauses.map((value) => ({ value, label: waits[value] })) },
  text: { type: 'search' },
};

/** Returns the filter of the list of jobs. A broken value stays visible, with its fault. */
export function jobFilterForm(view: View, { given, faults: found }: ReadFilter): Html {
  const shown = filterFields.filter((field) => field !== 'bulk' || given.bulk !== undefined);
  return filterForm(
    view,
    '/jobs',
    shown.map((name) => {
      const fault = found[name];
      return { name, label: fields[name], given: given[name], fault: fault && faults[fault], ...inputs[name] };
    }),
  );
}
