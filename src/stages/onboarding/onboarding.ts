import { PermanentFailure } from '../contract.ts';
import type { Stage, StageContext } from '../stage.ts';
import type { BrandExtract } from '../../schema/brand.ts';
import type { ColorValue, Found } from './found.ts';
import { dress, fetchLogo, fetchPage, type Gathered, type PageWish } from './gather.ts';
import type { Page } from './page.ts';
import { pageWishes } from './wishes.ts';

type Deps = Pick<StageContext, 'egress' | 'signal' | 'logger'>;

/** Fetch each address once, also where brand and product name the same page. */
async function fetchAll(wishes: PageWish[], deps: Deps): Promise<Gathered[]> {
  const byUrl = new Map<string, Promise<Gathered>>();
  return Promise.all(
    wishes.map(async (wish) => {
      const key = wish.url.replace(/#.*$/, '');
      const fetching = byUrl.get(key) ?? fetchPage(wish, deps);
      byUrl.set(key, fetching);
      const gathered = await fetching;
      return gathered.kind === 'page' ? { kind: 'page', page: { ...gathered.page, role: wish.role } } : gathered;
    }),
  );
}

/** The logo's own colours. Which file that is shows in the page alone, so it is fetched while the stylesheets are. */
async function colorsOfLogo(page: Page, deps: Deps): Promise<Found<ColorValue>[]> {
  const [{ readPage }, { rankLogos }, { logoColors }] = await Promise.all([
    import('./read-page.ts'),
    import('./merge.ts'),
    import('./logo-pixels.ts'),
  ]);
  const [first] = rankLogos([readPage(page, deps.logger)]);
  const bytes = first === undefined ? undefined : await fetchLogo(first.value, deps);
  return bytes === undefined ? [] : logoColors(bytes);
}

/** What the pages say. The first, the brand's where there is one, is looked at with its stylesheets: it shows the brand. */
async function extractFrom(
  [identity, ...others]: [Page, ...Page[]],
  notes: string[],
  deps: Deps,
): Promise<BrandExtract> {
  const [dressed, logoShades] = await Promise.all([dress(identity, deps), colorsOfLogo(identity, deps)]);
  const [{ readPage }, { merge }] = await Promise.all([import('./read-page.ts'), import('./merge.ts')]);
  const first = readPage(dressed, deps.logger);
  first.findings.colors.push(...logoShades);
  return merge([first], [first, ...others.map((page) => readPage(page, deps.logger))], notes);
}

function summaryOf({ name, logo, colors, headlines, ctas, product }: BrandExtract): string {
  const counts = `${colors.length} colours, ${headlines.length} headlines, ${ctas.length} calls to action`;
  return `${name ?? 'A brand without a name'}: ${counts}, ${logo === null ? 'no' : 'a'} logo, ${product === null ? 'no' : 'a'} product.`;
}

/**
 * Reads what brand and product pages say into `brand.json`. One page that cannot be had is a note; none at all is the
 * end of the stage, which no retry of ours would change in time, and of which the job makes the best.
 */
export const onboarding: Stage = async ({ spec, egress, signal, logger, write }) => {
  const deps = { egress, signal, logger };
  const gathered = await fetchAll(pageWishes(spec), deps);
  const notes = gathered.flatMap((one) => (one.kind === 'left-out' ? [one.note] : []));
  const [identity, ...others] = gathered.flatMap((one) => (one.kind === 'page' ? [one.page] : []));
  if (identity === undefined) throw new PermanentFailure('internal', notes.join(' ') || 'The request names no page.');
  const extract = await extractFrom([identity, ...others], notes, deps);
  await write('brand.json', Buffer.from(JSON.stringify(extract)), 'application/json');
  return { summary: summaryOf(extract) };
};
