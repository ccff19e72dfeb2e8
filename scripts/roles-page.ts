import { mayRun, type Actor } from '../src/operations/actor.ts';
import { operations } from '../src/operations/registry.ts';
import { sentenceCase } from '../src/schema/article.ts';

type Shown = (typeof operations)[number];

const anAccount = { namespace: 'default', name: 'acme' };
/** Columns of the tables, each with a person who has only the rights of the column. */
const people: readonly { title: string; actor: Actor }[] = [
  { title: 'viewer', actor: { kind: 'role', role: 'viewer' } },
  { title: 'operator', actor: { kind: 'role', role: 'operator' } },
  { title: 'admin', actor: { kind: 'role', role: 'admin' } },
  { title: 'owner', actor: { kind: 'owner', accounts: [anAccount] } },
];

/** Returns the page about what each role may do, a table for each kind of object. */
export function rolesMarkdown(): string {
  const kinds = Map.groupBy(operations, ({ name }) => name.split('.')[0] ?? '');
  return `# What each role may do

Roles of people in the [dashboard](../guide/dashboard.md#roles). A viewer, an operator and an admin act on all accounts; an owner acts on own accounts and what belongs to them, and cannot see others. "again" means: only within ten minutes after a sign-in. The last column is the name in the audit log.

${[...kinds].map(([kind, shown]) => table(kind, shown)).join('\n')}`;
}

function table(kind: string, shown: readonly Shown[]): string {
  const titles = ['operation', ...people.map(({ title }) => title), 'name'];
  const rows = [titles, titles.map(() => '---'), ...shown.map(row)];
  return `## ${titleOf(kind)}\n\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function row({ name, summary, right }: Shown): string[] {
  const allowed = right.recentSignIn === true ? 'again' : 'yes';
  const cells = people.map(({ actor }) => (mayRun(right, actor) ? allowed : ''));
  return [summary.replaceAll('|', '\\|'), ...cells, `\`${name}\``];
}

/** Returns the heading of the operations on a kind of object, such as `API keys` for `api_key`. */
function titleOf(kind: string): string {
  const words = `${kind.replaceAll('_', ' ')}s`;
  return sentenceCase(words.replace('api ', 'API '));
}
