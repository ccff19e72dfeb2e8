/** Product of an invented brand, as a client might describe it. */
export interface ProductInput {
  brand: string;
  product?: string;
  description?: string;
  copies?: { copy_type: 'headline' | 'subheadline' | 'cta' | 'offer'; copy_text: string; price?: string }[];
  locale?: string;
  seconds?: number;
  prompt?: string;
}
