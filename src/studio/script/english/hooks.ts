import { isLimiting } from '../../../words/qualified-price.ts';
import { seededChoice } from '../../seeded.ts';
import type { WritingTask } from '../material.ts';
import { isAbout } from '../worth.ts';
import { isLimitedByOffer, priceOf, statedOffer } from '../asked-texts.ts';
import { spoken, spokenName } from '../clean-text.ts';
import { neededSeconds } from '../plan.ts';
import { shownText } from '../screen-text.ts';
import { unhurriedSeconds } from '../speech-time.ts';
import { lowered, raised, type Claim } from './claim.ts';
import type { EnglishPoint } from './points.ts';
import { agreeing, asCommand, asQuestion, said, sentence, withArticle } from './say.ts';
import { screenText } from './screen.ts';
import type { Subject } from './subject.ts';

/** First scene of a film. */
export interface Hook {
  say: string;
  show: string;
  /** True if the words name the product. The next sentence can then call the product `it`. */
  names: boolean;
  /** Points that the hook says, which the rest of the film does not repeat. */
  uses: readonly EnglishPoint[];
}

export interface HookContext {
  task: WritingTask;
  subject: Subject;
  points: readonly EnglishPoint[];
}

type Maker = (context: HookContext) => Hook | undefined;

/** Returns the opening that the direction asks for or the client gave, else one of several kinds, chosen by the seed. */
export function hookFor(context: HookContext): Hook {
  const wanted = [quotedHook, directedHook, headlineHook, audienceHook, questionOfPage].map((make) => make(context));
  return wanted.find((hook) => hook !== undefined) ?? chosenHook(context);
}

const shownWhole = (text: string): string => shownText(text, 'en', 3);

const quotedHook: Maker = ({ task }) => {
  const [line] = task.direction.lines;
  return line === undefined
    ? undefined
    : { say: sentence(spoken(line)), show: shownWhole(line), names: false, uses: [] };
};

const directedHook: Maker = (context) => {
  const { opening } = context.task.direction;
  if (opening === null) return undefined;
  if (opening.kind !== 'topic') return directed[opening.kind](context);
  const point = context.points.find(({ claim }) => isAbout(claim.words, opening.topics, opening.words));
  return point === undefined ? undefined : pointHook(point, context);
};

const priceHook: Maker = ({ task, subject }) => {
  const price = priceOf(task);
  if (price === '' || isLimitedByOffer(task.copy)) return offerHook({ task, subject, points: [] });
  // `£1 gets you the membership` is false if £1 is the price of the first month.
  const isBare = !isLimiting(price) && !isLimiting(task.copy.offer);
  return {
    say: sentence(
      isBare ? `${price} gets you ${subject.inSentence}` : `${raised(subject.inSentence)}: ${spoken(price)}`,
    ),
    show: `${price}\n${subject.name}`,
    names: true,
    uses: [],
  };
};

const offerHook: Maker = ({ task }) => {
  const offer = statedOffer(task.copy);
  return offer === '' ? undefined : { say: sentence(spoken(offer)), show: shownWhole(offer), names: false, uses: [] };
};

const headlineWordsMax = 12;

const headlineHook: Maker = (context) => (context.task.isGiven.headline ? headlineOf(context) : undefined);

const headlineOf: Maker = ({ task, subject }) => {
  const { headline } = task.copy;
  if (headline === '' || headline.split(/\s+/u).length > headlineWordsMax) return undefined;
  return { say: sentence(spoken(headline)), show: shownWhole(headline), names: says(headline, subject), uses: [] };
};

const says = (text: string, { name }: Subject): boolean => text.toLowerCase().includes(name.toLowerCase());

/** Makes a hook that greets the audience: `Runners, meet the Aero Trainer 2.` */
const audienceHook: Maker = ({ task, subject }) => {
  const { audience } = task.direction;
  if (audience === null) return undefined;
  const greeting = `${raised(audience)}, meet ${subject.inSentence}`;
  return { say: sentence(greeting), show: shownText(greeting, 'en'), names: true, uses: [] };
};

const questionWordsMax = 9;

const questionOfPage: Maker = ({ points }) => {
  const point = points.find(
    ({ claim }) => claim.form === 'question' && claim.words.split(' ').length <= questionWordsMax,
  );
  return point === undefined
    ? undefined
    : { say: point.claim.words, show: shownWhole(point.claim.words), names: false, uses: [point] };
};

/** Makes a hook that asks for the product: `What keeps water cold for 24 hours?` */
const questionHook: Maker = ({ points, subject }) => {
  if (subject.isPlural) return undefined;
  const point = points.find(({ claim }) => asQuestion(claim) !== undefined);
  const question = point && asQuestion(point.claim);
  if (point === undefined || question === undefined) return undefined;
  return { say: question, show: shownWhole(question), names: false, uses: [point] };
};

const directed = {
  price: priceHook,
  offer: offerHook,
  headline: headlineOf,
  question: (context) => questionOfPage(context) ?? questionHook(context),
  name: (context) => meeting(context),
  product: (context) => headlineHook(context) ?? meeting(context),
} satisfies Record<string, Maker>;

function chosenHook(context: HookContext): Hook {
  if (context.task.direction.focus.length > 0) return focusHook(context) ?? anyHook(context) ?? lastHook(context);
  const { seed } = context.task.material;
  const kinds = makersFor(context).flatMap((make) => make(context) ?? []);
  return seededChoice(seed, 'hook', kinds) ?? anyHook(context) ?? lastHook(context);
}

/**
 * Returns the kinds of hooks that suit the film. A calm or elegant film does not open with an invitation
 * (`commandHook`), and `questionHook` is for playful or brisk films only.
 */
function makersFor({ task: { material, direction } }: HookContext): Maker[] {
  const usual = [pageHeadlineHook, leadHook, claimHook, sentenceHook];
  if (direction.pace === 'calm' || material.tone === 'elegant') return usual;
  return [commandHook, ...usual, ...(material.tone === 'playful' || direction.pace === 'brisk' ? [questionHook] : [])];
}

/** Makes a hook from a claim about a subject that the creative direction asks for. */
const focusHook: Maker = (context) => {
  const { focus, focusWords } = context.task.direction;
  const points = context.points.filter(({ claim }) => isAbout(claim.words, focus, focusWords));
  const own = { ...context, points };
  return commandHook(own) ?? claimHook(own);
};

/** Makes a hook that says the best claim as an invitation: `Keep water cold for 24 hours.` */
const commandHook: Maker = (context) => {
  const commands = context.points
    .slice(0, 5)
    .filter(
      ({ claim }) =>
        (claim.form === 'command' || asCommand(claim) !== undefined) &&
        claim.words.split(' ').length <= 9 &&
        !isCall.test(claim.words),
    );
  const point = commands.find(isBrief) ?? commands[0];
  return point === undefined ? undefined : pointHook(point, context);
};

/** Matches an invitation to buy, book or cancel. Such an invitation is for the end of a film, so no hook uses it. */
const isCall = /^(?:try|book|order|call|visit|buy|shop|contact|sign up|skip|pause|cancel|add)\b/iu;

/**
 * Reports whether a claim says what the product or its maker does. Such a claim opens a film better than a part or a
 * material.
 */
const doesSomething = ({ claim }: EnglishPoint): boolean => claim.form === 'predicate' || claim.form === 'sentence';

/** Least worth of a claim that a film opens with. */
const hookWorthMin = 2;

/** Longest claim that a film can open with, in seconds. */
const openingSecondsMax = 4;

/**
 * Makes a hook from the best claim of any form. This is better than a hook that only names the product, which would fit
 * every product.
 */
const anyHook: Maker = (context) => {
  const points = context.points.filter(
    ({ claim }) =>
      claim.form !== 'question' && !isCall.test(claim.words) && !/^(?:it|its|they|their)\b/iu.test(claim.words),
  );
  const ready = points
    .slice(0, 5)
    .filter(({ claim, worth }) => worth >= hookWorthMin && unhurriedSeconds(claim.words, 'en') <= openingSecondsMax)
    .toSorted((a, b) => Number(doesSomething(b)) - Number(doesSomething(a)) || Number(isBrief(b)) - Number(isBrief(a)));
  const [point] = ready;
  return point === undefined || points.length < 2 ? undefined : pointHook(point, context);
};

/** Names the product or, if the film has then no time for any claim, says the best claim that fits the film. */
function lastHook(context: HookContext): Hook {
  const { language, material } = context.task;
  const secondsOf = (hooks: readonly Hook[]): number =>
    hooks.reduce((sum, hook) => sum + neededSeconds({ ...hook, role: 'hook', subject: 'type' }, pace), endSeconds);
  const pace = { language, slowness: 1, hasVoice: material.hasVoice };
  const hook = meeting(context);
  const claims = context.points
    .filter(({ claim }) => !isCall.test(claim.words))
    .map((point) => pointHook(point, context));
  const hasTime = claims.some((claim) => secondsOf([hook, claim]) <= material.seconds);
  return (
    (hasTime ? undefined : claims.find((claim) => secondsOf([claim]) + pictureSeconds <= material.seconds)) ?? hook
  );
}

/** Shortest end card and shortest scene with a picture alone, in seconds. */
const [endSeconds, pictureSeconds] = [2.25, 1.95];

const briefSecondsMax = 3.2;
const isBriefClaim = ({ words }: Claim): boolean => unhurriedSeconds(words, 'en') <= briefSecondsMax;
const isBrief = ({ claim }: EnglishPoint): boolean => isBriefClaim(claim);

function pointHook(point: EnglishPoint, { subject }: HookContext): Hook {
  const command = asCommand(point.claim);
  if (command !== undefined) return { say: sentence(command), show: screenText(command), names: false, uses: [point] };
  return {
    say: said(point.claim, subject, 'name'),
    show: screenText(agreeing(point.claim.words, subject.isPlural && point.claim.form === 'predicate')),
    names: point.claim.form === 'predicate' || point.claim.form === 'state' || point.claim.form === 'definition',
    uses: [point],
  };
}

/** Makes a hook that names the product and says its best claim: `The Steel Bottle keeps water cold for 24 hours.` */
const claimHook: Maker = (context) => {
  const [point] = context.points;
  const fits = point?.claim.form === 'predicate' && point.claim.words.split(' ').length <= 7;
  return point !== undefined && fits ? pointHook(point, context) : undefined;
};

/** Makes a hook from the best short sentence with its own subject: `We roast every batch by hand.` */
const sentenceHook: Maker = (context) => {
  const own = context.points.slice(0, 3).filter(({ claim }) => claim.form === 'sentence');
  const point = own.find(({ claim }) => isBriefClaim(claim) && !/^(?:it|its|they|their)\b/iu.test(claim.words));
  return point === undefined
    ? undefined
    : { ...pointHook(point, context), names: says(point.claim.words, context.subject) };
};

const pageHeadlineHook: Maker = ({ task, subject }) => {
  const { headline } = task.copy;
  const words = headline.split(/\s+/u).length;
  if (task.isGiven.headline || headline === '' || words < 3 || words > 9) return undefined;
  return { say: sentence(spoken(headline)), show: shownWhole(headline), names: says(headline, subject), uses: [] };
};

/** Makes a hook from the noun phrase that the description begins with: `A light shoe for long roads.` */
const leadHook: Maker = ({ points, subject }) => {
  const leads = points.filter(({ claim, order }) => isLead(claim) && (order === 0 || claim.form === 'definition'));
  const point = leads.find(isBrief) ?? leads.at(-1);
  if (point === undefined) return undefined;
  const phrase = sentence(withArticle(point.claim.words));
  const say = point.claim.form === 'definition' ? `${raised(subject.inSentence)}: ${lowered(phrase)}` : phrase;
  return { say, show: screenText(point.claim.words), names: point.claim.form === 'definition', uses: [point] };
};

const isLead = ({ form, words }: Claim): boolean =>
  (form === 'definition' || (form === 'thing' && /\s(?:for|with|of|that|in|above|from|at|by)\s/u.test(words))) &&
  words.split(' ').length <= 9;

function meeting({ task, subject }: HookContext): Hook {
  const { brand } = task.material;
  const isNew = brand !== null && !subject.name.toLowerCase().includes(brand.toLowerCase());
  const from = isNew ? ` from ${spokenName(brand)}` : '';
  const say = task.direction.pace === 'calm' || task.material.tone === 'elegant' ? 'This is' : 'Meet';
  return { say: sentence(`${say} ${subject.inSentence}${from}`), show: subject.name, names: true, uses: [] };
}
