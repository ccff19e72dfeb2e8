import type { MadePicture } from '../../../schema/made-file.ts';
import { texts } from '../../texts/texts.ts';
import { badge } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { decimal } from './job-parts.ts';

const { result: words } = texts.job;

type Check = MadePicture['checks'][number];

/** The quality checks of the picture or film with this name. The table is open if a check failed. */
export function checksTable(view: View, name: string, checks: readonly Check[]): Html {
  const failed = checks.filter(({ passed }) => !passed).length;
  const summary = failed === 0 ? words.allPassed(checks.length) : words.someFailed(failed, checks.length);
  return html`<details ${failed > 0 ? html`open` : undefined}>
    <summary>${badge(failed === 0 ? 'good' : 'bad', summary)}</summary>
    ${table({
      caption: words.checks(name),
      columns: [
        { title: words.check, cell: ({ check }: Check) => check },
        { title: words.value, cell: ({ value }) => decimal(view, value), isNumber: true },
        { title: words.limit, cell: ({ limit }) => decimal(view, limit), isNumber: true },
        { title: words.outcome, cell: ({ passed }) => outcome(passed) },
      ],
      rows: checks,
      empty: html``,
    })}
  </details>`;
}

function outcome(passed: boolean): Html {
  return passed ? badge('good', words.passed) : badge('bad', words.failed);
}
