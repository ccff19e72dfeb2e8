import { hasPhrase } from '../../words/templates.ts';
import { letterCount, pageText } from './extract/visible-text.ts';
import type { Page } from './page.ts';

/** Reasons why a fetched page is of no use, each as a clause for a note in the response of the job. */
const gates = {
  botCheck: 'the server shows a bot check instead of the page',
  login: 'the page asks for a login',
  ageGate: 'the page asks for the age of the visitor',
  parked: 'the domain is parked',
  notFound: 'the server says that there is no such page',
  notOpen: 'the page says that the site is not open',
} as const;

/**
 * Maximum number of letters of text on a page that blocks readers, such as a bot check or a login. A page with more
 * text is treated as an ordinary page. A match of the page's title is more reliable than a match of its text, so the
 * limit is higher with a matching title.
 */
const lettersMax = { withTitle: 1_200, withoutTitle: 600 };

/** Maximum number of pictures on a login page. A page with more pictures is treated as a shop that has a login form. */
const loginPicturesMax = 3;

/** Features that identify a kind of blocking page. A page is of this kind if it has all features that are set. */
interface Signature {
  gate: keyof typeof gates;
  /** Labels of the word list `walls` for the title and the text of the page. */
  title?: string | RegExp;
  text?: string;
  /** True if a part of the title between dashes, colons or bars is enough. */
  isTitlePart?: true;
  /** Pattern for the host and path of the page after redirects. */
  place?: RegExp;
  has?: string;
  lettersMax?: number;
  /** Maximum number of pictures on the page. If absent, any number matches. */
  picturesMax?: number;
}

const asides = ['header', 'nav', 'footer', 'dialog', '[hidden]', '[aria-hidden="true"]', '[class*="modal" i]'];

/**
 * Signatures of pages that block readers, such as bot checks and logins. To recognise another phrase, add a line to the
 * word list `walls`; to recognise another product, add a line here. Most phrases for a title match the whole title,
 * because the name of a brand may contain any words.
 */
const signatures: readonly Signature[] = [
  { gate: 'botCheck', title: 'bot-check-title' },
  { gate: 'botCheck', text: 'bot-check-text' },
  // Cloudflare. One of its scripts does not prove a bot check, because ordinary pages contain such scripts too.
  { gate: 'botCheck', has: '#challenge-form, #challenge-running, #cf-challenge-running, #challenge-error-text' },
  { gate: 'botCheck', has: 'script:contains("_cf_chl_opt")' },
  // Imperva, PerimeterX, DataDome, Akamai and Amazon.
  { gate: 'botCheck', has: 'iframe[src*="_Incapsula_Resource"]' },
  { gate: 'botCheck', has: '#px-captcha, #sec-if-cpt-container, [src*="captcha-delivery.com"]' },
  { gate: 'botCheck', has: 'script:contains("gokuProps"), script:contains("AwsWafIntegration")' },
  { gate: 'botCheck', has: 'form[action*="validateCaptcha"]' },

  {
    gate: 'login',
    has: `input[type="password" i]:not(${asides.map((aside) => `${aside} *`).join(', ')})`,
    picturesMax: loginPicturesMax,
  },
  // Password page of a Shopify store that is not open yet.
  { gate: 'login', has: 'form[action$="/password"]' },
  { gate: 'login', place: /^(?:accounts\.google\.com|login\.microsoftonline\.com|[^/]+\.(?:okta|auth0)\.com)\// },
  { gate: 'login', title: 'login-title', has: 'form input' },
  { gate: 'login', place: /\/(?:log-?in|sign-?in|sso|auth)\/?$/i, has: 'form input' },

  { gate: 'ageGate', title: 'age-gate-title' },
  { gate: 'ageGate', text: 'age-gate-text' },

  { gate: 'parked', title: 'parked-title' },
  { gate: 'parked', text: 'parked-text' },
  {
    gate: 'parked',
    has: [
      'sedoparking.com',
      'parkingcrew.net',
      'bodis.com',
      'parklogic.com',
      'above.com/marketplace',
      'hugedomains.com',
    ]
      .map((host) => `script[src*="${host}"], iframe[src*="${host}"], a[href*="${host}"]`)
      .join(', '),
  },
  { gate: 'parked', has: 'script:contains("window.location.href=\\"/lander\\"")' },

  // Error page "not found" that is served with HTTP status 200. Shops show this message together with their whole menu,
  // so the number of letters is not limited.
  {
    gate: 'notFound',
    title: /^(?:(?:http )?(?:error|erreur|fehler)\W*)?404\W*(?:$|[|–—-]|http\b|error\b|(?:page |file )?not found\b)/i,
    lettersMax: Infinity,
  },
  { gate: 'notFound', title: 'not-found-title', lettersMax: Infinity },

  { gate: 'notOpen', title: 'not-open-title', isTitlePart: true },
  { gate: 'notOpen', text: 'not-open-text', lettersMax: 150, picturesMax: 1 },
  { gate: 'notOpen', text: 'maintenance-text' },
];

interface PageParts {
  $: Page['$'];
  text: string;
  title: string;
  place: string;
  letters: number;
}

/**
 * Returns why the page blocks readers instead of showing the content of the brand, as a clause without a full stop;
 * undefined for an ordinary page.
 */
export function blockedBy({ $, url }: Pick<Page, '$' | 'url'>): string | undefined {
  const text = pageText($);
  const parts: PageParts = {
    $,
    text,
    title: $('title').first().text().replace(/\s+/g, ' ').trim(),
    place: url.host + url.pathname,
    letters: letterCount(text),
  };
  const signature = signatures.find((known) => matches(known, parts));
  return signature && gates[signature.gate];
}

function matches(signature: Signature, parts: PageParts): boolean {
  const { has, text, place } = signature;
  return (
    isSmall(signature, parts) &&
    matchesTitle(signature, parts.title) &&
    (text === undefined || hasPhrase('walls', text, parts.text)) &&
    place?.test(parts.place) !== false &&
    (has === undefined || parts.$(has).length > 0)
  );
}

function isSmall({ title, lettersMax: ownMax, picturesMax }: Signature, { $, letters }: PageParts): boolean {
  const usualMax = title === undefined ? lettersMax.withoutTitle : lettersMax.withTitle;
  return letters <= (ownMax ?? usualMax) && (picturesMax === undefined || $('img').length <= picturesMax);
}

function matchesTitle({ title: wanted, isTitlePart }: Signature, title: string): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted !== 'string') return wanted.test(title);
  const whole = [title, ...(isTitlePart === true ? title.split(/[|–—:-]/u) : [])];
  const bare = whole.map((part) => part.replace(/[^\p{L}\p{N}]+$/u, '').trim());
  return [...whole, ...bare].some((part) => hasPhrase('walls', wanted, part));
}

const waiting = /^(?:loading|please wait|one moment(?: please)?|wird geladen|chargement)?[\s.…!]*$/i;

export function hasWords({ $ }: Pick<Page, '$'>): boolean {
  return !waiting.test(pageText($));
}
