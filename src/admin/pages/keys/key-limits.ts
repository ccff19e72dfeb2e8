import type { Answer } from '../../../http/answer.ts';
import { updateKey } from '../../../operations/keys/manage-keys.ts';
import type { ApiKey } from '../../../schema/apikey.ts';
import { formRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { readForm, utcTime, type Faults } from '../../forms/read-form.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { changesTable } from '../../web/components/changes-table.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { form, hidden } from '../../web/components/form.ts';
import { notice } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { keyPath, keysParent } from './key-parts.ts';
import { keyLabels, keyValues, limitFields, typedKey, type KeyValues } from './limit-fields.ts';

const { keys: words } = texts;

export function keyLimitsRoute(deps: AdminDeps): AdminRoute {
  return formRoute('/keys/{namespace}/{name}/limits', updateKey.right, (request) =>
    save(objectRequest(request, deps), deps),
  );
}

async function save(sent: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const { view, viewer, key, form: typed } = sent;
  const values = typedKey(typed);
  const read = readForm(updateKey.input, typed, { ...key, expiresAt: utcTime(typed.get('expiresAt')) ?? null });
  const generation = Number(typed.get('generation'));
  if (read.kind === 'wrong') return limitsPage(sent, deps, { values, generation, faults: read.faults });
  const outcome = await runOperation(updateKey, read.input, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(sent.request, outcome, deps);
  if (outcome.kind === 'done') return seeOther(view.to(keyPath(key), { done: 'saved' }));
  const { object } = outcome;
  return limitsPage(sent, deps, { values, generation: object.metadata.generation, faults: {}, now: object });
}

interface Shown {
  values: KeyValues;
  generation: number;
  faults: Faults;
  /** The key, if another person has changed it since the form was opened. */
  now?: ApiKey;
}

function limitsPage(sent: ObjectRequest, deps: AdminDeps, shown: Shown): Answer {
  const { values, faults, now } = shown;
  const body = html`${formFaults(faults)} ${now === undefined ? undefined : notice('warning', words.changed)}
  ${now === undefined ? undefined : changesTable(keyLabels, values, keyValues(now.spec))} ${keyForm(sent, deps, shown)}`;
  const title = `${words.limitsAndExpiry}: ${sent.key.name}`;
  return page(sent.view, { title, section: '/keys', parent: keysParent, status: now === undefined ? 422 : 409, body });
}

export function keyForm(
  { view, key }: ObjectRequest,
  { windowDefaults }: Pick<AdminDeps, 'windowDefaults'>,
  { values, generation, faults }: Omit<Shown, 'now'>,
): Html {
  const fields = html`<p>${words.limitsNow}</p>
    ${hidden({ generation: String(generation) })}
    ${limitFields(view, { values, faults, windowDefaults })}`;
  return form(view, { action: keyPath(key, '/limits'), fields, submit: words.save });
}
