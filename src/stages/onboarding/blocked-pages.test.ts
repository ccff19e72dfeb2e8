import { describe, expect, test } from '@jest/globals';
import { pageOf } from '../../../test/support/brands/page-of.ts';
import { blockedBy, hasWords } from './blocked-pages.ts';

const botCheck = 'the server shows a bot check instead of the page';
const login = 'the page asks for a login';
const ageGate = 'the page asks for the age of the visitor';
const parked = 'the domain is parked';
const notFound = 'the server says that there is no such page';
const notOpen = 'the page says that the site is not open';

const titled = (title: string, body = ''): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const words = 'Oils and balms pressed from the forest, made slowly by hand in a small town by the sea. ';

describe('pages that stand before the page of a brand', () => {
  test.each<[what: string, html: string, why: string]>([
    [
      'a German Cloudflare check',
      titled('Einen Moment…', '<p>Es wird überprüft, ob Sie ein Mensch sind.</p>'),
      botCheck,
    ],
    [
      'a captcha in German',
      titled('Sicherheit', '<h1>Bitte bestätigen Sie, dass Sie kein Roboter sind</h1>'),
      botCheck,
    ],
    [
      'a Cloudflare check, by its title',
      titled('Just a moment...', '<noscript>Enable JavaScript</noscript>'),
      botCheck,
    ],
    ['a German Cloudflare check, by its title', titled('Nur einen Moment…'), botCheck],
    ['a Cloudflare check, by its script', titled('shop.example', '<script>window._cf_chl_opt={}</script>'), botCheck],
    ['a Cloudflare block', titled('Attention Required! | Cloudflare', '<h1>Sorry</h1>'), botCheck],
    ['a Vercel check', titled('Vercel Security Checkpoint'), botCheck],
    ['an Akamai refusal', titled('Access Denied', 'You do not have permission to access this server.'), botCheck],
    ['an Imperva refusal', '<body>Request unsuccessful. Incapsula incident ID: 443000</body>', botCheck],
    [
      'a DataDome check',
      titled('shop.example', '<script src="https://ct.captcha-delivery.com/c.js"></script>'),
      botCheck,
    ],
    ['a PerimeterX check', titled('shop.example', '<div id="px-captcha"></div>'), botCheck],
    ['an Amazon check', titled('', '<script>window.gokuProps = {"key":"x"};</script>'), botCheck],
    ['an Anubis check', titled('Making sure you&#39;re not a bot!'), botCheck],
    ['a question about being human', titled('Shop', '<p>Please verify that you are human to go on.</p>'), botCheck],
    ['a login form', titled('Portal', '<main><form><input type=email><input type="PASSWORD"></form></main>'), login],
    ['a login in two steps', titled('Sign in – Acme', '<form><input type=email></form>'), login],
    ['a store behind a password', titled('Acme', '<div class=modal><form action="/password"></form></div>'), login],
    ['an age gate', titled('Acme Gin', '<h1>Are you over 18?</h1><button>Yes</button><button>No</button>'), ageGate],
    ['an age gate in other words', titled('Acme', 'You must be 21 years of age or older to enter this site.'), ageGate],
    ['an age gate with the words "or older"', titled('Acme Gin', '<h1>Are you 18 or older?</h1>'), ageGate],
    ['an age gate with a plus sign', titled('Acme Gin', '<h1>Are you 21+?</h1>'), ageGate],
    ['an age gate with the words "years of age"', titled('Acme Gin', '<h1>Are you 18 years of age?</h1>'), ageGate],
    ['an age gate, by its title', titled('Age verification | Acme Gin'), ageGate],
    ['a domain for sale', titled('acme.example is for sale', 'Make an offer.'), parked],
    ['a parked domain', titled('acme.example', '<p>This domain is parked free of charge.</p>'), parked],
    ['a parking service', titled('acme.example', '<script src="https://img1.sedoparking.com/a.js"></script>'), parked],
    ['a redirect to a lander', '<script>window.onload=function(){window.location.href="/lander"}</script>', parked],
    ['the default page of a server', titled('Welcome to nginx!', '<h1>Welcome to nginx!</h1>'), parked],
    [
      'an Amazon check, by its form',
      titled('Amazon.com', '<form action="/errors/validateCaptcha"><input></form>'),
      botCheck,
    ],
    [
      'an Amazon check, by its button',
      titled('Amazon.com', '<p>Click the button below to continue shopping</p><button>Continue shopping</button>'),
      botCheck,
    ],
    ['a missing page', titled('404 - Page not found', '<h1>Sorry</h1>'), notFound],
    ['a missing page with a number as title', titled('404', '<h1>Sorry</h1>'), notFound],
    ['a missing page of a shop', titled('404 Not Found – Acme', `<nav>${words.repeat(30)}</nav>`), notFound],
    ['a missing page without a number', titled('Page Not Found | Acme'), notFound],
    ['a missing page in Spanish', titled('Página no encontrada – Acme', '<h1>Lo sentimos</h1>'), notFound],
    ['a missing page in German', titled('404: Seite nicht gefunden'), notFound],
    ['a missing page in French', titled('Page introuvable - Acme'), notFound],
    ['a site that opens later', titled('Acme – Coming Soon', '<h1>Something new is on its way</h1>'), notOpen],
    ['a site that opens later, by its text', titled('Acme', '<h1>Acme</h1><p>Coming soon!</p>'), notOpen],
    ['a site under construction', titled('Under construction', '<p>Come back later.</p>'), notOpen],
    ['a German site that opens later', titled('Im Aufbau', '<p>Hier entsteht etwas.</p>'), notOpen],
    ['a site in maintenance', titled('Maintenance', '<h1>We will be back soon</h1>'), notOpen],
    ['a site in maintenance, by its text', titled('Acme', '<p>We are down for scheduled maintenance.</p>'), notOpen],
    ['a German site in maintenance', titled('Acme', '<p>Wegen Wartungsarbeiten sind wir bald zurück.</p>'), notOpen],
    ['the default page of Apache', '<html><body><h1>It works!</h1></body></html>', parked],
  ])('blockedBy recognizes %s', (_, html, why) => {
    expect(blockedBy(pageOf(html))).toBe(why);
  });

  test('blockedBy recognizes a redirect to the login of an identity provider', () => {
    const page = pageOf(titled('Acme'), { url: 'https://login.microsoftonline.com/common/oauth2/authorize' });
    expect(blockedBy(page)).toBe(login);
  });
});

describe('pages of a brand', () => {
  test.each<[what: string, html: string]>([
    [
      'with a login form in its header',
      titled('Acme', `<header><form><input type=password></form></header><p>${words}</p>`),
    ],
    ['with a login dialog', titled('Acme', `<h1>Oils</h1><div class="login-Modal"><input type=password></div>`)],
    ['with an age question above its text', titled('Acme Gin', `<p>Are you over 18?</p><p>${words.repeat(12)}</p>`)],
    ['with a login form next to much text', titled('Acme', `<input type=password><p>${words.repeat(12)}</p>`)],
    [
      'with the script that Cloudflare adds',
      titled('Acme', '<p>Oils</p><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'),
    ],
    ['whose title resembles a bot check', titled('Just a moment with Acme', '<h1>Tea for a quiet hour</h1>')],
    ['that sells domains', titled('Names for sale', `<p>This domain is for sale. ${words.repeat(12)}</p>`)],
    [
      'with a login form next to products',
      titled(
        'Acme',
        `<form><input type=password></form>${'<a href="/oil"><img src="oil.jpg" alt="Oil"></a>'.repeat(8)}`,
      ),
    ],
    ['whose title contains "Captcha"', titled('Captcha Coffee – roasted by people', `<h1>${words}</h1>`)],
    ['whose title contains "404"', titled('404 Hotel Nashville | Rooms in the Gulch', `<h1>${words}</h1>`)],
    ['that announces a product', titled('Acme', `<p>${words.repeat(3)} Coming soon: the balm.</p>`)],
    ['that sells maintenance', titled('Acme maintenance for bicycles', `<h1>${words}</h1>`)],
    [
      'that states an age limit',
      titled('Acme Gin', '<h1>Gin from the coast</h1><p>Not for sale to persons under 18.</p>'),
    ],
  ])('blockedBy accepts a page %s', (_, html) => {
    expect(blockedBy(pageOf(html))).toBeUndefined();
  });
});

test.each([
  ['<div id=root></div><script>draw()</script><noscript>You need JavaScript.</noscript>', false],
  ['<p>Loading…</p>', false],
  ['<div style="display:none">Menu</div>', false],
  ['<p>Tea</p>', true],
  ['<body><h1>茶</h1></body>', true],
])('hasWords of %s is %s', (body, has) => {
  expect(hasWords(pageOf(titled('Acme', body)))).toBe(has);
});
