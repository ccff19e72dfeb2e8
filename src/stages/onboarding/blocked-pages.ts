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
  title?: RegExp;
  text?: RegExp;
  /** Pattern for the host and path of the page after redirects. */
  place?: RegExp;
  has?: string;
  lettersMax?: number;
  /** Maximum number of pictures on the page. If absent, any number matches. */
  picturesMax?: number;
}

const asides = ['header', 'nav', 'footer', 'dialog', '[hidden]', '[aria-hidden="true"]', '[class*="modal" i]'];

/**
 * Signatures of pages that block readers, such as bot checks and logins. To recognise another product or phrase, add a
 * line. Most patterns for a title match the whole title, because the name of a brand may contain any words.
 */
const signatures: readonly Signature[] = [
  // Bot check of Cloudflare, in several languages. A Cloudflare script on a page does not prove a bot check, because
  // ordinary pages contain such scripts too.
  {
    gate: 'botCheck',
    title: /^(?:just a moment|(?:nur )?einen moment|un instant|un momento|een moment)\s*(?:\.\.\.|…)$/i,
  },
  { gate: 'botCheck', title: /^attention required! \| cloudflare$/i },
  { gate: 'botCheck', has: '#challenge-form, #challenge-running, #cf-challenge-running, #challenge-error-text' },
  { gate: 'botCheck', has: 'script:contains("_cf_chl_opt")' },
  // Bot checks of Vercel, DDoS-Guard, Imperva, Sucuri, PerimeterX, DataDome, Amazon, Akamai and Anubis.
  { gate: 'botCheck', title: /^vercel security checkpoint$/i },
  { gate: 'botCheck', title: /^ddos-guard$/i },
  { gate: 'botCheck', title: /^sucuri website firewall\b.{0,40}$/i },
  { gate: 'botCheck', title: /^making sure you(?:'|’|&#39;)?re not a bot!?$/i },
  { gate: 'botCheck', title: /^pardon our interruption\W*$/i },
  { gate: 'botCheck', title: /^access to this page has been denied\W*$/i },
  { gate: 'botCheck', title: /^client challenge$/i },
  { gate: 'botCheck', text: /\bincapsula incident id\b/i },
  { gate: 'botCheck', has: 'iframe[src*="_Incapsula_Resource"]' },
  { gate: 'botCheck', has: '#px-captcha, #sec-if-cpt-container, [src*="captcha-delivery.com"]' },
  { gate: 'botCheck', has: 'script:contains("gokuProps"), script:contains("AwsWafIntegration")' },
  { gate: 'botCheck', has: 'form[action*="validateCaptcha"]' },
  { gate: 'botCheck', text: /\bclick the button below to continue shopping\b/i },
  // Bot checks of any vendor.
  { gate: 'botCheck', title: /^(?:access denied|security check(?:point)?|robot check|bot verification)\W*$/i },
  { gate: 'botCheck', title: /^(?:checking your browser|one moment, please|human verification)\b.{0,40}$/i },
  { gate: 'botCheck', title: /^(?:captcha|enter the characters you see below)\W*$/i },
  { gate: 'botCheck', title: /^(?:please )?verify(?:ing)? (?:that )?you are (?:a )?human\W*$/i },
  { gate: 'botCheck', title: /^are you (?:a )?(?:human|robot)\W*$/i },
  {
    gate: 'botCheck',
    text: /\b(?:verify(?:ing)?|confirm|prove) (?:that )?you(?: are|'re|’re) (?:a )?(?:human|not a (?:ro)?bot)\b/i,
  },
  { gate: 'botCheck', text: /\b(?:checking|verifying) your (?:browser|connection) before\b/i },
  { gate: 'botCheck', text: /\b(?:dass|ob) sie (?:kein roboter|ein mensch) sind\b/i },
  { gate: 'botCheck', text: /\bvous n['’]êtes pas un robot\b|\bno (?:eres|es usted) un robot\b|\bnon sei un robot\b/i },

  {
    gate: 'login',
    has: `input[type="password" i]:not(${asides.map((aside) => `${aside} *`).join(', ')})`,
    picturesMax: loginPicturesMax,
  },
  // Password page of a Shopify store that is not open yet.
  { gate: 'login', has: 'form[action$="/password"]' },
  { gate: 'login', place: /^(?:accounts\.google\.com|login\.microsoftonline\.com|[^/]+\.(?:okta|auth0)\.com)\// },
  {
    gate: 'login',
    title: /^(?:log ?in|sign ?in|anmelden|einloggen|connexion|iniciar sesión|accedi)\b/i,
    has: 'form input',
  },
  { gate: 'login', place: /\/(?:log-?in|sign-?in|sso|auth)\/?$/i, has: 'form input' },

  {
    gate: 'ageGate',
    title: /^(?:age (?:verification|gate|check|restricted)|verify your age|altersprüfung)\b.{0,60}$/i,
  },
  { gate: 'ageGate', text: /\bare you (?:over|at least|older than) (?:1[689]|2[01])\b/i },
  { gate: 'ageGate', text: /\bare you (?:1[689]|2[01])(?:\+| (?:or|and) (?:older|over|above)| years)/i },
  {
    gate: 'ageGate',
    text: /\b(?:must|have to) be (?:at least |over )?(?:1[689]|2[01])\b.{0,40}\b(?:enter|visit|view|access)\b/i,
  },
  { gate: 'ageGate', text: /\b(?:of|over the|under the) legal (?:drinking|smoking|purchasing) age\b/i },
  { gate: 'ageGate', text: /\bbist du (?:schon |über )*(?:1[68])\b/i },

  { gate: 'parked', title: /\b(?:is|may be|ist|steht) (?:for sale|available for purchase|zum verkauf)\b/i },
  { gate: 'parked', title: /^(?:this )?(?:domain|site|website) (?:name )?(?:is )?(?:parked|for sale)\b/i },
  {
    gate: 'parked',
    text: /\b(?:this|the) domain(?: name)? (?:\S+ )?(?:is|may be) (?:for sale|parked|available for purchase)\b/i,
  },
  { gate: 'parked', text: /^it works!$/i },
  { gate: 'parked', text: /\bdiese domain (?:steht zum verkauf|ist geparkt)\b/i },
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
  {
    gate: 'parked',
    title:
      /^(?:it works!?|welcome to nginx!|apache2 .{0,20}default page: it works|iis windows server|default web site page)$/i,
  },

  // Error page "not found" that is served with HTTP status 200. Shops show this message together with their whole menu,
  // so the number of letters is not limited.
  {
    gate: 'notFound',
    title: /^(?:(?:http )?(?:error|erreur|fehler)\W*)?404\W*(?:$|[|–—-]|http\b|error\b|(?:page |file )?not found\b)/i,
    lettersMax: Infinity,
  },
  { gate: 'notFound', title: /^(?:oops\W*)?(?:page|file) (?:was )?not found\b/i, lettersMax: Infinity },
  {
    gate: 'notFound',
    title:
      /^(?:404\W*)?(?:(?:die )?seite (?:wurde )?nicht gefunden|page (?:introuvable|non trouvée)|p[áa]gina (?:no encontrada|não encontrada|non trovata)|pagina niet gevonden)(?!\p{L})/iu,
    lettersMax: Infinity,
  },

  {
    gate: 'notOpen',
    title:
      /(?:^|[|–—:-] ?)(?:site |website |page )?(?:coming soon|launching soon|opening soon|under construction|demnächst verfügbar|im aufbau|en construction|en construcción|próximamente|in costruzione|em construção)\W*(?:[|–—:-].*)?$/iu,
  },
  {
    gate: 'notOpen',
    text: /(?:\bcoming soon\b|\blaunching soon\b|\bunder construction\b|\bim aufbau\b|\ben construction\b|\ben construcción\b)/i,
    lettersMax: 150,
    picturesMax: 1,
  },
  {
    gate: 'notOpen',
    title:
      /(?:^|[|–—:-] ?)(?:(?:site |scheduled |planned )?maintenance(?: mode)?|(?:down|closed) for maintenance|(?:under|in) maintenance|wartung(?:sarbeiten|smodus)?|en maintenance|en mantenimiento|in manutenzione|em manutenção)\W*(?:[|–—:-].*)?$/iu,
  },
  {
    gate: 'notOpen',
    text: /\b(?:down for|under(?:going)?|performing(?: some)?) (?:(?:scheduled|routine|planned|some) )?maintenance\b|\bwartungsarbeiten\b|\ben (?:cours de )?maintenance\b|\ben mantenimiento\b/i,
  },
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

function matches(signature: Signature, { $, letters, ...parts }: PageParts): boolean {
  const { title, has, picturesMax } = signature;
  if (letters > (signature.lettersMax ?? (title === undefined ? lettersMax.withoutTitle : lettersMax.withTitle)))
    return false;
  if (picturesMax !== undefined && $('img').length > picturesMax) return false;
  const matchesText = (['title', 'text', 'place'] as const).every(
    (part) => signature[part]?.test(parts[part]) !== false,
  );
  return matchesText && (has === undefined || $(has).length > 0);
}

const waiting = /^(?:loading|please wait|one moment(?: please)?|wird geladen|chargement)?[\s.…!]*$/i;

export function hasWords({ $ }: Pick<Page, '$'>): boolean {
  return !waiting.test(pageText($));
}
