import fc from 'fast-check';

/** Texts of one language, as brands write them: short and long. */
interface Texts {
  language: string;
  names: string[];
  headlines: string[];
  supports: string[];
  offers: string[];
  prices: string[];
  ctas: string[];
}

const texts: readonly Texts[] = [
  {
    language: 'en-GB',
    names: ['Marl', 'Hazel & Rye', 'Northwind Cycles', 'The Long Table Company'],
    headlines: [
      'Made to last',
      'New patients welcome',
      'The whole market on one screen, without delay',
      'Sale',
      'Five bedrooms, one garden, ten minutes from the sea',
    ],
    supports: [
      'Sent out every Thursday.',
      'Cleanse, nourish, protect: a ritual in three steps that takes four minutes a day.',
    ],
    offers: ['First month', 'Until Sunday', 'Two nights with breakfast for two', '−30 %'],
    prices: ['£1', '£38', 'from £1,450,000', '£12.90 per person'],
    ctas: ['Book now', 'Shop', 'Arrange a viewing'],
  },
  {
    language: 'de',
    names: ['Altbau Küchen', 'Kfz-Werkstatt Möller', 'Bäckerei Grün'],
    headlines: [
      'Frisch',
      'Kraftfahrzeughaftpflichtversicherung ab 9 €',
      'Einfamilienhaus mit Südgarten',
      'Schwimmen lernen in den Ferien',
      'Rindfleischetikettierungsüberwachung leicht gemacht',
    ],
    supports: ['6 Zimmer, 210 m², Garten nach Süden', 'Handgefertigt in Thüringen.'],
    offers: ['Nur im März', 'Geliefert in 14 Tagen', '60 Minuten'],
    prices: ['59 €', 'ab 6.490 €', '745.000 €'],
    ctas: ['Termin buchen', 'Besichtigung anfragen', 'Mehr'],
  },
  {
    language: 'ru',
    names: ['Добрый Мёд', 'Мебель Центр'],
    headlines: [
      'Мёд нового урожая',
      'Кухня на заказ за 30 дней',
      'Высокопроизводительная электротехника для предприятий',
    ],
    supports: ['С доставкой по городу', 'Собран в июле на семейной пасеке, без добавок.'],
    offers: ['До 20 декабря', 'С установкой'],
    prices: ['650 ₽ за кг', 'от 390 000 ₽'],
    ctas: ['Заказать', 'Рассчитать'],
  },
  {
    language: 'ar',
    names: ['سهرا', 'بيت الطفل'],
    headlines: ['وقتك يستحق الأفضل', 'امشِ حيث تنتهي الخريطة', 'تخفيضات'],
    supports: ['ستة أيام سيرًا على الأقدام مع أهل الصحراء'],
    offers: ['توصيل مجاني', 'فستان صيفي'],
    prices: ['2,490 درهم', '899 ر.س'],
    ctas: ['اطلب الآن', 'احجز رحلتك'],
  },
  {
    language: 'he',
    names: ['שי תכשיטים'],
    headlines: ['טבעת שאומרת כן', 'החיסכון שלכם גדל'],
    supports: ['זהב 14 קראט, עבודת יד'],
    offers: ['עד סוף החודש', 'ריבית שנתית'],
    prices: ['₪4,900', '4.2%'],
    ctas: ['לקביעת פגישה', 'פתחו חשבון'],
  },
  {
    language: 'ja',
    names: ['余白と湯気', 'DREAMERS COFFEE'],
    headlines: ['朝の一杯を、もっと深く。', '普段使いの器。', '抹茶のパンケーキ、はじめました'],
    supports: ['宇治抹茶をたっぷり使った季節限定の一皿。'],
    offers: ['数量限定', 'スペシャルティコーヒー 200g'],
    prices: ['1,480円（税込）', '980円'],
    ctas: ['購入する', '予約する'],
  },
  {
    language: 'zh-Hans',
    names: ['奥农汇'],
    headlines: ['果园直达，新鲜到家', '植萃精华，安定肌肤'],
    supports: ['每日新鲜采摘，限量供应'],
    offers: ['今日特价', '满两件免运费'],
    prices: ['¥6.6 起', '¥1,280'],
    ctas: ['立即购买'],
  },
  {
    language: 'hi',
    names: ['गिर गोवालन'],
    headlines: ['शुद्ध गिर गाय का घी', 'एक गाय को एक दिन का चारा'],
    supports: ['परंपरागत बिलोना विधि से बना'],
    offers: ['सिर्फ़', '1 लीटर'],
    prices: ['₹1,250', '₹100'],
    ctas: ['अभी मँगाएँ', 'दान करें'],
  },
  {
    language: 'th',
    names: ['บ้านกาแฟ'],
    headlines: ['ผิวสดชื่นทุกเช้า', 'สวมสบายทั้งวัน'],
    supports: ['ส่งฟรีทั่วประเทศ'],
    offers: ['ขนาด 200 มล.', 'วันนี้เท่านั้น'],
    prices: ['฿290', '฿990'],
    ctas: ['สั่งซื้อ', 'ซื้อเลย'],
  },
];

const directions = [
  'Dark and moody',
  'Minimal, much white',
  'Black and gold, expensive',
  'Price first, as large as possible',
  'Product large',
  'Loud',
  'Playful',
  'Editorial',
  'One colour: red',
  'No photo, typographic',
  'Night',
  'Light and airy',
  'Do not mention the price',
];

const ratios = ['1:1', '4:5', '9:16', '16:9', '3:4', '2:3', '21:9', '4:1', '1:4'];
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** A picture that a request may name. */
export interface PoolPicture {
  url: string;
  label: 'logo' | 'product' | 'packshot' | 'lifestyle';
}

export interface RandomRequest {
  body: Record<string, unknown>;
  hasDirection: boolean;
}

/** Valid image requests as brands send them, with pictures of `pool`, in nine languages. */
export function randomRequests(pool: readonly PoolPicture[]): fc.Arbitrary<RandomRequest> {
  const logos = pool.filter(({ label }) => label === 'logo');
  const others = pool.filter(({ label }) => label !== 'logo');
  const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight: number) =>
    fc.option(arbitrary, { nil: undefined, freq: weight });
  return fc.constantFrom(...texts).chain((text) =>
    fc
      .record({
        name: fc.constantFrom(...text.names),
        headline: maybe(fc.constantFrom(...text.headlines), 9),
        support: maybe(fc.constantFrom(...text.supports), 1),
        offer: maybe(fc.constantFrom(...text.offers), 2),
        price: maybe(fc.constantFrom(...text.prices), 3),
        cta: maybe(fc.constantFrom(...text.ctas), 5),
        logo: maybe(fc.constantFrom(...logos), 2),
        pictures: fc.uniqueArray(fc.constantFrom(...others), { maxLength: 3, selector: ({ url }) => url }),
        colors: fc.array(hex, { maxLength: 3 }),
        direction: maybe(fc.constantFrom(...directions), 1),
        ratios: fc.uniqueArray(fc.constantFrom(...ratios), { minLength: 1, maxLength: 3 }),
      })
      .map((made) => ({ body: bodyOf(text.language, made), hasDirection: made.direction !== undefined })),
  );
}

interface Parts {
  name: string;
  headline: string | undefined;
  support: string | undefined;
  offer: string | undefined;
  price: string | undefined;
  cta: string | undefined;
  logo: PoolPicture | undefined;
  pictures: PoolPicture[];
  colors: string[];
  direction: string | undefined;
  ratios: string[];
}

function bodyOf(language: string, made: Parts): Record<string, unknown> {
  const { name, logo, pictures, colors, direction } = made;
  const copy = (copy_type: string, copy_text: string | undefined) =>
    copy_text === undefined ? [] : [{ copy_type, copy_text }];
  const offer =
    made.offer === undefined
      ? []
      : [{ copy_type: 'offer', copy_text: made.offer, ...(made.price !== undefined && { price: made.price }) }];
  return {
    brand_data: {
      brand_name: name,
      brand_url: 'https://brand.invalid/',
      brand_images: logo === undefined ? [] : [imageOf(logo)],
      color_swatches: colors.map((each) => ({ hex: each })),
    },
    product_metadata: { product_images: pictures.map(imageOf) },
    ad_copies: [
      ...copy('headline', made.headline),
      ...copy('subheadline', made.support),
      ...copy('cta', made.cta),
      ...offer,
    ],
    generation_metadata: {
      aspect_ratios: made.ratios.join(','),
      language,
      ...(direction !== undefined && { user_direction: direction }),
    },
  };
}

const imageOf = ({ url, label }: PoolPicture) => ({ image_url: url, labels: [label] });
