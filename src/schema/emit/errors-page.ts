import { jobErrors } from '../../errors/job-errors.ts';
import { problems } from '../../errors/problems.ts';
import { issueMeanings } from '../issue.ts';

/** `docs/reference/errors.md`, from the catalogues. */
export function errorsMarkdown(): string {
  const problemParts = Object.entries(problems).map(
    ([code, { status, title, description, remedy }]) =>
      `### ${code}\n\n**${status} ${title}.** ${description}\n\n${remedy}\n`,
  );
  const issueRows = Object.entries(issueMeanings).map(([type, meaning]) => `- \`${type}\`: ${meaning}`);
  const jobRows = Object.entries(jobErrors).map(([code, meaning]) => `- \`[${code}]\`: ${meaning}`);
  return `# Errors

Every refusal is an \`application/problem+json\` document (RFC 9457): \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\`, \`code\`. Branch on \`code\`, show \`detail\` to people, and quote \`X-Request-Id\` when you ask for help.

## HTTP problems

${problemParts.join('\n')}
## What can be wrong with a value

A 422 lists every problem of the request in \`errors\`: where (\`loc\`), what to do (\`msg\`), and one of these kinds (\`type\`).

${issueRows.join('\n')}

## Job errors

A job that fails is no HTTP error: its \`status\` is \`FAILED\`, and its \`error\` is a sentence with one of these codes in brackets at the end.

${jobRows.join('\n')}
`;
}
