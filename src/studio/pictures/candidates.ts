import type { BrandExtract } from '../../schema/brand.ts';
import type { Picture } from '../brief.ts';
import { mergeSources, type Source } from '../../domain/notes.ts';

export interface Candidate extends Source {
  role: Picture['role'];
  alt: string | null;
  /**
   * True for a logo, and for a picture of the brand without a label that says what it shows. In the second case the
   * pixels decide whether it is a logo.
   */
  mayBeLogo: boolean;
  isUnsure: boolean;
}

interface GivenImage {
  imageUrl: string;
  description?: string | undefined;
  labels?: string[] | undefined;
}

export interface GivenPictures {
  brandImages: GivenImage[];
  productImages: GivenImage[];
  /**
   * Name of the request field that describes the brand, for notes in the response: `brand_data` in a request for an
   * image, `brand_metadata` in a request for a video.
   */
  brandField: string;
  pageField: string;
}

export interface Candidates {
  /**
   * Logos, best first. Logos from the web pages (`found`) are tried only if no logo from the request (`given`) can be
   * used.
   */
  logos: { given: Candidate[]; found: Candidate[] };
  photos: { given: Candidate[]; foundProducts: Candidate[]; foundScenes: Candidate[] };
}

type FoundPictures = Pick<BrandExtract, 'logo' | 'pictures' | 'product'>;

export function candidates(given: GivenPictures, found: FoundPictures | undefined): Candidates {
  const products = given.productImages.map((image, at) =>
    givenCandidate(image, `product_metadata.product_images[${at}]`, 'product'),
  );
  const brand = given.brandImages.map((image, at) =>
    givenCandidate(image, `${given.brandField}.brand_images[${at}]`, 'lifestyle'),
  );
  const all = mergeSources([...products, ...brand]);
  const pages = found === undefined ? { products: [], scenes: [], logos: [] } : foundCandidates(given, found);
  return {
    logos: { given: all.filter(isLogo), found: pages.logos },
    photos: {
      given: all.filter((candidate) => !isLogo(candidate)),
      foundProducts: mergeSources(pages.products),
      foundScenes: mergeSources(pages.scenes),
    },
  };
}

function givenCandidate(image: GivenImage, name: string, usual: 'product' | 'lifestyle'): Candidate {
  const labelled = labelledRole(image.labels ?? []);
  const hinted = usual === 'lifestyle' && labelled === undefined && namesLogo(image.imageUrl) ? 'logo' : undefined;
  const role = labelled ?? hinted ?? usual;
  const isUnsure = usual === 'lifestyle' && labelled === undefined;
  const mayBeLogo = role === 'logo' || isUnsure;
  return { name, url: image.imageUrl, role, alt: image.description ?? null, mayBeLogo, isUnsure };
}

function foundCandidates(given: GivenPictures, { logo, pictures, product }: FoundPictures) {
  const source = (what: string, url: string) => ({ name: `${what} found through ${given.pageField}`, url });
  return {
    logos:
      logo === null
        ? []
        : [{ ...source('The logo', logo.url), role: 'logo' as const, alt: null, mayBeLogo: true, isUnsure: false }],
    products: (product?.images ?? []).map((url) => ({
      ...source('A product picture', url),
      role: 'product' as const,
      alt: product?.name ?? null,
      mayBeLogo: false,
      isUnsure: false,
    })),
    scenes: pictures.map(({ url, alt }) => ({
      ...source('A picture', url),
      role: 'lifestyle' as const,
      alt,
      mayBeLogo: false,
      isUnsure: true,
    })),
  };
}

const roles = ['logo', 'packshot', 'product', 'lifestyle', 'reference'] as const;

function labelledRole(labels: readonly string[]): Picture['role'] | undefined {
  return roles.find((role) => labels.includes(role));
}

/**
 * Reports whether a URL names a logo: true for `/img/logo-dark.svg` and `/AcmeWordmark.png`, false for
 * `/logistics/hall.jpg`.
 */
function namesLogo(url: string): boolean {
  const file = URL.canParse(url) ? new URL(url).pathname : '';
  return /\.svgz?$/i.test(file) || /logo(?![a-z])|logotype|wordmark|brandmark/i.test(file);
}

const isLogo = ({ role }: Candidate): boolean => role === 'logo';
