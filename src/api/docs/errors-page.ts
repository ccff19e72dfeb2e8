import { problems } from '../../errors/problems.ts';
import type { ProblemKind } from '../../errors/problems.ts';
import { issueMeanings } from '../../schema/issue.ts';
import { jobErrorMeanings } from '../../schema/job-error-meanings.ts';
import { html, inline, type Html } from './html.ts';
import { renderPage, type NavGroup } from './page.ts';

export function errorsPage(publicUrl: string): Buffer {
  const content = html`<h1>Errors</h1>
    <p class="lead">
      Every error response is an <code>application/problem+json</code> document (RFC 9457) with a stable
      <code>code</code>. The <code>error</code> of a <code>FAILED</code> job is a sentence that ends with a code in
      brackets.
    </p>
    <section class="endpoint" id="http">
      <h2>HTTP problems</h2>
      <p>
        Branch on <code>code</code>, show <code>detail</code> to users, and quote <code>X-Request-Id</code> when you ask
        for help.
      </p>
      ${Object.entries(problems).map(([code, kind]) => problemCard(code, kind))}
    </section>
    <section class="endpoint" id="value">
      <h2>Invalid values</h2>
      <p>
        A 422 lists every invalid value of the request in <code>errors</code>: where it is (<code>loc</code>), what to
        do (<code>msg</code>), and what is wrong (<code>type</code>), one of:
      </p>
      ${Object.entries(issueMeanings).map(([type, meaning]) => issueCard(type, meaning))}
    </section>
    <section class="endpoint" id="job">
      <h2>Job errors</h2>
      <p>
        A failed job is not an HTTP error: <code>GET /jobs/{job_id}</code> returns 200 with <code>status</code>
        <code>FAILED</code>.
      </p>
      ${Object.entries(jobErrorMeanings).map(([code, sentence]) => jobCard(code, sentence))}
    </section>`;
  return renderPage({ title: 'Errors · Adwright API', publicUrl, navigation: navigation(publicUrl), content });
}

function problemCard(code: string, { status, title, description, remedy }: ProblemKind): Html {
  return html`<article class="card" id="${code}">
    <h3><span class="status err">${status}</span><a href="#${code}">${title}</a></h3>
    <p><code>${code}</code></p>
    <p class="about">${inline(description)}</p>
    <p class="remedy">${inline(remedy)}</p>
  </article>`;
}

function issueCard(type: string, meaning: string): Html {
  return html`<article class="card" id="${type}">
    <h3>
      <a href="#${type}"><code>${type}</code></a>
    </h3>
    <p class="about">${inline(meaning)}</p>
  </article>`;
}

/**
 * Renders the part of the HTML page that explains one error of a failed job. The anchor of an error is its code. If an
 * HTTP error has the same code, the anchor of the job error gets a prefix, because the `type` of HTTP error responses
 * links to the anchor without a prefix.
 */
function jobCard(code: string, sentence: string): Html {
  const id = jobAnchor(code);
  return html`<article class="card" id="${id}">
    <h3>
      <a href="#${id}"><code>[${code}]</code></a>
    </h3>
    <p class="about">${inline(sentence)}</p>
  </article>`;
}

function jobAnchor(code: string): string {
  return Object.hasOwn(problems, code) ? `job-${code}` : code;
}

function navigation(publicUrl: string): NavGroup[] {
  return [
    {
      title: 'Documentation',
      links: [
        { href: `${publicUrl}/docs`, label: 'API reference' },
        { href: `${publicUrl}/docs/errors`, label: 'Errors', isCurrent: true },
      ],
    },
    {
      title: 'HTTP problems',
      links: Object.entries(problems).map(([code, { status }]) => ({
        href: `#${code}`,
        label: html`<span class="method">${status}</span>${code}`,
      })),
    },
    {
      title: 'Invalid values',
      links: Object.keys(issueMeanings).map((type) => ({ href: `#${type}`, label: type })),
    },
    {
      title: 'Job errors',
      links: Object.keys(jobErrorMeanings).map((code) => ({ href: `#${jobAnchor(code)}`, label: code })),
    },
  ];
}
