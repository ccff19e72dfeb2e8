import type { ElementKind } from './wish.ts';
import { wordPattern } from './word-patterns.ts';

/** A `quote` has no words of its own. */
type Named = Exclude<ElementKind, 'quote'>;

/** Returns the source for an Arabic noun with or without its article and a preposition that is joined to it. */
const arabic = (nouns: string): string => `(?:و|ب|ل|ك)?(?:ال|لل)?(?:${nouns})`;

/** Words for elements in the order in which they are looked for: `product name` comes before `product`. */
const words: Record<Named, { spaced: string[]; unspaced?: string[] }> = {
  product_name: {
    spaced: [
      'product name|name of (?:the|our|my) product|produktname[ns]?|name(?:n)? des produkts|productnaam',
      'nom (?:du|de) produit|nombre del? producto|nome d(?:el|o) prod(?:otto|uto)|اسم المنتج|उत्पाद (?:का )?नाम',
    ],
    unspaced: ['(?:商品|製品)の?名前?|(?:产品|商品|產品)的?(?:名称|名稱|名字)|제품 ?(?:이름|명)|ชื่อ(?:สินค้า|ผลิตภัณฑ์)'],
  },
  lifestyle: {
    spaced: ['lifestyle ?-?(?:photo|picture|image|shot|pic|foto|bild)(?:er|s)?|photo lifestyle|foto lifestyle'],
  },
  product: {
    spaced: [
      '(?:product|pack) ?-?(?:shot|photo|picture|image|pic)s?|packshots?',
      '(?:photo|picture|image|shot)s? of (?:the|our|my) product|products?|items?',
      'produkt(?:e|s|es|bild|bilder|foto|fotos)?|artikel|produits?|productos?|prodott[oi]|produtos?|producten',
      `${arabic('منتج')}|उत्पाद|प्रोडक्ट`,
    ],
    unspaced: ['商品|製品|プロダクト|产品|產品|제품|상품|สินค้า|ผลิตภัณฑ์'],
  },
  logo: {
    spaced: [
      `(?:brand|company|shop) ?logos?|markenlogo|logos?|logotypes?|logotipos?|brand ?mark|emblem|${arabic('شعار|لوجو|لوغو')}|लोगो`,
    ],
    unspaced: ['ロゴ(?:マーク)?|标志|標誌|标识|商标|商標|徽标|的?logo|로고|โลโก้'],
  },
  brand_name: {
    spaced: [
      'brand ?-?names?|name of (?:the|our|my) (?:brand|company|shop|store)|company name|brand',
      'marken?name[ns]?|marke|firmenname|nom de (?:la )?marque|marque|nombre de (?:la )?marca|merk(?:naam)?',
      `nome d(?:ella|a|o) marc(?:a|hio)|marca|marchio|اسم ${arabic('علامة(?: التجارية)?|ماركة')}|ब्रांड(?: का)?(?: नाम)?`,
    ],
    unspaced: ['ブランド(?:の?名前?)?|品牌的?(?:名称|名稱|名字|名)?|브랜드 ?(?:이름|명)?|(?:ชื่อ)?แบรนด์'],
  },
  price: {
    spaced: [
      'prices?|price ?-?tag|pricing|costs?|preise?s?|kosten|prix|tarifs?|precios?|prezz[oi]|precos?|prijs|prijzen',
      `${arabic('سعر|ثمن')}|कीमत|क़ीमत|दाम|मूल्य`,
    ],
    unspaced: ['価格|値段|料金|プライス|价格|價格|价钱|價錢|售价|售價|가격|ราคา'],
  },
  offer: {
    spaced: [
      '(?:special )?offers?|discounts?|deals?|promo(?:tion)?s?|angebote?s?|rabatte?s?|aktion|aanbieding|korting',
      'offres?|remises?|reductions?|ofertas?|descuentos?|offert[ae]|sconto|descontos?',
      `${arabic('عرض(?: الخاص)?|خصم')}|ऑफ़र|ऑफर|छूट`,
    ],
    unspaced: ['オファー|割引|特典|キャンペーン|优惠|優惠|折扣|促销|促銷|할인|혜택|โปรโมชั่?น|ส่วนลด|ข้อเสนอ'],
  },
  subheadline: { spaced: ['sub ?-?head(?:line|ing)?s?|unterzeile|unterüberschrift'] },
  captions: {
    spaced: [
      '(?:closed )?captions?|sub ?-?titles?|untertiteln?|sous-titres?|subtitulos?|sottotitol[oi]|legendas?',
      `ondertitel(?:s|ing)?|${arabic('ترجمة')}|उपशीर्षक|सबटाइटल`,
    ],
    unspaced: ['字幕|자막|คำบรรยาย(?:ใต้ภาพ)?|ซับ(?:ไตเติ้?ล)?'],
  },
  headline: {
    spaced: [
      'head ?-?lines?|heading|title|tag ?-?line|slogan|claim|überschrift|schlagzeile|titel|werbespruch|kop(?:tekst)?',
      `titre|accroche|titular|titulo|eslogan|lema|titolo|chamada|${arabic('عنوان')}|शीर्षक|हेडलाइन`,
    ],
    unspaced: [
      '見出し|タイトル|キャッチコピー|スローガン|ヘッドライン|标题|標題|口号|口號|标语|標語',
      '제목|헤드라인|슬로건|카피|พาดหัว|หัวข้อ|สโลแกน',
    ],
  },
  cta: {
    spaced: [
      "calls?[ -]to[ -]action|ctas?|(?:cta |action )?button|handlungsaufforderung|schaltfläche|knop|appel à l'action|bouton",
      "llamada a la acción|botón|invito all'azione|pulsante|chamada (?:para|a) (?:a )?ação|botão",
      `دعوة (?:الى|لاتخاذ) ?(?:اجراء|العمل|الاجراء)|الدعوة الى العمل|${arabic('زر')}|कॉल टू एक्शन|बटन`,
    ],
    unspaced: ['行動喚起|ボタン|行动号召|行動呼籲|行動號召|按钮|按鈕|버튼|행동 ?유도(?: ?문구)?|ปุ่ม'],
  },
  voice: {
    spaced: [
      'voice ?-?overs?|voices?|narrat(?:ion|or)s?|speaker|spoken (?:words|text)|speech|speaking|talking|vertelstem',
      'sprecher(?:in|stimme)?|stimme|erzähler(?:in)?|off-stimme|(?<=(?:geen|zonder|met) )stem',
      'voix(?: |-)?off|voix|narrat(?:ion|eur)|voz(?: en off)?|locución|locução|narra(?:ción|ção|dor|tore|zione)',
      'voce(?: fuori campo)?|التعليق الصوتي|تعليق صوتي|صوت المعلق|راوي|आवाज़|आवाज|वॉइस ?ओवर|वॉयस ?ओवर',
    ],
    unspaced: [
      'ナレーション|ナレーター|音声|ボイス(?:オーバー)?|配音|旁白|人声|人聲|语音|語音|解说|解說',
      '내레이션|나레이션|음성|목소리|성우|보이스오버|เสียง(?:พากย์|บรรยาย|พูด|คน)',
    ],
  },
  music: {
    spaced: [
      '(?:background )?music|sound ?-?track|(?:hintergrund)?musik|musique(?: de fond)?|(?:achtergrond)?muziek',
      `música(?: de fondo| di sottofondo| de fundo)?|${arabic('موسيقى|موسيقي')}|संगीत|म्यूज़िक|म्यूजिक`,
    ],
    unspaced: ['音楽|bgm|音乐|音樂|配乐|配樂|음악|배경음|ดนตรี|เพลง'],
  },
  sound: {
    spaced: [
      'sounds?|audio|(?<=(?:ohne|kein|mit) )ton|(?<=(?:sans|avec|pas de) )son|sonido|suono|som|geluid',
      `${arabic('صوت')}|ध्वनि`,
    ],
    unspaced: ['サウンド|音|声音|聲音|소리|사운드|เสียง'],
  },
  question: {
    spaced: [`questions?|fragen?|pregunta|domanda|pergunta|vraag|${arabic('سؤال')}|सवाल|प्रश्न`],
    unspaced: ['質問|問いかけ|问题|問題|提问|提問|질문|คำถาม'],
  },
  text: {
    spaced: [
      'text overlays?|(?:on ?-?screen )?texts?|(?:written )?words|lettering|texte[ns]?|schrift|textos?|test[oi]|tekst',
      `${arabic('نص')}|टेक्स्ट|पाठ`,
    ],
    unspaced: ['テキスト|文字|テロップ|文本|字样|텍스트|글자|문구|ข้อความ|ตัวหนังสือ'],
  },
};

export const elementWords = Object.entries(words).map(([kind, sources]) => ({
  kind: kind as Named,
  pattern: wordPattern(sources),
}));
