import { problems } from '../../errors/problems.ts';
import { issueMeanings } from '../issue.ts';
import { jobErrorMeanings } from '../job-error-meanings.ts';

export function errorsMarkdown(): string {
  const problemParts = Object.entries(problems).map(
    ([code, { status, title, description, remedy }]) =>
      `### ${code}\n\n**${status} ${title}.** ${description}\n\n${remedy}\n`,
  );
  const issueRows = Object.entries(issueMeanings).map(([type, meaning]) => `- \`${type}\`: ${meaning}`);
  const jobRows = Object.entries(jobErrorMeanings).map(([code, meaning]) => `- \`[${code}]\`: ${meaning}`);
  return `# Errors

Every error response is an \`application/problem+json\` document (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\` and \`code\`. Branch on \`code\`, show \`detail\` to users, and quote \`X-Request-Id\` when you ask for help.

## HTTP problems

${problemParts.join('\n')}
## Invalid values

A 422 lists every invalid value of the request in \`errors\`: where it is (\`loc\`), what to do (\`msg\`), and what is wrong (\`type\`), one of:

${issueRows.join('\n')}

## Job errors

A failed job is not an HTTP error: the job has the \`status\` \`FAILED\`, and its \`error\` is a sentence that ends with one of these codes in brackets.

${jobRows.join('\n')}
`;
}
