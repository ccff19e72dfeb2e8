import { expect, test } from '@jest/globals';
import { textLanguage } from './text-language.ts';

test.each<[language: string, text: string]>([
  ['en', 'We roast the beans in small batches and send them to you on the same day.'],
  ['de', 'Wir rösten die Bohnen in kleinen Mengen und schicken sie noch am selben Tag zu Ihnen.'],
  ['fr', 'Nous torréfions les grains en petites quantités et nous les envoyons le jour même dans toute la région.'],
  ['es', 'Tostamos los granos en lotes pequeños y los enviamos el mismo día a toda la región con mucho cuidado.'],
  ['pt', 'Torramos os grãos em pequenos lotes e enviamos no mesmo dia para você, com o cuidado que não se compra.'],
  ['it', 'Tostiamo i chicchi in piccole quantità e li spediamo il giorno stesso in tutta la regione con cura.'],
  ['nl', 'Wij branden de bonen in kleine hoeveelheden en sturen ze nog op dezelfde dag naar je toe.'],
  ['sv', 'Vi rostar bönorna i små mängder och skickar dem till dig samma dag, med frakt som inte kostar något.'],
  ['da', 'Det er en håndlavet ring, og den er til dig, der vil have noget for livet. Skriv til mig og hør mere.'],
  ['pl', 'Palimy ziarna w małych ilościach i wysyłamy je tego samego dnia, aby kawa była świeża dla Ciebie.'],
  ['sl', 'Zrna pražimo v majhnih količinah in vam jih pošljemo še isti dan, da bo kava vedno sveža.'],
  ['lt', 'Pupeles skrudiname mažais kiekiais ir siunčiame jums tą pačią dieną, kad kava būtų šviežia ir kvapni.'],
  ['lv', 'Mēs grauzdējam pupiņas nelielos daudzumos un nosūtām jums tajā pašā dienā, lai kafija ir svaiga.'],
  ['et', 'Meie röstime oad väikeste kogustena ja saadame need teile samal päeval, et kohv oleks värske ning hea.'],
  ['sq', 'Ne i pjekim kokrrat në sasi të vogla dhe jua dërgojmë po atë ditë, që kafeja të jetë e freskët.'],
  ['tr', 'Çekirdekleri küçük miktarlarda kavuruyor ve aynı gün size gönderiyoruz, daha taze bir kahve için.'],
  ['vi', 'Chúng tôi rang hạt với số lượng nhỏ và gửi cho bạn trong ngày, để cà phê luôn tươi.'],
  ['ru', 'Мы обжариваем зёрна небольшими партиями и отправляем их вам в тот же день, чтобы кофе был свежим.'],
  ['bg', 'Печем зърната на малки партиди и ги изпращаме в същия ден, за да бъде кафето винаги прясно.'],
  ['ja', '少量ずつ焙煎した豆を、その日のうちにお届けします。ギフトにもどうぞ。'],
  ['ko', '소량으로 볶은 원두를 당일에 보내 드립니다. 선물로도 좋습니다.'],
  ['ar', 'نحمص الحبوب بكميات صغيرة ونرسلها إليك في اليوم نفسه.'],
  ['el', 'Καβουρδίζουμε τους κόκκους σε μικρές ποσότητες και τους στέλνουμε την ίδια μέρα.'],
])('textLanguage recognises %s', (language, text) => {
  expect(textLanguage(text)?.language).toBe(language);
});

test.each<[why: string, text: string]>([
  ['a text of few letters', 'The shop'],
  ['a list of names', 'Adidas Nike Puma Reebok Asics Converse Vans Fila Kappa Umbro'],
  ['a text without letters', '12 34 56 78 90 12 34 56 78 90'],
])('textLanguage leaves %s undecided', (_, text) => {
  expect(textLanguage(text)).toBeUndefined();
});

test('a single sentence is not clear, a long text is', () => {
  const sentence = 'We roast the beans in small batches and send them to you on the same day. ';
  expect(textLanguage(sentence)?.isClear).toBe(false);
  expect(textLanguage(sentence.repeat(3))?.isClear).toBe(true);
});
