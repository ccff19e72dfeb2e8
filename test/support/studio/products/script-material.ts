import type { ScriptMaterial } from '../../../../src/studio/script/material.ts';
import type { ProductInput } from './product-input.ts';

/** Returns what the script writer gets for a product, for a film with a voice and with pictures of each kind. */
export function scriptMaterialOf(input: ProductInput, seed: string): ScriptMaterial {
  return {
    language: Intl.getCanonicalLocales(input.locale ?? 'en-US')[0] ?? 'en',
    seconds: input.seconds ?? 12,
    seed,
    tone: 'friendly',
    brand: input.brand,
    product: input.product ?? null,
    description: input.description ?? null,
    price: null,
    given: (input.copies ?? []).map((copy) => ({
      copyType: copy.copy_type,
      copyText: copy.copy_text,
      price: copy.price,
    })),
    page: { headline: '', lines: [], cta: '' },
    prompt: input.prompt,
    hasVoice: true,
    pictures: { product: true, scene: true },
  };
}
