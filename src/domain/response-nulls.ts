/**
 * Members of a job's `response` that may be null, by the path of the object that contains them. The path '' is the
 * `response` itself; `[]` stands for each item of a list.
 */
const nullable: Readonly<Record<string, readonly string[]>> = {
  '': ['concept'],
  brand: ['name', 'logo', 'product'],
  'brand.colors[]': ['label'],
  'brand.fonts[]': ['family', 'url'],
  'brand.product': ['name', 'description', 'price', 'currency'],
};

/**
 * Returns the `response` of a job as the REST API guarantees it: with null for each missing member that may be null. A
 * stored `response` lacks such members, because merge patches (RFC 7396) and the API server drop null values. All other
 * members are returned unchanged.
 */
export function restoreNulls(response: Record<string, unknown>, path = ''): Record<string, unknown> {
  const missing = (nullable[path] ?? []).filter((member) => !(member in response) && applies(member, response, path));
  const entries = Object.entries(response).map(([member, value]): [string, unknown] => {
    return [member, restoreWithin(value, path === '' ? member : `${path}.${member}`)];
  });
  return { ...Object.fromEntries(entries), ...Object.fromEntries(missing.map((member) => [member, null])) };
}

function restoreWithin(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => restoreWithin(item, `${path}[]`));
  return path in nullable && isObject(value) ? restoreNulls(value, path) : value;
}

function applies(member: string, response: Record<string, unknown>, path: string): boolean {
  return path !== '' || member !== 'concept' || 'images' in response;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
