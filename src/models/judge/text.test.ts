import { expect, test } from '@jest/globals';
import { unsupported } from './text.ts';

const sources = [
  'Marlow Kettle 1.5 L, €1,299.00. Rated 4.8 by 2,000 buyers since 2012. Free delivery. Boils in 3 minutes.',
  'Made by Marlow in Leeds. 20 % off until Friday. Five-year warranty. Brushed steel, five colours. Call +44 20 7946 0018.',
];

/** Innocent texts: what they state is in the sources, or they state nothing. */
test.each<[language: string, text: string]>([
  ['en', 'Tea for one starts here'],
  ['en', 'Slow mornings, a warm cup and the first light of the day'],
  ['en', 'Marlow: boils in three minutes'],
  ['en', 'Save the date: 20% off until Friday, now €1299'],
  ['en', 'Loved since 2012, and yours for 1.299 €'],
  ['en', 'Five colours, one quiet kitchen'],
  ['en', 'Feel free to linger'],
  ['en', 'Run Further Every Single Day'],
  ['en', 'Two thousand buyers, one kettle in brushed steel'],
  ['en-GB', 'Made in Leeds, and I like it'],
  ['de', 'Der Kessel, der in drei Minuten kocht'],
  ['de', 'Fünf Farben für Ihre Küche'],
  ['de', 'Jetzt zwanzig Prozent sparen, nur 1.299 Euro'],
  ['de', 'Für ruhige Morgen und lange Abende'],
  ['fr', 'Une bouilloire, cinq couleurs, trois minutes'],
  ['fr', 'Livraison gratuite pour Marlow, 1 299 €'],
  ['es', 'Hierve en 3 minutos y llena la cocina de calma'],
  ['es', 'Desde 2012, por 1.299,00 €'],
  ['it', 'Cinque colori per una cucina tranquilla'],
  ['pt', 'Ferve em três minutos, em cinco cores'],
  ['nl', 'Vijf kleuren voor een rustige ochtend'],
  ['pl', 'Pięć kolorów i spokojny poranek'],
  ['ru', 'Чайник Marlow закипает за три минуты'],
  ['ru', 'Пять цветов для Вашей кухни'],
  ['ar', 'يغلي في ٣ دقائق'],
  ['ar', 'خصم ٢٠٪ وتوصيل مجاني'],
  ['ja', '十分にくつろぐ朝を、Marlowと'],
  ['ja', '3分で沸く、五色のケトル'],
  ['ko', '다섯 가지 색, 고요한 아침'],
  ['zh', '三分钟烧开，五种颜色'],
  ['zh', '第一次就爱上的早晨'],
  ['hi', '३ मिनट में उबाल, पाँच रंग'],
  ['tr', 'Beş renk, sakin bir sabah'],
  ['sv', 'Fem färger för lugna morgnar'],
])('%s: "%s" states nothing new', (language, text) => {
  expect(unsupported(text, sources, language)).toEqual([]);
});

test.each<[language: string, text: string, found: string[]]>([
  ['en', 'The best kettle in town', ['the claim "best"']],
  ['en', 'Award-winning design', ['the claim "award-winning"']],
  ['en', 'Clinically proven calm', ['the claim "proven"', 'the claim "clinically"']],
  ['en', 'The only kettle you need', ['the claim "the only"']],
  ['en', 'Now from €999', ['the price €999']],
  ['en', 'Only $1,299', ['the price $1,299']],
  ['en', 'Up to 50 percent off', ['the percentage 50 percent']],
  ['en', '3% less noise', ['the percentage 3%']],
  ['en', 'Trusted by twenty-five thousand cooks', ['the number 25000', 'the claim "trusted by"']],
  ['en', 'Boils in ninety seconds', ['the number 90']],
  ['en', 'The fastest way to tea', ['the claim "fastest"']],
  ['en', 'Good tea with the new Zephyr', ['the name "Zephyr"']],
  ['en', 'Order at marlow-shop.com', ['the address marlow-shop.com']],
  ['en', 'Call +44 20 7946 9999 or ask @marlow', ['the address +44 20 7946 9999', 'the address @marlow']],
  ['de', 'Der beste Kessel für Tee', ['the claim "beste"']],
  [
    'de',
    'Klinisch getestet und nachhaltig',
    ['the claim "klinisch"', 'the claim "nachhaltig"', 'the claim "getestet"'],
  ],
  ['de', 'The best kettle for quiet mornings in your kitchen', ['the claim "best"']],
  ['de', 'Fünfundzwanzig Farben', ['the number 25']],
  ['de', 'Die schnellsten Morgen mit AquaBoil', ['the claim "schnellsten"', 'the name "AquaBoil"']],
  [
    'fr',
    'La meilleure bouilloire, certifiée bio',
    ['the claim "la meilleure"', 'the claim "certifiee"', 'the claim "bio"'],
  ],
  ['fr', 'Plus de trente couleurs', ['the number 30']],
  ['es', 'El mejor precio, 999 €', ['the price 999 €', 'the claim "mejor precio"', 'the claim "el mejor"']],
  ['it', 'Numero uno in Italia', ['the claim "numero uno"', 'the name "Italia"']],
  ['pt', 'Vegano e orgânico, por R$ 99', ['the price R$ 99', 'the claim "organico"', 'the claim "vegano"']],
  ['nl', 'De goedkoopste van het land', ['the claim "goedkoopste"']],
  ['pl', 'Najlepszy czajnik', ['the claim "najlepszy"']],
  ['ru', 'Самый быстрый чайник, двадцать цветов', ['the number 20', 'the claim "самый быстрый"']],
  ['ar', 'الأفضل بسعر ٩٩ درهم', ['the price 99 درهم', 'the claim "الافضل"']],
  ['ja', '世界初、無添加のケトル', ['the claim "世界初"', 'the claim "無添加"']],
  ['ja', '二十色のケトル', ['the number 20']],
  ['ko', '국내 최초, 유기농', ['the claim "국내 최초"', 'the claim "유기농"']],
  ['zh', '全球首创，最快的水壶', ['the claim "全球首"', 'the claim "最"']],
  ['zh', '八种颜色', ['the number 8']],
  ['hi', 'सर्वश्रेष्ठ केतली, ५० रंग', ['the number 50', 'the claim "सर्वश्रेष्ठ"']],
  ['tr', 'En iyi su ısıtıcı', ['the claim "en iyi"']],
])('%s: "%s" is refused', (language, text, found) => {
  expect(unsupported(text, sources, language).toSorted()).toEqual(found.toSorted());
});

test.each<[text: string, source: string, language: string]>([
  ['1,000 cups', '1.000 Tassen', 'en'],
  ['1000 cups', '1 000 tasses', 'en'],
  ['1’000 Tassen', '1,000 cups', 'de'],
  ['٬١٢ أكواب ١٬٠٠٠', '12 and 1000 cups', 'ar'],
  ['29,90 €', 'EUR 29.9', 'de'],
  ['$49', 'Price 49, currency USD', 'en'],
  ['2 million cups', '2,000,000 cups', 'en'],
  ['Certified wool', 'Zertifizierte Wolle', 'en'],
  ['Garantierte Ruhe', 'Guaranteed calm', 'de'],
  ['Open 09:00', 'Opens at 9', 'en'],
  ['See https://www.marlow.example/tea', 'marlow.example/tea', 'en'],
])('"%s" is supported by "%s"', (text, source, language) => {
  expect(unsupported(text, [source], language)).toEqual([]);
});

test('a number in a percentage or in another currency does not support a price', () => {
  expect(unsupported('€20', ['20 % off, £20'], 'en')).toEqual(['the price €20']);
});
