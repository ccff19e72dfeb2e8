import { isDeepStrictEqual } from 'node:util';
import type { AdType } from '../../../ads/ad-type.ts';
import { adTypeOf } from '../../../ads/known-types.ts';
import { mayRun } from '../../../operations/actor.ts';
import { createJob } from '../../../operations/jobs/create-job.ts';
import { texts } from '../../texts/texts.ts';
import { html, url, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { names, playgroundPath } from '../playground/playground-page.ts';
import { bodyOf } from '../playground/request-body.ts';
import { requestGroups } from '../playground/request-fields.ts';
import { valuesOf } from '../playground/request-values.ts';
import type { JobData } from './job-data.ts';
import { requestBody } from './request-part.ts';

/** Maximum number of characters of an address. A longer one may be refused on its way. */
const addressMax = 6_000;

/** Link to the playground with the request of a job, for those who may create jobs there. */
export function playgroundLink(view: View, data: Pick<JobData, 'job' | 'request'>): Html | undefined {
  const { type: name, namespace, apiKey } = data.job;
  const [type, body] = [adTypeOf(name), requestBody(data)];
  if (view.viewer === undefined || !mayRun(createJob.right, view.viewer.actor)) return undefined;
  if (type === undefined || body === undefined) return undefined;
  const runAs = apiKey === undefined ? undefined : `${namespace}/${apiKey}`;
  const address = view.to(`${playgroundPath}/${name}`, { [names.key]: runAs, ...fieldsOf(type, body) });
  if (address.length > addressMax) return undefined;
  return html`<a class="button" id="action-playground" href="${url(address)}">${texts.job.actions.playground}</a>`;
}

/** Returns the fields of the form for a request, or the field with its JSON if the form cannot hold all of it. */
function fieldsOf({ request }: AdType, body: Record<string, unknown>): Record<string, string> {
  const groups = requestGroups(request);
  const values = valuesOf(groups, body);
  const isWhole = isDeepStrictEqual(bodyOf(groups, new URLSearchParams(values)), body);
  return isWhole ? values : { [names.mode]: 'json', [names.json]: JSON.stringify(body, null, 2) };
}
