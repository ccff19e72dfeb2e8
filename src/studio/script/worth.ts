import { isFurniture, isHollow, wordCount } from '../../words/words.ts';
import { address } from './clean-text.ts';
import { mentions, type Direction } from './direction.ts';
import type { Topic } from './topics.ts';

/** Notices that belong in a description and not in an ad: care, sizes, stock, legal text. */
const notice =
  /\b(?:hand[- ]?wash|wash (?:separately|before)|(?:do not|don't|never) (?:bleach|tumble|iron|use|expose|immerse|microwave|machine|put|swallow|leave)|avoid|keep (?:out of|away from)|contains? (?:nuts|milk|gluten|soy|wheat|eggs?|lactose)|may contain|warning|caution|consult|not (?:suitable|included|recommended)|sold separately|available in|dimensions?|sku|model (?:no|number)|item (?:no|number)|article no|terms|conditions|please|note that|disclaimer|copyright|click|subscribe|follow us|visit us|visit our|read more|ships? (?:from|in)|allow \d|in stock|out of stock|allergens?|nutrition(?:al)? (?:facts|information)|best before|store in a|size guide|colou?rs? may|images? (?:are|is)|assembly required|lorem ipsum|n\/a|(?:drink|play|enjoy) responsibly|\d+ ?% (?:vol|abv|alc))\b/iu;
const foreignNotice =
  /\b(?:handwäsche|maße|abmessungen|artikelnummer|nicht (?:geeignet|enthalten)|achtung|hinweis|zzgl|ne pas|dimensions|attention|conditions|no (?:apto|incluye)|medidas|advertencia|avvertenze|dimensioni)\b/iu;

/** Words that praise without saying anything. */
const vague =
  /\b(?:stylish|amazing|awesome|perfect|ultimate|best|great|beautiful|stunning|high[- ]quality|top[- ]quality|innovative|modern|unique|exceptional|superior|incredible|premium|must[- ]have|essential|versatile|elegant|timeless|trendy|unmatched|exquisite|remarkable|solutions?|experience|journey|lifestyle|designed to|passion\w*|committed|dedicated|excellence|believe|strive|proud|pride|leading|state[- ]of[- ]the[- ]art|discover|imagine|introducing)\b/giu;
const concrete =
  /\b(?:steel|oak|wool|merino|cotton|linen|leather|aluminium|aluminum|ceramic|glass|silk|copper|nylon|bamboo|cork|stone\w*|sapphire|titanium|silicone|cashmere|denim|soy|honey|chocolate|lemon|olive\w*|hazelnuts?|figs?|oats|hand|hood|pockets?|battery|lid|guarantee|warranty|free|tested|certified|vet|teacher|rain|oven|pasta|bread|terrace|pool|garden|fruit|vegetables|berries|herbs|flowers|juniper|beans|cocoa|vanilla|shea|rubber|acetate|almonds?|no (?:added |plastic |artificial )?(?:sugar|salt|plastic|cartridges|contract|deposit|drilling))\b/giu;
const figure =
  /\d|[一二三四五六七八九十百千]+(?:年|時間|日|回|次|小时|天|米)|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|half|double|twice|one hand|one tap|every)\b/iu;

/** Reports whether a whole sentence is a notice, whatever its parts say. */
export const isNotice = (sentence: string): boolean =>
  /\b(?:warning|caution|please|note that|disclaimer|consult|avoid|keep (?:out|away)|terms|copyright|lorem ipsum)\b/iu.test(
    sentence,
  );

export function isUsable(statement: string): boolean {
  return (
    !notice.test(statement) &&
    !foreignNotice.test(statement) &&
    statement.search(address) < 0 &&
    !isFurniture(statement) &&
    !isHollow(statement) &&
    !/[{}<>=\\]|["“”„«»]|\b[A-Z]{2,}\d{4,}\b/u.test(statement) &&
    !isPackSize(statement) &&
    !ageLimit.test(statement)
  );
}

/** Matches an age limit, such as `From four months` or `Ages 3 and up`. */
const ageLimit =
  /^(?:from|for(?: children)?(?: from| aged)?|ages?|aged) (?:ages? )?[\p{L}\d]+(?: (?:months?|years?)| and (?:up|over))\b.{0,12}$/iu;

/**
 * Reports whether a statement is the size of a package, such as `500 ml bottle` or `100g入り`, but not `Weighs 198 g`.
 */
const isPackSize = (statement: string): boolean =>
  /^\P{N}{0,14}\d+(?:[.,]\d+)?\s?(?:g|kg|ml|cl|l|oz|cm|mm|m|lbs?|克)(?![a-z])\P{N}{0,10}$/iu.test(statement) &&
  !/weigh|wieg|pèse|pesa/iu.test(statement);

/** Value of a statement for an ad, about 0 to 10; what the direction asks for is worth most. */
export function worthOf(statement: string, at: number, direction: Direction): number {
  const words = wordCount(statement);
  const position = Math.min(8, at) * 0.22;
  return (
    3 +
    substance(statement) -
    faults(statement, words) -
    position +
    asked(statement, direction) +
    paceWorth(words, direction)
  );
}

function substance(statement: string): number {
  const names = Math.min(2, statement.match(concrete)?.length ?? 0);
  return (figure.test(statement) ? 1.6 : 0) + names * 0.6 + (/\b(?:you|your)\b/iu.test(statement) ? 0.8 : 0);
}

function faults(statement: string, words: number): number {
  const praise = Math.min(3, statement.match(vague)?.length ?? 0) * 1.1;
  const isList = /%.*%/u.test(statement) || dimensions.test(statement);
  return praise + (words > 11 || words < 3 ? 0.8 : 0) + (isList ? 3 : 0) + (logistics.test(statement) ? 1.5 : 0);
}

/** A row of measures, such as `4 mm thick, 1.9 kg`. */
const dimensions = /^\d+(?:[.,]\d+)? ?(?:mm|cm|m|g|kg|ml|l|inch(?:es)?|lbs?|oz|pages)\b[^,]*,/iu;

/** Reports whether the direction forbids a statement. */
export const isAvoided = (statement: string, { avoid, avoidWords }: Direction): boolean =>
  avoid.some(({ facts }) => facts.test(statement)) || avoidWords.some((word) => mentions(statement, word));

export const isLogistics = (statement: string): boolean => logistics.test(statement);

/** Delivery and packaging are no reason to want a product. */
const logistics =
  /\b(?:deliver(?:y|ed|s)|shipp(?:ing|ed)|ships|lieferung|versand\w*|livr\w+|envío|envase|botella|spedizione|gift box|packaged)\b|送料|配送|شحن|ส่งฟรี|डिलीवरी|배송/iu;

function paceWorth(words: number, { pace }: Direction): number {
  if (pace !== 'brisk') return 0;
  return words <= 6 ? 1 : words > 9 ? -1 : 0;
}

function asked(statement: string, { focus, focusWords }: Direction): number {
  const topics = focus.filter(({ facts }) => facts.test(statement)).length;
  const words = focusWords.filter((word) => mentions(statement, word)).length;
  const isOther = focus.length > 0 && topics + words === 0;
  return Math.min(2, topics) * 5 + Math.min(3, words) * 3 - (isOther ? 1 : 0);
}

export const isAbout = (statement: string, topics: readonly Topic[], words: readonly string[]): boolean =>
  words.some((word) => mentions(statement, word)) || topics.some(({ facts }) => facts.test(statement));

/** Evidence for a claim: figures, materials, origin, tests, guarantees. */
const evidence =
  /\d|\b(?:guarantee|warranty|certified|tested|rated|trusted|used by|made in|sewn in|knitted in|built by|by hand|hand-?\w+ed|recycled|insured|licensed|for life|workshop|written by|garantie|garantía|since|seit|depuis|desde)\b|保証|职人|職人|手工|يدوي|हाथ/iu;

export const isEvidence = (statement: string): boolean => evidence.test(statement);
