/**
 * Members of a response that are null if their value is unknown. Each key is the path of the object that contains these
 * members: '' is the response itself; `[]` stands for each object of a list.
 */
const nullable: Readonly<Record<string, readonly string[]>> = {
  '': ['concept'],
  brand: ['name', 'logo', 'product'],
  'brand.colors[]': ['label'],
  'brand.fonts[]': ['family', 'url'],
  'brand.product': ['name', 'description', 'price', 'currency'],
};

/**
 * Returns the response with its null members restored. A merge patch (RFC 7396) removes members that are null, and an
 * API server also removes them in objects of a list, so a stored response lacks them. The REST API guarantees every
 * member. Members that are not in the table are kept.
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

/** Reports whether the response has the member; only image responses have `concept`. */
function applies(member: string, response: Record<string, unknown>, path: string): boolean {
  return path !== '' || member !== 'concept' || 'images' in response;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
