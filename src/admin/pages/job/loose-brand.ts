import { z } from 'zod';
import {
  Brand,
  BrandColor,
  BrandFont,
  BrandLogo,
  BrandProduct,
  OnboardingState,
  SourcedText,
} from '../../../schema/brand.ts';

/** List whose invalid items are left out. Another version of the program may have written them. */
function list<T extends z.ZodType>(item: T) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((values) => values.flatMap((value) => readable(item, value)));
}

function readable<T extends z.ZodType>(item: T, value: unknown): z.output<T>[] {
  const { data, success } = item.safeParse(value);
  return success ? [data] : [];
}

/** Brand data of which any part may be missing or invalid. */
export const LooseBrand = z.object({
  name: Brand.shape.name.catch(null),
  colors: list(BrandColor),
  fonts: list(BrandFont),
  logo: BrandLogo.nullable().catch(null),
  headlines: list(SourcedText),
  ctas: list(SourcedText),
  product: BrandProduct.nullable().catch(null),
  onboarding: OnboardingState.optional().catch(undefined),
});
export type LooseBrand = z.infer<typeof LooseBrand>;
