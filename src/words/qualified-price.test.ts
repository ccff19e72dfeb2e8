import { describe, expect, test } from '@jest/globals';
import { qualifiedPrice } from './qualified-price.ts';

describe('qualifiedPrice', () => {
  test.each<[string, string | null]>([
    ['Your first month for £1', 'Your first month for £1'],
    ['£1 for your first month', '£1 for your first month'],
    ['Rooms from $89', 'from $89'],
    ['$89 per night', '$89 per night'],
    ['Just €9.99/mo', '€9.99/mo'],
    ['First month only: the whole gym for £1', null],
    ['Now $29', '$29'],
    ['Two for $29, three for $39', null],
    ['Zimmer ab 49 €', 'ab 49 €'],
    ['Im ersten Monat nur 1 €', 'Im ersten Monat nur 1 €'],
    ['29 € pro Person', '29 € pro Person'],
    ['Séjours dès 120 €', 'dès 120 €'],
    ['à partir de 15 € par mois', 'à partir de 15 € par mois'],
    ['le premier mois à 1 €', 'le premier mois à 1 €'],
    ['Desde 39 € por persona', 'Desde 39 € por persona'],
    ['A partire da 25 € a persona', 'A partire da 25 € a persona'],
    ['A partir de R$ 49 por mês', 'A partir de R$ 49 por mês'],
    ['Vanaf € 12,50 per maand', 'Vanaf € 12,50 per maand'],
    ['Już od 49 zł za osobę', 'Już od 49 zł za osobę'],
    ['初月100円', '初月100円'],
    ['980円から', '980円から'],
    ['首月仅9元', '首月仅9元'],
    ['每人99元起', '每人99元起'],
    ['Großer Spaß ab 29 € pro Person', 'ab 29 € pro Person'],
    ['Wiener Maß 9 € je Maß, auf der Straße', '9 €'],
    ['Cre\u0301ations d\u0065\u0301cor de\u0300s 9 €', 'de\u0300s 9 €'],
    ['Fresh bread every day', null],
  ])('of “%s” is %j', (text, price) => {
    expect(qualifiedPrice(text)).toBe(price);
  });
});
