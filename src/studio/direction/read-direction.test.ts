import { describe, expect, test } from '@jest/globals';
import type { Direction } from '../../schema/direction.ts';
import { colorNames, namedColor } from './named-colors.ts';
import { readDirection } from './read-direction.ts';

const shades = [undefined, 'dark', 'light'] as const;

function nameOf(value: unknown): string {
  const names = colorNames.flatMap((name) =>
    shades.map((shade) => ({ hex: namedColor(name, shade), name: [shade, name].filter(Boolean).join(' ') })),
  );
  return names.find(({ hex }) => hex === value)?.name ?? String(value);
}

function shown({ clauses: _, unread: __, reference: ___, ...asks }: Direction): string {
  return Object.entries(asks)
    .map(([field, value]) => `${field}: ${[value].flat().map(nameOf).join(', ')}`)
    .join('; ')
    .replace('headline, subheadline, cta, offer, price, name', 'all texts');
}

// Columns: text of a client, wishes that are read from it, and text that a note reports as not understood.
const directions: [text: string, asks: string, unread?: string][] = [
  ['Dark and moody, like a city at night. Keep it minimal.', 'ground: dark; moods: night, minimal'],
  ['No text but the price.', 'refused: headline, subheadline, cta, offer, name; wanted: price'],
  ['Do not mention the price anywhere. Show the bottle large.', 'refused: price; picture: large; largest: picture'],
  [
    "Bright, playful and colourful, for a kids' birthday party",
    'saturation: vivid; moods: playful; voice: playful',
    "for a kids' birthday party",
  ],
  ['The date must be huge, everything else small.', 'largest: date'],
  [
    'Black and gold, elegant, lots of empty space',
    'groundColor: black; ground: dark; colors: gold; moods: elegant, minimal; voice: elegant',
  ],
  ['Loud sale poster. Price first, product second.', 'moods: loud; voice: bold; largest: price'],
  ['Type only, no photo. Swiss style.', 'moods: typographic, minimal; picture: none'],
  ['Full-bleed photo with a small headline over it', 'picture: full', 'Full-bleed photo with a small headline over it'],
  ['No people please, just the product on white', 'people: none; groundColor: white; ground: light'],
  ['A soft pastel look with one accent colour', 'moods: calm; saturation: muted'],
  ['Christmas feeling, red and green, snow', 'moods: seasonal; season: christmas; colors: red, green'],
  [
    'Dunkler Hintergrund, edel und reduziert, kein Preis',
    'ground: dark; moods: elegant, minimal; voice: elegant; refused: price',
  ],
  ['Bitte ohne Foto, nur Typografie, sehr laut und plakativ', 'picture: none; moods: typographic, loud; voice: bold'],
  ['Preis ganz groß, Produkt klein. Knallige Farben.', 'largest: price; picture: small; saturation: vivid'],
  ['Fond noir, ambiance nuit, pas de personnes', 'groundColor: black; ground: dark; moods: night; people: none'],
  ['Élégant et épuré, sans prix ni logo', 'moods: elegant, minimal; voice: elegant; refused: price, logo'],
  ['Le produit en grand, couleurs vives', 'picture: large; largest: picture; saturation: vivid'],
  ['Fondo claro, estilo minimalista, sin texto', 'ground: light; moods: minimal; refused: all texts'],
  ['El precio tiene que ser lo más grande', 'largest: price'],
  [
    'Niente foto, solo testo grande su sfondo rosso',
    'picture: none; moods: typographic; largest: headline; groundColor: red; ground: dark',
  ],
  ['Stile editoriale, in bianco e nero', 'moods: editorial; saturation: grey'],
  ['Sem preço e sem pessoas, fundo azul escuro', 'refused: price; people: none; groundColor: dark blue; ground: dark'],
  ['Geen tekst, alleen de foto, zo groot mogelijk', 'refused: all texts; picture: large; largest: picture'],
  ['Ciemne tło, elegancko, bez ceny', 'ground: dark; moods: elegant; voice: elegant; refused: price'],
  ['白い背景でシンプルに、人物なし', 'moods: minimal; groundColor: white; ground: light; people: none'],
  [
    '高級感のある黒背景、価格は表示しない',
    'moods: elegant; voice: elegant; groundColor: black; ground: dark; refused: price',
  ],
  ['暗色背景，高端大气，不要出现价格', 'ground: dark; moods: elegant; voice: elegant; refused: price'],
  [
    'Calm and quiet. One colour only. Put a QR code in the corner.',
    'moods: calm; saturation: one-colour',
    'Put a QR code in the corner',
  ],
  ['Use the product shot three times and make the offer the biggest thing', 'largest: offer; products: 3'],
  [
    'Make it feel like a late-night jazz bar: deep blacks, a warm spotlight on the glass',
    'ground: dark; moods: night; groundColor: black; voice: friendly',
    'a warm spotlight on the glass',
  ],
  [
    'We hate discounts, so never show the offer. Headline big and bold.',
    'refused: offer; largest: headline; moods: loud; voice: bold',
  ],
  ['Light, airy Scandinavian look with plenty of white space.', 'ground: light; moods: minimal'],
  ["Please don't use any red.", 'refusedColors: red'],
  [
    'Think magazine cover: one big portrait, small type',
    'moods: editorial; picture: large; largest: picture',
    'small type',
  ],
  [
    'Only the logo and the headline, nothing else',
    'wanted: logo, headline; refused: subheadline, cta, offer, price, name',
  ],
  ['The price should be the hero of this ad', 'largest: price'],
  ['Black Friday. Shout it.', 'moods: seasonal, loud; season: black-friday; voice: bold'],
  ['photo edge to edge, no call to action', 'picture: full; refused: cta'],
  ['We want a muted, earthy palette. Avoid models and faces.', 'saturation: muted; people: none'],
  [
    'Shoot it on a purple background, and leave out the tagline',
    'groundColor: purple; ground: dark; refused: headline',
  ],
  ['luxurious, understated, dark green', 'moods: elegant, minimal; voice: elegant; colors: dark green'],
  ['Show two bottles next to each other', 'products: 2'],
  ['Grosse Überschrift, wenig Bild, heller Untergrund', 'largest: headline; picture: small; ground: light'],
  [
    'Verspielt und bunt, aber bitte keine Menschen zeigen',
    'moods: playful; voice: playful; saturation: vivid; people: none',
  ],
  ['Schwarz-weiß, der Rabatt soll ins Auge springen', 'saturation: grey; largest: offer'],
  ['Keine Preise nennen. Sommerlich.', 'refused: price; moods: seasonal; season: summer'],
  [
    'Une affiche typographique, sans image, en une seule couleur',
    'moods: typographic; picture: none; saturation: one-colour',
  ],
  [
    'Ambiance sombre et luxueuse, ne pas afficher le prix',
    'ground: dark; moods: elegant; voice: elegant; refused: price',
  ],
  ['Photo plein cadre, titre discret', 'picture: full', 'titre discret'],
  [
    'Quiero algo oscuro y nocturno, con el producto grande',
    'ground: dark; moods: night; picture: large; largest: picture',
  ],
  ['No mostrar el precio ni el botón, colores apagados', 'refused: price, cta; saturation: muted'],
  ['Sfondo scuro, elegante, niente persone', 'ground: dark; moods: elegant; voice: elegant; people: none'],
  ["La data dev'essere enorme", 'largest: date'],
  [
    'Fundo branco, visual limpo, preço em destaque',
    'groundColor: white; ground: light; moods: minimal; largest: price',
  ],
  [
    'Zwarte achtergrond met gouden letters, geen prijs',
    'groundColor: black; ground: dark; colors: gold; refused: price',
  ],
  ['Jasne tło, minimalistycznie, duża cena', 'ground: light; moods: minimal; largest: price'],
  ['文字は最小限、写真を全面に、暗めのトーン', 'moods: minimal; picture: full; ground: dark'],
  ['价格要大，红色背景，热闹一点', 'largest: price; groundColor: red; ground: dark; moods: loud; voice: bold'],
  ['不要人物，极简风格，浅色背景', 'people: none; moods: minimal; ground: light'],
  [
    'Dramatic, cinematic, high contrast. Hero shot of the headphones.',
    'ground: dark; moods: night; picture: large; largest: picture',
    'Dramatic | high contrast | Hero shot of the headphones',
  ],
  ['night city', 'ground: dark; moods: night'],
  ['dark and moody', 'ground: dark'],
  ['black and calm', 'groundColor: black; ground: dark; moods: calm'],
  ['date must be huge', 'largest: date'],
  ['show the logo only at the end', '', 'show the logo only at the end'],
  ['no price before the last scene', '', 'no price before the last scene'],
  ['fast cuts', 'cutsPerSecond: 1'],
  [
    'Modern minimalist design with bold typography and plenty of negative space',
    'voice: bold; moods: minimal, loud, typographic',
  ],
  ['Use the brand colours only, no gradients', '', 'no gradients'],
  [
    'Fun 80s retro style with neon pink and turquoise',
    'moods: playful; voice: playful; saturation: vivid; colors: pink, turquoise',
    'Fun 80s retro style with neon pink and turquoise',
  ],
  ['Make the logo bigger', 'largest: logo'],
  ['Warm autumn colours, cosy', 'voice: friendly; moods: seasonal; season: autumn'],
  ['No stock photos, no models', 'people: none', 'No stock photos'],
  ['Show the price clearly but keep the rest subtle', '', 'Show the price clearly but keep the rest subtle'],
  [
    'Eye-catching flyer with a big discount badge',
    'moods: loud; voice: bold; largest: offer',
    'Eye-catching flyer with a big discount badge',
  ],
  ["We'd like it to look expensive", 'moods: elegant; voice: elegant'],
  [
    'Clean white background with soft shadows',
    'moods: minimal, calm; groundColor: white; ground: light',
    'Clean white background with soft shadows',
  ],
  ['kein Text im Bild', 'refused: all texts'],
  ['Das Foto soll den ganzen Hintergrund füllen, Text klein unten links', 'picture: full', 'Text klein unten links'],
  ['Auf keinen Fall den Preis zeigen!', 'refused: price'],
  ['Sehr hell und freundlich, viel Weißraum', 'ground: light; voice: friendly; moods: minimal'],
  ['pas de texte sauf le prix', 'refused: headline, subheadline, cta, offer, name; wanted: price'],
  ['Ambiance chaleureuse de Noël, tons dorés', 'voice: friendly; moods: seasonal; season: christmas; colors: gold'],
  ['mettre le produit en avant sur fond uni', 'picture: large; largest: picture'],
  ['estilo retro de los años 70', '', 'estilo retro de los años 70'],
  ['que el descuento se vea bien grande y nada de fotos', 'largest: offer; picture: none'],
  [
    'Colori caldi, atmosfera autunnale, prodotto in primo piano',
    'moods: seasonal; season: autumn; picture: large; largest: picture',
    'Colori caldi',
  ],
  ['niente prezzo, niente bottone', 'refused: price, cta'],
  ['Visual moderno e vibrante, sem fotos de pessoas', 'voice: technical; saturation: vivid; people: none'],
  [
    'Rustig en stijlvol, veel wit, geen schreeuwerige kleuren',
    'moods: calm, elegant, minimal; voice: elegant; refusedMoods: loud',
  ],
  [
    'Bez zdjęć, sama typografia, czarne tło i żółte litery',
    'picture: none; moods: typographic; groundColor: black; ground: dark; colors: yellow',
  ],
  ['夜の雰囲気で、文字だけ、黄色を使って', 'ground: dark; moods: night, typographic; colors: yellow'],
  ['不要照片，只用文字，黑底金字', 'picture: none; moods: typographic; groundColor: black; ground: dark; colors: gold'],
  ['Make sure the price is not too small', 'wanted: price'],
  ["Don't forget the logo!", 'wanted: logo'],
  ['no big photo please', 'picture: small'],
  ['Never say cheap. Do not use the word diet.', 'unsaid: cheap, diet'],
  ['no price, logo or button', 'refused: price, logo, cta'],
  ['Photo as background, white text', 'ground: dark'],
  ["Don't make it too dark", 'ground: light'],
  ['No logo but show the price', 'refused: logo; wanted: price'],
  ['ohne Logo aber mit Preis', 'refused: logo; wanted: price'],
  ['sans logo mais avec le prix', 'refused: logo; wanted: price'],
];

// The same wishes in each language, in both orders of words.
const phrases: [text: string, asks: string, unread?: string][] = [
  ['El precio primero', 'largest: price'],
  ['primero el precio', 'largest: price'],
  ["Le prix d'abord", 'largest: price'],
  ["D'abord le prix", 'largest: price'],
  ['Prima il prezzo', 'largest: price'],
  ['Il prezzo per primo', 'largest: price'],
  ['Preço primeiro', 'largest: price'],
  ['Primeiro o preço', 'largest: price'],
  ['Zuerst der Preis', 'largest: price'],
  ['Preis an erster Stelle', 'largest: price'],
  ['Prijs eerst', 'largest: price'],
  ['Eerst de prijs', 'largest: price'],
  ['Cena najpierw', 'largest: price'],
  ['Najpierw cena', 'largest: price'],
  ['価格を大きく', 'largest: price'],
  ['まず価格', 'largest: price'],
  ['价格优先', 'largest: price'],
  ['首先是价格', 'largest: price'],
  ['First the price', 'largest: price'],
  ['Сначала цена', 'largest: price'],
  ['Цена крупно', 'largest: price'],
  ['am Abend', 'ground: dark; moods: night'],
  ['abends', 'ground: dark; moods: night'],
  ['evening', 'ground: dark; moods: night'],
  ['le soir', 'ground: dark; moods: night'],
  ['di sera', 'ground: dark; moods: night'],
  ['wieczorem', 'ground: dark; moods: night'],
  ["'s avonds", 'ground: dark; moods: night'],
  ['傍晚', 'ground: dark; moods: night'],
  ['вечером', 'ground: dark; moods: night'],
  ['cinematic', 'ground: dark; moods: night; picture: full'],
  ['filmisch', 'ground: dark; moods: night; picture: full'],
  ['cinématographique', 'ground: dark; moods: night; picture: full'],
  ['cinematográfico', 'ground: dark; moods: night; picture: full'],
  ['kinowy', 'ground: dark; moods: night; picture: full'],
  ['映画のように', 'ground: dark; moods: night; picture: full'],
  ['电影感', 'ground: dark; moods: night; picture: full'],
  ['Several products with prices', 'wanted: price; products: 2'],
  ['Mehrere Produkte mit Preisen', 'wanted: price; products: 2'],
  ['Plusieurs produits avec prix', 'wanted: price; products: 2'],
  ['Varios productos con precios', 'wanted: price; products: 2'],
  ['Diversi prodotti con prezzi', 'wanted: price; products: 2'],
  ['Vários produtos com preços', 'wanted: price; products: 2'],
  ['Meerdere producten met prijzen', 'wanted: price; products: 2'],
  ['Kilka produktów z cenami', 'wanted: price; products: 2'],
  ['複数の商品を価格付きで', 'wanted: price; products: 2'],
  ['每个产品带价格', 'wanted: price; products: 2'],
  ['festive', 'moods: seasonal; season: festive'],
  ['festlich', 'moods: seasonal; season: festive'],
  ['ambiance festive', 'moods: seasonal; season: festive'],
  ['festivo', 'moods: seasonal; season: festive'],
  ['feestelijk', 'moods: seasonal; season: festive'],
  ['お祝いの', 'moods: seasonal; season: festive'],
  ['节日气氛', 'moods: seasonal; season: festive'],
  ['празднично', 'moods: seasonal; season: festive'],
  ['Новый год, празднично', 'moods: seasonal; season: new-year'],
  ['Ramadan', 'moods: seasonal; season: ramadan'],
  ['Loud, playful, night', 'moods: loud, playful, night; voice: playful; ground: dark; largest: headline'],
  ['Several evening dresses', '', 'Several evening dresses'],
];

describe('readDirection', () => {
  test.each([...directions, ...phrases])('“%s” asks for: %s', (text, asks, unread = '') => {
    const direction = readDirection(text, 'en');
    expect([shown(direction), (direction.unread ?? []).join(' | ')]).toEqual([asks, unread]);
  });

  test('keeps each clause with what it asks for', () => {
    expect(readDirection('Dark. No price.', 'en').clauses).toEqual([
      { text: 'Dark', asks: { ground: 'dark' } },
      { text: 'No price', asks: { refused: ['price'] } },
    ]);
  });

  test('reads words for the product, and prefers the language of the ad', () => {
    const nouns = { isProductNoun: (word: string) => word === 'serum' };
    expect(shown(readDirection('the serum very large', 'en', nouns))).toBe('picture: large; largest: picture');
    expect(shown(readDirection('or', 'fr'))).toBe('colors: gold');
  });
});
