interface SnippetRequest {
  apiUrl: string;
  path: string;
  body: Record<string, unknown>;
  keyPlaceholder: string;
}

/** Returns code that sends a request to the REST API. The code contains a placeholder in place of an API key. */
export function requestSnippets({ apiUrl, path, body, keyPlaceholder }: SnippetRequest) {
  const address = `${apiUrl}${path}`;
  const json = JSON.stringify(body, null, 2);
  return {
    curl: [
      `curl -X POST ${quoted(address)}`,
      `-H ${quoted(`X-API-Key: ${keyPlaceholder}`)}`,
      `-H 'Content-Type: application/json'`,
      `-d ${quoted(json)}`,
    ].join(' \\\n  '),
    typescript: `const response = await fetch(${JSON.stringify(address)}, {
  method: 'POST',
  headers: { 'X-API-Key': ${JSON.stringify(keyPlaceholder)}, 'Content-Type': 'application/json' },
  body: JSON.stringify(${json}),
});
console.log(response.status, await response.json());`,
    python: `import json
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(address)},
    data=json.dumps(json.loads(${JSON.stringify(JSON.stringify(body))})).encode(),
    headers={"X-API-Key": ${JSON.stringify(keyPlaceholder)}, "Content-Type": "application/json"},
    method="POST",
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))`,
  };
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
