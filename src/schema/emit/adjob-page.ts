import { crdExceptions } from '../crd-exceptions.ts';

/** `docs/reference/adjob.md`: what somebody who applies an AdJob has to know beside `kubectl explain`. */
export function adJobMarkdown(): string {
  const rows = crdExceptions.map(({ rule, why }) => `- **${sentenceCase(rule)}.** ${why}`);
  return `# AdJobs applied with kubectl

\`kubectl explain adjob.spec --recursive\` tells every field; \`examples/kubernetes/\` has samples. The spec is the request of the REST API in camelCase, with the same limits, defaults and words when something is wrong. A resource is stricter in two things: an optional field that is blank text is refused (leave it out), and text is measured before it is trimmed.

Only \`cancel\` (for good), \`suspend\` and \`ttlSecondsAfterFinished\` may be changed later. Anything else is another AdJob.

## What the API server cannot judge

Nearly everything that is wrong is refused by the API server at once. These rules it cannot hold; an AdJob that breaks one is made, and ends FAILED with the sentence that a request would have been answered with and \`[refused]\`:

${rows.join('\n')}

An AdJob that names an account or a key that does not exist ends FAILED with \`[account_not_found]\` or \`[key_not_found]\`, one that names a key of another account with \`[refused]\`.

## Waiting for the end

\`\`\`sh
kubectl wait --for=condition=Complete adjob/spring-sale --timeout=30m
kubectl wait --for=jsonpath='{.status.phase}'=FAILED adjob/spring-sale
kubectl get adjobs --field-selector status.phase=FAILED -o wide
\`\`\`
`;
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
