/**
 * Members of a response that say null where nothing is known, by the object they stand in; '' is the response itself, `[]`
 * each object of a list.
 */
const nullable: Readonly<Record<string, readonly string[]>> = {
  '': ['concept'],
  brand: ['name', 'logo', 'product'],
  'brand.colors[]': ['label'],
  'brand.fonts[]': ['family', 'url'],
  'brand.product': ['name', 'description', 'price', 'currency'],
};

/**
 * The response with its nulls put back. A merge patch (RFC 7396) removes what is null, an API server also in the objects of
 * a list, so a stored response lacks them, while clients are promised every member. Members outside the table are kept as
 * they are.
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

/** Only images have a concept. */
function applies(member: string, response: Record<string, unknown>, path: string): boolean {
  return path !== '' || member !== 'concept' || 'images' in response;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
