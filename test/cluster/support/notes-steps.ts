interface Reader {
  namespace: string;
  /** Free local port, in place of 8080. */
  port: number;
}

/** Replaces a text that the notes must contain. */
function filled(script: string, text: string, by: string): string {
  if (!script.includes(text)) throw new Error(`The notes do not contain ${text}:\n${script}`);
  return script.replaceAll(text, by);
}

/**
 * Returns a bash script that runs the commands of the release notes in their order, from the wait for the pods to the
 * download of the picture, which it writes to `ad.png` in the current folder. Like a reader, it retries until the
 * forwarded port is open, stops watching when the job ends, and fills in the id of the job and the URL of the picture.
 */
export function stepsOfNotes(notes: string, { namespace, port }: Reader): string {
  const kubectl = `command kubectl -n ${namespace}`;
  const newest = `$(${kubectl} get adjobs --sort-by=.metadata.creationTimestamp -o jsonpath='{.items[-1:].metadata.name}')`;
  const [steps = ''] = /^1\. [^]*^ *curl -s --connect-to .*$/m.exec(notes) ?? [];
  const commands = steps.replaceAll(/^\S.*$/gm, '').replaceAll(/^ *(Without|Links) .*$/gm, '');
  const ported = filled(filled(commands, '127.0.0.1:8080', `127.0.0.1:${port}`), ' 8080:', ` ${port}:`);
  const picture = `$(curl -s $URL/jobs/${newest} -H "X-API-Key: $KEY" | grep -o '[^"]*\\.png' | head -1)`;
  return `set -e
trap 'kill $(jobs -p)' EXIT
curl() { command curl -S --fail-with-body --retry 60 --retry-connrefused --retry-delay 1 "$@"; }
kubectl() {
  # Replaces the shell of a background command, so that the end of the script also ends the command.
  if [[ $* == *' port-forward '* ]]; then exec kubectl "$@"; fi
  if [[ $* != *' get adjobs -w' ]]; then command kubectl "$@"; return; fi
  ${kubectl} wait --for=jsonpath='{.status.completionTime}' adjob/${newest} --timeout=180s
}
${filled(filled(ported, 'JOB_ID', newest), 'URL_OF_THE_IMAGE', `"${picture}"`)}`;
}
