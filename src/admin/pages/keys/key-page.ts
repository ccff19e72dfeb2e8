import { rateWindows } from '../../../ads/known-types.ts';
import { accountOf } from '../../../domain/account-of.ts';
import { keyState } from '../../../domain/api-key-validity.ts';
import type { Answer } from '../../../http/answer.ts';
import { keyText } from '../../../objects/object-key.ts';
import { revokeKey, rotateKey, showKey, updateKey } from '../../../operations/keys/manage-keys.ts';
import type { ApiKey } from '../../../schema/apikey.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import { doneNotice } from '../../web/components/done-notice.ts';
import { time } from '../../web/components/formats.ts';
import { definitions, link, linkButton, notice, section } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { accountPath } from '../accounts/account-parts.ts';
import { isOffered, objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { keyForm } from './key-limits.ts';
import { keyPath, keysParent, lastUsed, liveCounts, stateBadge, windowMeter, type LiveCounts } from './key-parts.ts';
import { keyValues } from './limit-fields.ts';

const { keys: words } = texts;

export function keyPageRoute(deps: AdminDeps): AdminRoute {
  return pageRoute('/keys/{namespace}/{name}', showKey.right, (request) => keyPage(objectRequest(request, deps), deps));
}

async function keyPage(shown: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const { view, viewer, key } = shown;
  const outcome = await runOperation(showKey, key, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(shown.request, outcome, deps);
  const { object } = outcome;
  const counts = await liveCounts([object], deps.rateLimiter);
  const body = html`${doneNotice(view, words.done)} ${stateNotice(view, object)} ${summary(view, object)}
    ${limitsSection(view, object, { counts, deps })} ${formSection(shown, object, deps)}`;
  const topics = ['keys', `key/${keyText(key)}`];
  return page(view, {
    title: key.name,
    section: '/keys',
    parent: keysParent,
    body,
    topics,
    actions: actions(shown, object),
  });
}

function stateNotice(view: View, { spec }: ApiKey): Html | undefined {
  const state = keyState(spec, view.now);
  if (state === 'valid') return undefined;
  return notice('warning', state === 'revoked' ? words.revokedText : words.expiredText);
}

function summary(view: View, key: ApiKey): Html {
  const { metadata, spec } = key;
  const { previousExpiresAt: until, previousSecretHash: previous } = spec;
  const hasPrevious = previous !== undefined && until !== undefined && Date.parse(until) > view.now.getTime();
  return definitions([
    [words.account, link(view, accountPath(accountOf(key)), keyText(accountOf(key)))],
    [words.hint, html`<code>${spec.hint}</code>`],
    [words.state, stateBadge(view, key)],
    [words.created, time(view, metadata.creationTimestamp)],
    [words.expires, spec.expiresAt === undefined ? words.noExpiry : time(view, spec.expiresAt)],
    [words.lastUsed, html`${lastUsed(view, key)} <span class="hint">${words.lastUsedHint}</span>`],
    [
      words.more,
      html`${link(view, '/jobs', words.jobs, { key: metadata.name })}, ${link(view, '/audit', words.auditRows, { target: keyText(metadata) })}`,
    ],
    ...(hasPrevious ? [[words.previousUntil, time(view, until)] as const] : []),
  ]);
}

interface Counted {
  counts: LiveCounts;
  deps: Pick<AdminDeps, 'windowDefaults'>;
}

function limitsSection(view: View, key: ApiKey, { counts, deps }: Counted): Html {
  const { windowDefaults } = deps;
  const pairs = rateWindows.map(({ name, limit, requests }) => {
    const from = key.spec.limits?.[limit] === undefined ? words.window.installation : words.window.own;
    const live = windowMeter(view, key, name, { counts, windowDefaults });
    return [requests, html`${live} <span class="hint">${from}</span>`] as const;
  });
  const away = counts === undefined ? notice('warning', words.countsAway) : undefined;
  return section(words.limits, html`${away} ${definitions(pairs)}`, 'limits');
}

function formSection(shown: ObjectRequest, { metadata, spec }: ApiKey, deps: AdminDeps): Html | undefined {
  if (!isOffered(shown, updateKey)) return undefined;
  const given = { values: keyValues(spec), generation: metadata.generation, faults: {} };
  return section(words.limitsAndExpiry, keyForm(shown, deps, given), 'settings');
}

/** Actions next to the title. */
function actions(shown: ObjectRequest, { metadata, spec }: ApiKey): Html | undefined {
  if (spec.revoked) return undefined;
  const at = (rest: string, text: string) => linkButton(shown.view, keyPath(metadata, rest), text);
  return html`${isOffered(shown, rotateKey) ? at('/rotate', words.rotateShort) : undefined}
  ${isOffered(shown, revokeKey) ? at('/revoke', words.revokeShort) : undefined}`;
}
