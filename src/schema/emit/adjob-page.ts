import { sentenceCase } from '../article.ts';
import { crdExceptions } from '../crd-exceptions.ts';

export function adJobMarkdown(): string {
  const rows = crdExceptions.map(({ rule, why }) => `- **${sentenceCase(rule)}.** ${why}`);
  return `# AdJobs applied with kubectl

\`kubectl explain adjob.spec --recursive\` lists every field; \`examples/kubernetes/\` contains samples. The spec is the request of the REST API in camelCase, with the same limits, defaults and error messages. Two rules are stricter than in the REST API: an optional text field must not be blank (leave it out instead), and the length of text is measured before it is trimmed.

Only \`cancel\` (which cannot be undone), \`suspend\` and \`ttlSecondsAfterFinished\` can be changed later. For any other change, create another AdJob.

## Rules that the API server cannot enforce

The API server rejects nearly every invalid AdJob when you apply it. It cannot enforce the following rules. An AdJob that violates one of them is created and then ends FAILED with \`[refused]\` and the message that the REST API would return:

${rows.join('\n')}

An AdJob that names a missing account or key ends FAILED with \`[account_not_found]\` or \`[key_not_found]\`. An AdJob that names a key of another account ends FAILED with \`[refused]\`.

## Wait for the end of a job

The first command needs kubectl 1.31. It ends with the job, whether it succeeds or fails. \`kubectl wait --for=condition=Complete\` would wait for a failed job until its timeout. The Events say what happened in the meantime; \`kubectl describe\` prints them after the whole status.

\`\`\`sh
kubectl wait --for=jsonpath='{.status.completionTime}' adjob/spring-sale --timeout=30m
kubectl get adjob spring-sale
kubectl events --for adjob/spring-sale
kubectl get adjobs --field-selector status.phase=FAILED -o wide
\`\`\`
`;
}
