import type { GivenPage } from '../../ads/ad-request.ts';
import type { EgressError, EgressReason } from '../../egress/port.ts';
import type { UnreadReason } from '../../schema/brand-read.ts';
import { fetchReason } from '../../egress/fetch-reason.ts';
import { blockedBy } from './blocked-pages.ts';
import { openPage } from './open-page.ts';

export interface UnreadPage {
  page: GivenPage;
  reason: UnreadReason;
  why: string;
}

/**
 * Reasons that a job reports for web pages that could not be fetched. A connection that is refused, reset or not secure
 * is reported as `AddressRefused`, because no page is served at the address. A response that is incomplete, too large
 * or not HTTP is reported as `NoContent`.
 */
const reasons: Record<Exclude<EgressReason, 'aborted'>, UnreadReason> = {
  url_not_allowed: 'AddressRefused',
  not_resolved: 'NameNotResolved',
  unreachable: 'AddressRefused',
  proxy_error: 'AddressRefused',
  connection_refused: 'AddressRefused',
  connection_reset: 'AddressRefused',
  tls: 'AddressRefused',
  timed_out: 'Timeout',
  too_many_redirects: 'HTTPStatus',
  bad_status: 'HTTPStatus',
  bad_response: 'NoContent',
  too_large: 'NoContent',
};

/** Returns the reason why a web page could not be fetched. Rethrows the error if the stage was stopped. */
export function unfetched(page: GivenPage, error: EgressError): UnreadPage {
  if (error.reason === 'aborted') throw error;
  const blocked = blockingAnswer(error, page);
  return blocked === undefined
    ? { page, reason: reasons[error.reason], why: fetchReason(error, page.url) }
    : { page, reason: 'Blocked', why: blocked };
}

/**
 * Returns why the body of an error response blocks readers; undefined if it does not. Bot checks and login pages often
 * have the HTTP status 401, 403, 429 or 503.
 */
function blockingAnswer({ answer }: EgressError, { role }: GivenPage): string | undefined {
  const page = answer && openPage(answer, role);
  return page && blockedBy(page);
}
