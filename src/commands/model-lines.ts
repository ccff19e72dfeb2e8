import { modelRefusals } from '../domain/model-refusals.ts';
import { dollars } from '../models/dollars.ts';
import type { AdJobStatus } from '../schema/adjob.ts';
import type { ModelCallsStatus } from '../schema/model-calls.ts';

/** Returns a line for each model that worked on a job, and for each result that was not used. */
export function modelLines({ modelCalls = [], response }: AdJobStatus = {}): string[] {
  const refused = modelRefusals(response);
  if (modelCalls.length === 0 && refused.length === 0) return [];
  return [
    ...(response?.['degraded'] === true ? ['Models (the built-in studio stood in for one):'] : ['Models:']),
    ...modelCalls.map((calls) => `  ${callsText(calls)}`),
    ...refused.map(({ port, model, reasons }) => `  not used: ${port} of ${model}: ${reasons.join('; ')}`),
  ];
}

function callsText({ stage, port, entry, provider, model, ...counts }: ModelCallsStatus): string {
  const { calls, failed, refused, repeats, costMicroUsd, seconds } = counts;
  const facts = [
    calls === 1 ? '1 call' : `${calls} calls`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(refused === 0 ? [] : [`${refused} not used`]),
    ...(repeats === 0 ? [] : [`${repeats} repeated`]),
    ...[dollars(costMicroUsd), `${seconds} s`],
  ];
  return `${stage.padEnd(11)} ${port} by ${entry} (${provider}, ${model}): ${facts.join(', ')}`;
}
