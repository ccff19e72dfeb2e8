import { wcagContrast } from 'culori';
import type { BriefFile, StoredBrief } from '../../../schema/brief-file.ts';
import { brandFontName } from '../../jobs/files/brand-stylesheet.ts';
import { partNames } from '../../jobs/files/brief-parts.ts';
import { texts } from '../../texts/texts.ts';
import { card, definitions } from '../../web/components/parts.ts';
import { html, url, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { brandEvidence } from './brand-evidence.ts';
import type { JobData } from './job-data.ts';
import { decimal, jobPath, nothing } from './job-parts.ts';
import { sizeWithin } from './picture.ts';
import { swatch } from './swatch.ts';

const { brand: words } = texts.job;

type Kit = StoredBrief['kit'];
type Picture = StoredBrief['pictures'][number];

const logoWidthMax = 240;
const pictureWidthMax = 120;

/** Section about the brand: the kit that the ad was drawn from, and the source of each value. */
export function jobBrand(view: View, { job, brief, brand }: JobData): Html {
  if (brand === undefined && brief === undefined) return nothing(words.none, words.noneAdvice);
  const { jobId } = job;
  return html`${definitions(brandFacts(brand, brief))}
  ${brief === undefined ? undefined : briefParts(view, jobId, brief.brief)}
  ${brand === undefined ? undefined : html`<h3>${words.evidence}</h3>${brandEvidence(view, brand)}`}`;
}

function brandFacts(brand: JobData['brand'], brief: BriefFile | undefined): (readonly [string, HtmlPart])[] {
  const shown = [
    [words.name, brief?.brief.kit.name ?? brand?.name],
    [words.onboarding, brand?.onboarding && words.onboardings[brand.onboarding]],
    ...(brief === undefined ? [] : briefFacts(brief)),
  ] as const;
  return shown.flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, value] as const]));
}

function briefFacts({ brief: { tone, language, concept, facts }, direction }: BriefFile) {
  return [
    [words.tone, tone],
    [words.language, language],
    [words.concept, concept],
    [words.direction, direction],
    [words.facts, facts.length === 0 ? undefined : facts.join(' · ')],
  ] as const;
}

function briefParts(view: View, jobId: string, { kit, pictures }: StoredBrief): Html {
  return html`<h3>${words.kit}</h3>
    <div class="themes">${theme(view, words.light, kit, 'light')} ${theme(view, words.dark, kit, 'dark')}</div>
    ${fonts(view, jobId, kit)}
    <h4>${words.logo}</h4>
    ${kit.logo === null ? html`<p>${words.noLogo}</p>` : logo(view, jobId, { name: kit.name ?? '', picture: kit.logo })}
    ${pictures.length === 0 ? undefined : html`<h4>${words.pictures}</h4>${pictureList(view, jobId, pictures)}`}`;
}

function theme(view: View, title: string, kit: Kit, name: 'light' | 'dark'): Html {
  const roles = kit[name];
  const contrast = (one: string, other: string): string => words.contrast(decimal(view, wcagContrast(one, other)));
  const shown = Object.entries(words.roles).map(([role, label]) => {
    const hex = roles[role as keyof typeof roles];
    return html`<li>${swatch(hex)} <span>${label}</span> <code>${hex}</code></li>`;
  });
  const heading = kit.prefers === name ? `${title} (${words.preferred})` : title;
  return card(html`<h4>${heading}</h4>
    <ul class="swatches">
      ${shown}
    </ul>
    ${definitions([
      [words.onSurface, contrast(roles.ink, roles.surface)],
      [words.onPrimary, contrast(roles.onPrimary, roles.primary)],
    ])}`);
}

function fonts(view: View, jobId: string, { fonts: own, families = [] }: Kit): Html {
  const list = own.map(
    ({ family }, at) =>
      html`<li>
        <span class="font-sample ${brandFontName(at)}">${words.sample}</span>
        <span>${family}</span>
      </li>`,
  );
  return html`<h4>${words.fonts}</h4>
    ${
      own.length === 0
        ? undefined
        : html`<link rel="stylesheet" href="${url(view.to(jobPath(jobId, 'brand.css')))}" />
          <ul class="fonts">${list}</ul>`
    }
    ${families.length === 0 ? undefined : html`<p>${words.bundled}: ${families.join(', ')}</p>`}`;
}

function logo(view: View, jobId: string, { name, picture }: { name: string; picture: Picture }): Html {
  const size = sizeWithin(picture, { width: logoWidthMax });
  const address = (query = {}): string => url(view.to(jobPath(jobId, 'brand', partNames.logo), query));
  return html`<a href="${address()}" class="logo"
    ><img
      src="${address({ width: logoWidthMax })}"
      alt="${words.logoAlt(name)}"
      width="${size.width}"
      height="${size.height}"
      loading="lazy"
  /></a>`;
}

function pictureList(view: View, jobId: string, pictures: readonly Picture[]): Html {
  return html`<ul class="brief-pictures">
    ${pictures.map((picture, at) => {
      const size = sizeWithin(picture, { width: pictureWidthMax });
      const address = (query = {}): string => url(view.to(jobPath(jobId, 'brand', partNames.picture(at)), query));
      const facts = words.pictureRole(picture.role, `${picture.width} × ${picture.height}`);
      return html`<li>
        <a href="${address()}"
          ><img
            src="${address({ width: pictureWidthMax })}"
            alt="${picture.alt ?? facts}"
            width="${size.width}"
            height="${size.height}"
            loading="lazy"
        /></a>
        <p>${facts}</p>
      </li>`;
    })}
  </ul>`;
}
