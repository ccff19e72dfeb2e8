const list = (words: string): string[] => words.trim().split(/\s+/u);

/** Verbs of descriptions whose form in -s is hardly ever a noun. */
const plainVerbs = list(`
  close click snap hang extend slide tuck wick rinse bend hinge detach drain dribble bounce float hum purr inflate deflate stow nest
  grind print weave knit crunch crumble age mature ripen pop roam steer brake corner climb descend crawl grip anchor bite
  leak drip spill stain fade crease wrinkle shrink rust crack chip break tear ravel squeak rattle wobble creak scratch
  absorb accept adapt add adjust align allow analyze analyse arrive attach automate avoid become begin belong blend
  bring browse brush build burn calculate calm capture catch chill clean clear clip combine come connect contain convert
  cook cool create cure cushion cut defend delight deliver detect develop deter dim dissolve double dry ease eliminate empty
  enable encourage end enhance enjoy ensure erase evict expand explain extend extract feature feed feel fight file fill filter
  find finish fit fix flatten fold follow forecast foam freeze fry fuel generate get give glide glow go grab grow guarantee
  guard guide happen harvest hear heat help hide highlight hold hug hydrate illuminate import improve include increase
  insulate integrate invite isolate join keep kill know last lather launch learn leave lend let lift lighten limit live lower
  maintain make manage match measure meet melt moisturise moisturize monitor mount move need never nourish offer open operate
  organise organize pair pass pay perform pick please pour prepare prevent produce protect provide purify put reach read
  rebuild recharge recognise recognize recommend reduce refill refresh release remain remember remind remove repair repel
  replace resist restore return reveal roll rotate run save scan seal secure sell send separate serve sharpen shave shine ship
  shorten show shut simplify sit sleep slide slip smell smooth soak soften soothe sound speak speed spin spread squeeze start
  stay stick stop store straighten streamline strengthen stretch suit supply support swing swivel sync take taste teach tell
  think tighten tilt tone translate transcribe transform transport trap travel treat trim turn unfold unite unlock upgrade use
  vanish verify wake warm warn wash watch wear weigh welcome whisk whiten win wipe withstand work wrap write`);

/** Verbs whose form in -s may also be a plural noun: `covers`, `lights`. */
const nounLikeVerbs = list(`
  adapter answer back balance bake block boost brew brush bundle button care carry change charge check color colour comfort
  control cost count cover crack craft cup cushion cut design display dress drill drink drip drive drop edge experience fall
  feature fill filter finish fire fit fix flow fold foam form frame function gift glow grill grind grip guard guide heat
  host house hug kick lace land layer lead level light link list lock look map mark mask match measure mix mount mug note
  notice offer order pack pad paint park patch phone picture pin pitch place plan plant play plug point polish position post
  power press print process project promise quilt race raise range rate record rest ride ring roast rock roll rule run
  sand scan score screen scrub seal seat service set sew shade shape share shelter shield ship show sit size smile snap snack
  sound space spot spray stack stage stand start state steam step stitch stop store stream style suit support surprise
  swing switch tap target taste team test tie time top touch tour track trade trail train trap travel trim trip trust turn
  type value view visit voice walk watch wave weave weight wheel work wrap`);

const irregularThird: Record<string, string> = { go: 'goes', do: 'does', have: 'has' };

function third(base: string): string {
  const irregular = irregularThird[base];
  if (irregular !== undefined) return irregular;
  if (/(?:[sxz]|ch|sh)$/u.test(base)) return `${base}es`;
  return /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

const baseOfThird = new Map([...plainVerbs, ...nounLikeVerbs, 'have', 'do'].map((base) => [third(base), base]));
const plainThird = new Set(plainVerbs.filter((base) => !nounLikeVerbs.includes(base)).map(third));
/** Verbs without an imperative. */
const stative = new Set(list('need please become know think happen begin contain feature remain absorb belong arrive'));
const onlyCommands =
  list(`try discover choose forget imagine say swap speak pause cancel visit ask call borrow rent invest
  earn donate upload download edit draw customise customize design explore escape sip savour savor indulge gather
  celebrate pick snuggle curl sink`);
const bases = new Set([...plainVerbs, ...nounLikeVerbs, ...onlyCommands].filter((base) => !stative.has(base)));
const auxiliaries = new Set(
  list(`is are was were be has have had do does did can could will would may might must should isn't aren't don't doesn't
    can't won't it's they're you'll we'll you're we're we've you've that's`),
);

const determiners = new Set(
  list(`a an the your you my our their its his her this that these those every each all both any some no more most much many
    one two three four five six seven eight nine ten it them us me everything anything`),
);
const particles = new Set(
  list('up down off out in on over away back to with without like at from into through under for of by'),
);

const bare = (word: string | undefined): string =>
  (word ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'’%€$£-]/gu, '')
    .replace(/’/gu, "'");

/** Reports whether a word can begin the object of a verb. */
export const startsObject = (word: string | undefined): boolean =>
  determiners.has(bare(word)) || /^[€$£]?\d/u.test(bare(word));

/** Reports whether `words[at]` is a verb in the third person (`keeps`). Words that may be plural nouns need an object. */
export function isThirdPerson(words: readonly string[], at: number): boolean {
  const word = bare(words[at]);
  if (!baseOfThird.has(word) || /[,;:.]$/u.test(words[at] ?? ''))
    return plainThird.has(word) && at === words.length - 1;
  if (plainThird.has(word)) return true;
  const next = bare(words[at + 1]);
  if (startsObject(next)) return !/^(?:that|which)$/u.test(next);
  if (at === 0) return alwaysVerbs.test(word) || /^(?:through|up|off|out|away|into|under)$/u.test(next);
  return alwaysVerbs.test(word) && particles.has(next);
}

/**
 * Reports whether a word may be a verb in the third person. Returns true also for a word that may be a noun, such as
 * `covers`.
 */
export const mayBeThirdPerson = (word: string | undefined): boolean => baseOfThird.has(bare(word));

/** Forms in -s that are verbs at the start of a description although they may be nouns elsewhere. */
const alwaysVerbs =
  /^(?:fits|runs|works|looks|comes|lasts|smells|tastes|feels|stays|burns|holds|turns|folds|packs|stands|carries|charges|locks|opens|rolls|plugs|mixes|brews|snaps|cuts)$/u;

/** Returns the third person of a known verb (`stay` gives `stays`); undefined for other words. */
export const thirdPerson = (word: string): string | undefined => {
  const form = third(bare(word));
  return baseOfThird.has(form) ? form : undefined;
};

/** Returns the base form of a verb in the third person; undefined if it is not known. */
export const baseForm = (word: string): string | undefined => baseOfThird.get(bare(word));

export const isAuxiliary = (word: string | undefined): boolean => auxiliaries.has(bare(word));

/** Reports whether a text begins with a verb in the imperative and its object: `Plan your week`, `Say goodbye to`. */
export function isImperative(words: readonly string[]): boolean {
  const [first, second] = [bare(words[0]), words[1]];
  if (/^(?:just|never|don't|simply)$/u.test(first)) return isImperative(words.slice(1));
  if (!bases.has(first) || second === undefined) return false;
  if (/^(?:or|and)$/u.test(bare(second))) return bases.has(bare(words[2]));
  return startsObject(second) || canTake(first, second);
}

/** Reports whether a verb can be followed by a word that is not a determiner: `speak Spanish`, `turn off`, `get tickets`. */
function canTake(verb: string, next: string): boolean {
  if (properObjects.test(verb)) return true;
  if (particles.has(bare(next))) return !nounBefore.test(verb);
  return freeImperatives.test(verb) && /^\p{Ll}/u.test(next);
}

const nounBefore =
  /^(?:note|guide|cover|light|gift|set|pack|drink|order|range|team|tour|test|work|time|plan|support|care|experience|record|box|drill|kind)$/u;
const properObjects = /^(?:learn|speak|visit|meet|explore)$/u;
const freeImperatives =
  /^(?:get|keep|make|take|learn|send|save|cut|stop|start|enjoy|create|build|find|track|manage|run|open|add|try|meet|discover|record|divide|wear|sleep|cook|brew|turn|say|swap|protect|reduce|remove|pay|bring|serve|see|hear|feel|write|read|wake|control|capture|relax|join)$/u;

/**
 * Verbs for what a user does with the help of a product. `Keeps your floor dry` may be said as `Keep your floor dry`.
 */
const userVerbs = new Set(
  list(`keep protect save cut reduce remove clean organise organize track manage plan store carry charge power warm cool
    wash repair replace control record send share turn stop block learn monitor simplify create build shape smooth soften
    calm boost`),
);

export const isUserVerb = (base: string): boolean => userVerbs.has(base);
