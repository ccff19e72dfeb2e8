/**
 * Subject that a creative direction may ask for. `asked` matches words of the direction that ask for the subject.
 * `facts` matches words of a description that are about the subject.
 */
interface Topic {
  name: string;
  asked: RegExp;
  facts: RegExp;
}

const topics: readonly Topic[] = [
  {
    name: 'durability',
    asked:
      /\b(?:durab\w*|tough\w*|rugged\w*|long[- ]?lasting|longevity|sturd\w*|robust\w*|strong|strength|built to last|haltbar\w*|robust\w*|solid\w*|duradero\w*|durabilit\w*)\b/iu,
    facts:
      /\b(?:durab\w*|tough\w*|rugged|last(?:s|ing)?|sturdy|robust|reinforced|hard-?wearing|abrasion\w*|scratch\w*|rust\w*|guarantee\w*|warranty|repair\w*|for life|years?|steel|oak|nylon|solid|double-?stitched|taped|tear\w*|unbreakable|withstand\w*|resist\w*|garantie|jahre\w*|garantía|años|garantie|ans)\b|保証|耐久|修理|질기|보증|耐用|保修|ضمان|متين/iu,
  },
  {
    name: 'comfort',
    asked: /\b(?:comfort\w*|cosy|cozy|soft\w*|bequem\w*|confort\w*|cómod\w*)\b/iu,
    facts:
      /\b(?:comfort\w*|soft\w*|cushion\w*|padded|memory foam|stretch\w*|breath\w*|ergonomic|cosy|cozy|warm|seamless|bequem|weich|confort\w*|doux|douce|suave|cómod\w*)\b/iu,
  },
  {
    name: 'price',
    asked:
      /\b(?:price\w*|cost\w*|afford\w*|cheap\w*|value|budget|discount\w*|deal|offer|sale|savings?|preis\w*|prix|precio\w*)\b/iu,
    facts:
      /[€$£¥₹]\s?\d|\d\s?(?:€|\$|£|USD|EUR)|\b\d+\s?% off\b|\b(?:free|no (?:monthly |joining |setup )?fees?|save \d|price\w*|afford\w*|gratis|gratuit\w*|kostenlos\w*)\b/iu,
  },
  {
    name: 'speed and time',
    asked:
      /\b(?:speed|fast\w*|quick\w*|sav(?:e|es|ing) (?:\w+ )?time|time[- ]saving|instant\w*|efficien\w*|schnell\w*|rapid\w*)\b/iu,
    facts:
      /\b(?:seconds?|minutes?|fast\w*|quick\w*|instant\w*|in (?:one|two|three) (?:tap|click|step)s?|clicks?|automatic\w*|at once|same day|within|hours?|sekunden|minuten|schnell\w*|minutos|segundos|minutes|secondes)\b/iu,
  },
  {
    name: 'battery life',
    asked: /\b(?:batter(?:y|ies)|charg\w*|run ?time|playtime|range|reichweite|akku\w*|autonomie|autonomía)\b/iu,
    facts:
      /\b(?:batter(?:y|ies)|charg\w*|mah|run ?time|playtime|one charge|range|akku\w*|kilometer|ladung|batterie|batería|autonom\w*)\b/iu,
  },
  {
    name: 'sustainability',
    asked:
      /\b(?:sustainab\w*|eco\w*|green|environment\w*|planet|recycl\w*|organic|climate|carbon|nachhaltig\w*|durable|sostenib\w*|écolog\w*)\b/iu,
    facts:
      /\b(?:recycl\w*|organic|renewable|plastic[- ]free|compost\w*|biodegrad\w*|vegan|refill\w*|reus\w*|carbon|solar|sustainab\w*|natural\w*|fair ?trade|direct trade|local\w*|bio|recycelt\w*|reciclad\w*|recyclé\w*|repair\w*)\b/iu,
  },
  {
    name: 'craft and origin',
    asked:
      /\b(?:craft\w*|hand[- ]?made|artisan\w*|heritage|tradition\w*|origin\w*|where it comes from|story|handwerk\w*|savoir-faire|artesan\w*)\b/iu,
    facts:
      /\b(?:hand(?:made)?|by hand|hand-\w+|workshop|small batch\w*|made in|sewn in|knitted in|woven|family|since \d|roast\w* (?:by|in)|artisan\w*|copper pots|handgemacht|genäht|fabriqué|à la main|a mano|hecho)\b|職人|手作り|手工|يدوي|हाथ/iu,
  },
  {
    name: 'safety',
    asked: /\b(?:safe\w*|secur\w*|protect\w*|sicher\w*|sécur\w*|segur\w*)\b/iu,
    facts:
      /\b(?:safe\w*|secur\w*|protect\w*|certified|tested|encrypt\w*|insured|licensed|lock\w*|helmet|fire|alarm|waterproof|sicher\w*|getestet)\b/iu,
  },
  {
    name: 'taste',
    asked: /\b(?:taste\w*|flavou?r\w*|delicious\w*|ingredients?|fresh\w*|geschmack|goût|sabor\w*)\b/iu,
    facts:
      /\b(?:taste\w*|flavou?r\w*|notes? of|fresh\w*|ripe|chocolate|honey|roasted|baked|lemon|ingredients?|sugar|sour|sweet|crunchy|geschmack|goût|sabor\w*)\b/iu,
  },
  {
    name: 'weight and size',
    asked:
      /\b(?:light(?:ness|weight)?|weight|compact\w*|small|size|portab\w*|travel\w*|leicht\w*|léger\w*|ligero\w*)\b/iu,
    facts:
      /\b(?:weigh\w*|light(?:weight)?|compact|packs?|folds?|fits?|portable|\d+(?:[.,]\d+)? ?(?:g|kg|grams?|kilos?|lbs?|oz)|pocket\w*|wiegt|gramm|leicht\w*|pèse|pesa)\b/iu,
  },
  {
    name: 'delivery',
    asked: /\b(?:deliver\w*|shipping|shipped|lieferung|livraison|envío)\b/iu,
    facts: /\b(?:deliver\w*|ship\w*|door|flat|liefer\w*|livr\w*|envío)\b|送料|ส่งฟรี|شحن|डिलीवरी/iu,
  },
  {
    name: 'warranty',
    asked: /\b(?:warrant\w*|guarantee\w*|garanti\w*|garantía|repairs?)\b/iu,
    facts: /\b(?:warrant\w*|guarantee\w*|repairs?|garanti\w*|garantía|for life)\b/iu,
  },
  {
    name: 'customers',
    asked: /\b(?:reviews?|ratings?|rated|customers?|testimonials?|trust\w*|social proof|popular\w*|credib\w*)\b/iu,
    facts:
      /\b(?:rated|stars?|reviews?|trusted|used by|loved by|students|customers|teams|downloads|businesses|out of 5)\b/iu,
  },
  {
    name: 'ease of use',
    asked: /\b(?:eas[ey]\w*|simpl\w*|convenien\w*|user[- ]friendly|effortless\w*|einfach\w*|facil\w*|fácil\w*)\b/iu,
    facts:
      /\b(?:eas[ey]\w*|simpl\w*|one hand|one tap|push of a button|without tools|clicks?|minutes|no paperwork|automatic\w*|by itself|washing machine|einfach\w*|facile\w*|fácil\w*)\b/iu,
  },
  {
    name: 'health',
    asked: /\b(?:health\w*|nutriti\w*|wellness|gesund\w*|santé|salud\w*|skin)\b/iu,
    facts:
      /\b(?:health\w*|protein|fibre|fiber|vitamin\w*|no added|sugar[- ]free|vet|dermatolog\w*|sensitive|fragrance free|niacinamide|organic)\b/iu,
  },
  {
    name: 'weather',
    asked: /\b(?:weather|rain\w*|waterproof\w*|water resist\w*|winter|storm\w*|cold)\b/iu,
    facts:
      /\b(?:rain|waterproof|water[- ]?(?:resist\w*|repellent)|dry|wind\w*|storm\w*|snow|cold|winter|taped|wasserdicht)\b/iu,
  },
  {
    name: 'quality',
    asked: /\b(?:quality|premium|luxur\w*|craftsmanship|qualität|qualité|calidad)\b/iu,
    facts:
      /\b(?:swiss|sapphire|solid|tested|numbered|hand|leather|silk|oak|cashmere|steel|workshop|certified|grade|qualität|qualité|calidad)\b/iu,
  },
];

/** Returns the topics that a text asks for. */
export const topicsIn = (text: string): Topic[] => topics.filter(({ asked }) => asked.test(text));

export type { Topic };
