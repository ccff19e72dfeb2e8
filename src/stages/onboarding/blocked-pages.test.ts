import { describe, expect, test } from '@jest/globals';
import { pageOf } from '../../../test/support/page-of.ts';
import { blockedBy, hasWords } from './blocked-pages.ts';

const botCheck = 'it shows a bot check instead of the page';
const login = 'it asks for a login';
const ageGate = 'it asks for the age of the visitor';
const parked = 'the domain is parked';
const notFound = 'it says that there is no such page';
const notOpen = 'it says that the site is not open';

const titled = (title: string, body = ''): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const words = 'Oils and balms pressed from the forest, made slowly by hand in a small town by the sea. ';

describe('a page that stands before the page of the brand is recognised', () => {
  test.each<[what: string, html: string, why: string]>([
    ['Cloudflare in German', titled('Einen Moment…', '<p>Es wird überprüft, ob Sie ein Mensch sind.</p>'), botCheck],
    [
      'a captcha in German',
      titled('Sicherheit', '<h1>Bitte bestätigen Sie, dass Sie kein Roboter sind</h1>'),
      botCheck,
    ],
    ['Cloudflare, by its title', titled('Just a moment...', '<noscript>Enable JavaScript</noscript>'), botCheck],
    ['Cloudflare, in German', titled('Nur einen Moment…'), botCheck],
    ['Cloudflare, by its script', titled('shop.example', '<script>window._cf_chl_opt={}</script>'), botCheck],
    ['Cloudflare, that blocks', titled('Attention Required! | Cloudflare', '<h1>Sorry</h1>'), botCheck],
    ['Vercel', titled('Vercel Security Checkpoint'), botCheck],
    ['Akamai', titled('Access Denied', 'You do not have permission to access this server.'), botCheck],
    ['Imperva', '<body>Request unsuccessful. Incapsula incident ID: 443000</body>', botCheck],
    ['DataDome', titled('shop.example', '<script src="https://ct.captcha-delivery.com/c.js"></script>'), botCheck],
    ['PerimeterX', titled('shop.example', '<div id="px-captcha"></div>'), botCheck],
    ['Amazon', titled('', '<script>window.gokuProps = {"key":"x"};</script>'), botCheck],
    ['Anubis', titled('Making sure you&#39;re not a bot!'), botCheck],
    ['a question', titled('Shop', '<p>Please verify that you are human to go on.</p>'), botCheck],
    ['a login', titled('Portal', '<main><form><input type=email><input type="PASSWORD"></form></main>'), login],
    ['a login in two steps', titled('Sign in – Acme', '<form><input type=email></form>'), login],
    ['a store that is not open', titled('Acme', '<div class=modal><form action="/password"></form></div>'), login],
    ['an age gate', titled('Acme Gin', '<h1>Are you over 18?</h1><button>Yes</button><button>No</button>'), ageGate],
    [
      'an age gate, in other words',
      titled('Acme', 'You must be 21 years of age or older to enter this site.'),
      ageGate,
    ],
    ['an age gate, with an age or older', titled('Acme Gin', '<h1>Are you 18 or older?</h1>'), ageGate],
    ['an age gate, with an age and a plus', titled('Acme Gin', '<h1>Are you 21+?</h1>'), ageGate],
    ['an age gate, with years', titled('Acme Gin', '<h1>Are you 18 years of age?</h1>'), ageGate],
    ['an age gate, by its title', titled('Age verification | Acme Gin'), ageGate],
    ['a domain for sale', titled('acme.example is for sale', 'Make an offer.'), parked],
    ['a domain that is parked', titled('acme.example', '<p>This domain is parked free of charge.</p>'), parked],
    ['a parking service', titled('acme.example', '<script src="https://img1.sedoparking.com/a.js"></script>'), parked],
    ['a lander', '<script>window.onload=function(){window.location.href="/lander"}</script>', parked],
    ['the default page of a server', titled('Welcome to nginx!', '<h1>Welcome to nginx!</h1>'), parked],
    ['Amazon, by its form', titled('Amazon.com', '<form action="/errors/validateCaptcha"><input></form>'), botCheck],
    [
      'Amazon, by its button',
      titled('Amazon.com', '<p>Click the button below to continue shopping</p><button>Continue shopping</button>'),
      botCheck,
    ],
    ['a missing page', titled('404 - Page not found', '<h1>Sorry</h1>'), notFound],
    ['a missing page, named by its number', titled('404', '<h1>Sorry</h1>'), notFound],
    ['a missing page of a shop', titled('404 Not Found – Acme', `<nav>${words.repeat(30)}</nav>`), notFound],
    ['a missing page, without a number', titled('Page Not Found | Acme'), notFound],
    ['a missing page in Spanish', titled('Página no encontrada – Acme', '<h1>Lo sentimos</h1>'), notFound],
    ['a missing page in German', titled('404: Seite nicht gefunden'), notFound],
    ['a missing page in French', titled('Page introuvable - Acme'), notFound],
    ['a site that is not open', titled('Acme – Coming Soon', '<h1>Something new is on its way</h1>'), notOpen],
    ['a site that is not open, by its words', titled('Acme', '<h1>Acme</h1><p>Coming soon!</p>'), notOpen],
    ['a site under construction', titled('Under construction', '<p>Come back later.</p>'), notOpen],
    ['a site in German that is not open', titled('Im Aufbau', '<p>Hier entsteht etwas.</p>'), notOpen],
    ['maintenance', titled('Maintenance', '<h1>We will be back soon</h1>'), notOpen],
    ['maintenance, by its words', titled('Acme', '<p>We are down for scheduled maintenance.</p>'), notOpen],
    ['maintenance in German', titled('Acme', '<p>Wegen Wartungsarbeiten sind wir bald zurück.</p>'), notOpen],
    ['the default page of Apache', '<html><body><h1>It works!</h1></body></html>', parked],
  ])('%s', (_, html, why) => {
    expect(blockedBy(pageOf(html))).toBe(why);
  });

  test('a redirect to the login of an identity provider', () => {
    const page = pageOf(titled('Acme'), { url: 'https://login.microsoftonline.com/common/oauth2/authorize' });
    expect(blockedBy(page)).toBe(login);
  });
});

describe('the page of a brand is not taken for one that stands before it', () => {
  test.each<[what: string, html: string]>([
    [
      'with a form to log in above it',
      titled('Acme', `<header><form><input type=password></form></header><p>${words}</p>`),
    ],
    ['with a dialog to log in', titled('Acme', `<h1>Oils</h1><div class="login-Modal"><input type=password></div>`)],
    ['with a question about the age over it', titled('Acme Gin', `<p>Are you over 18?</p><p>${words.repeat(12)}</p>`)],
    ['with a form to log in beside much to read', titled('Acme', `<input type=password><p>${words.repeat(12)}</p>`)],
    [
      'with the script that Cloudflare adds',
      titled('Acme', '<p>Oils</p><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'),
    ],
    ['that is called like a bot check', titled('Just a moment with Acme', '<h1>Tea for a quiet hour</h1>')],
    ['that sells domains', titled('Names for sale', `<p>This domain is for sale. ${words.repeat(12)}</p>`)],
    [
      'with a form to log in beside products',
      titled(
        'Acme',
        `<form><input type=password></form>${'<a href="/oil"><img src="oil.jpg" alt="Oil"></a>'.repeat(8)}`,
      ),
    ],
    ['that is called like a captcha', titled('Captcha Coffee – roasted by people', `<h1>${words}</h1>`)],
    ['that is called like a missing page', titled('404 Hotel Nashville | Rooms in the Gulch', `<h1>${words}</h1>`)],
    ['that announces a product', titled('Acme', `<p>${words.repeat(3)} Coming soon: the balm.</p>`)],
    ['that sells maintenance', titled('Acme maintenance for bicycles', `<h1>${words}</h1>`)],
    [
      'that states an age limit',
      titled('Acme Gin', '<h1>Gin from the coast</h1><p>Not for sale to persons under 18.</p>'),
    ],
  ])('%s', (_, html) => {
    expect(blockedBy(pageOf(html))).toBeUndefined();
  });
});

test.each([
  ['<div id=root></div><script>draw()</script><noscript>You need JavaScript.</noscript>', false],
  ['<p>Loading…</p>', false],
  ['<div style="display:none">Menu</div>', false],
  ['<p>Tea</p>', true],
  ['<body><h1>茶</h1></body>', true],
])('%s has words: %s', (body, has) => {
  expect(hasWords(pageOf(titled('Acme', body)))).toBe(has);
});
