import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { HttpRequest } from '../../http/route.ts';
import type { ExpiringState } from '../state/port.ts';
import type { Viewer } from '../viewer.ts';
import { formIdField } from '../web/components/form.ts';
import { cookieOf } from '../web/cookies.ts';
import { cookieNames, setCookie } from './cookies.ts';
import { pageOfForm } from './return-path.ts';
import { hashOf, hashOfToken, newToken } from './secret-token.ts';
import { isSamePerson, type PersonId } from './session.ts';

const lifetimeMs = 10 * 60_000;
export const draftBytesMax = 65_536;
/** Maximum number of drafts of one person in `lifetimeMs`. */
const draftsMax = 20;
/** Query parameter of the page that shows a draft. */
const parameter = 'draft';

const Stored = z.object({
  person: z.object({ kind: z.string(), subject: z.string() }),
  action: z.string(),
  page: z.string(),
  fields: z.string(),
});

/** Person who sends a form. */
type Drafter = PersonId & { name?: string | undefined };

/** Text of a form that could not be used, because the session had ended or a recent sign-in was needed. */
export interface Draft {
  /** Path to which the form was sent. */
  action: string;
  fields: URLSearchParams;
}

interface Deps {
  state: ExpiringState;
  random: (bytes: number) => Buffer;
  publicUrl: string;
}

/** A draft that was stored: the header that binds it to this browser, and the path of the page that shows it. */
export interface StoredDraft {
  headers: Record<string, string>;
  page: string;
}

/**
 * Stores the fields of a form until its person has signed in again. Returns undefined if the form is too large, if the
 * browser does not say which page sent it, or if the person has too many drafts.
 */
export async function storeDraft(
  { state, random, publicUrl }: Deps,
  { headers, url }: { headers: IncomingHttpHeaders; url: string },
  person: Drafter,
  body: URLSearchParams,
): Promise<StoredDraft | undefined> {
  const page = pageOfForm(headers.referer, publicUrl);
  const fields = new URLSearchParams([...body].filter(([name]) => name !== formIdField)).toString();
  if (page === undefined || fields.length > draftBytesMax) return undefined;
  const count = await state.increment(`drafts:${hashOf(`${person.kind} ${person.subject}`)}`, lifetimeMs);
  if (count > draftsMax) return undefined;
  const token = newToken(random);
  const stored = {
    person: drafterOf(person),
    action: pathOf(url),
    page: withDraft(page),
    fields,
  };
  await state.set(keyOf(token), JSON.stringify(stored), lifetimeMs);
  return { headers: setCookie(cookieNames.draft, token, lifetimeMs), page: stored.page };
}

/**
 * Returns the draft for a page whose form was interrupted by a sign-in. Returns undefined without a draft, and for a
 * draft of another person or another page.
 */
export async function draftOf(
  { url, query, headers, caller }: Pick<HttpRequest<Viewer>, 'url' | 'query' | 'headers' | 'caller'>,
  { state }: Pick<Deps, 'state'>,
): Promise<Draft | undefined> {
  if (!query.has(parameter)) return undefined;
  const stored = await read(headers, state);
  if (stored === undefined || pathOf(stored.page) !== pathOf(url) || !isOf(stored, caller.person)) return undefined;
  return { action: stored.action, fields: new URLSearchParams(stored.fields) };
}

/** Returns the path of the page that shows the draft of this browser, if it is a draft of this person. */
export async function pageOfDraft(
  headers: IncomingHttpHeaders,
  person: Drafter,
  { state }: Pick<Deps, 'state'>,
): Promise<string | undefined> {
  const stored = await read(headers, state);
  return stored !== undefined && isOf(stored, person) ? stored.page : undefined;
}

async function read(headers: IncomingHttpHeaders, state: ExpiringState) {
  const token = cookieOf(headers, cookieNames.draft);
  const text = hashOfToken(token) === undefined ? undefined : await state.get(keyOf(token ?? ''));
  return text === undefined ? undefined : Stored.parse(JSON.parse(text));
}

function isOf({ person }: z.output<typeof Stored>, by: Drafter): boolean {
  return isSamePerson(person, drafterOf(by));
}

/**
 * Returns who may read a draft. After a sign-in link, a person can only sign in again with another link, which is
 * another subject. So a draft of a link is for the links with the same name in the same browser.
 */
function drafterOf({ kind, subject, name = '' }: Drafter): PersonId {
  return { kind, subject: kind === 'link' ? name : subject };
}

function keyOf(token: string): string {
  return `draft:${hashOf(token)}`;
}

function pathOf(url: string): string {
  return url.replace(/\?.*$/s, '');
}

function withDraft(page: string): string {
  const [path = '', query = ''] = page.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set(parameter, '1');
  return `${path}?${parameters.toString()}`;
}
