/** A request to the REST API as commands and programs to copy. */
export interface Snippets {
  curl: string;
  typescript: string;
  python: string;
}

interface SnippetRequest {
  /** Public URL of the REST API, without a trailing slash. */
  apiUrl: string;
  /** Path of the endpoint, such as `/create_image_ad_async`. */
  path: string;
  /** JSON body of a POST request. Undefined for a GET request. */
  body?: unknown;
  /** API key, or the text that stands for it, such as `YOUR_API_KEY`. */
  keyPlaceholder: string;
}

/** Returns programs that send a request and print the response. Each runs as it is, whatever texts the body contains. */
export function requestSnippets({ apiUrl, path, body, keyPlaceholder: key }: SnippetRequest): Snippets {
  const url = apiUrl + path;
  // Values that JSON cannot express, such as undefined, are left out as in the request itself.
  const json: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  return { curl: curl(url, key, json), typescript: typescript(url, key, json), python: python(url, key, json) };
}

function curl(url: string, key: string, body: unknown): string {
  const headers = [`X-API-Key: ${key}`, ...(body === undefined ? [] : ['Content-Type: application/json'])];
  const options = [
    ...headers.map((header) => `-H ${shellQuoted(header)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellQuoted(JSON.stringify(body, null, 2))}`]),
  ];
  return [`curl -sS ${shellQuoted(url)}`, ...options].join(' \\\n  ');
}

/** Returns a word of a POSIX shell that stands for exactly this text. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function typescript(url: string, key: string, body: unknown): string {
  const headers = `'X-API-Key': ${JSON.stringify(key)}`;
  const init =
    body === undefined
      ? `  headers: { ${headers} },`
      : `  method: 'POST',
  headers: { ${headers}, 'Content-Type': 'application/json' },
  body: JSON.stringify(${literal(body, typescriptStyle, '  ')}),`;
  return `const response = await fetch(${JSON.stringify(url)}, {
${init}
});
console.log(response.status, await response.json());`;
}

function python(url: string, key: string, body: unknown): string {
  const headers = `"X-API-Key": ${JSON.stringify(key)}`;
  const [data, type] =
    body === undefined
      ? ['', '']
      : [
          `    data=json.dumps(${literal(body, pythonStyle, '    ')}).encode(),\n`,
          ', "Content-Type": "application/json"',
        ];
  return `import json
import urllib.error
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
${data}    headers={${headers}${type}},
)
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    response = error
print(response.status, json.load(response))`;
}

/** Forms in which a language writes values that differ from JSON. */
interface Style {
  constants: Readonly<Record<string, string>>;
  /** Returns the name of a field in an object. */
  name: (text: string) => string;
  indent: string;
}

const typescriptStyle: Style = {
  constants: { true: 'true', false: 'false', null: 'null' },
  // The name `__proto__` without brackets would set the prototype of the object.
  name: (text) => (text === '__proto__' ? '["__proto__"]' : JSON.stringify(text)),
  indent: '  ',
};

const pythonStyle: Style = {
  constants: { true: 'True', false: 'False', null: 'None' },
  name: (text) => JSON.stringify(text),
  indent: '    ',
};

/** Returns the literal of a JSON value. A string of JSON is a string literal of TypeScript and of Python too. */
function literal(value: unknown, style: Style, margin: string): string {
  const inner = margin + style.indent;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => `${inner}${literal(item, style, inner)},\n`);
    return items.length === 0 ? '[]' : `[\n${items.join('')}${margin}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, field]) => `${inner}${style.name(name)}: ${literal(field, style, inner)},\n`,
    );
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}${margin}}`;
  }
  return typeof value === 'string' || typeof value === 'number'
    ? JSON.stringify(value)
    : (style.constants[String(value)] ?? '');
}
