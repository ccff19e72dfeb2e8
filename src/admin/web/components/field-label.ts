const capitals: Record<string, string> = { url: 'URL', cta: 'CTA', id: 'ID' };

/** Returns the name of a field as people write it: `Brand URL` for `brand_url`. */
export function fieldLabel(name: string): string {
  const words = name.split('_').map((word) => capitals[word] ?? word);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
