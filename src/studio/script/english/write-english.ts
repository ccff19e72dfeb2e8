import { seededChoice } from '../../seeded.ts';
import { spoken, spokenName } from '../clean-text.ts';
import { contentWords } from '../direction.ts';
import { mentions } from '../mentions.ts';
import { losesLimit } from '../sayable.ts';
import type { Beat, Draft } from '../draft.ts';
import { closingOf, isLimitedByOffer, laterHeadline, offerTexts, statedOffer } from '../asked-texts.ts';
import { actionLabel } from '../labels.ts';
import type { WritingTask } from '../material.ts';
import { shownText } from '../screen-text.ts';
import { pictureBeat, subjectsOf } from '../subjects.ts';
import { bodyScenes } from './body.ts';
import { hookFor, type Hook } from './hooks.ts';
import { distinct, englishPoints, isSaidIn, type EnglishPoint } from './points.ts';
import { raised } from './claim.ts';
import { sentence } from './say.ts';
import { subjectOf, type Subject } from './subject.ts';

/** Writes a film in English: composes sentences from the claims of the request and the pages. */
export function writeEnglish(task: WritingTask): Draft<EnglishPoint> {
  const { material, direction } = task;
  const subject = subjectOf(material, task.sentences.join(' ')) ?? nameless;
  const points = distinct([...givenPoints(task), ...englishPoints(task.sentences, subject, direction)]).filter(
    ({ claim }) => !losesLimit(claim.words, task.sentences),
  );
  const hook = hookFor({ task, subject, points });
  const closing = closingOf(task);
  const rest = points.filter(
    (point) => !hook.uses.some(({ order }) => order === point.order) && !isSaid(point, hook, closing),
  );
  const subjects = subjectsOf(task);
  const isSigned = material.brand !== null && subject.name.toLowerCase().includes(material.brand.toLowerCase());
  const isNamed = hook.names || subject === nameless;
  return {
    language: task.language,
    opening: { role: 'hook', say: hook.say, show: hook.show, subject: subjects.hook },
    points: rest.filter(({ claim }) => claim.form !== 'question' && !isCalled(claim.words, task)),
    compose: (chosen, scenesMax) => bodyScenes(chosen, scenesMax, { subject, isNamed, subjects: subjects.body }),
    offer: offerBeat(task),
    endings: endings(task, ''),
    naming: isNamed || isSigned ? null : namingOf(task, subject),
    picture: pictureBeat(subjects),
    hasVoice: material.hasVoice,
    slowness: direction.pace === 'calm' ? 1.1 : 1,
  };
}

function namingOf(task: WritingTask, subject: Subject) {
  const { brand } = task.material;
  const from = brand === null ? '' : ` from ${spokenName(brand)}`;
  const beat: Beat = {
    role: 'benefit',
    say: sentence(`${raised(subject.inSentence)}${from}`),
    show: subject.name,
    subject: subjectsOf(task).spare,
  };
  return { name: subject.name, beat, endings: endings(task, `${raised(subject.inSentence)}.`) };
}

/** Reports whether the end card calls for what a claim says, such as `Book online in two minutes`. */
const isCalled = (words: string, task: WritingTask): boolean =>
  task.copy.cta === '' && words.toLowerCase().startsWith(actionFor(task).toLowerCase());

const nameless: Subject = { name: '', inSentence: 'it', isPlural: false, reference: { names: [], heads: [] } };

const isSaid = ({ claim }: EnglishPoint, { say }: Hook, closing: string | null): boolean =>
  isSaidIn(say, claim) || (closing !== null && isSaidIn(closing, claim));

const givenWorth = 20;

const saysAll = (text: string, claim: string): boolean =>
  contentWords(claim).every((word) => mentions(text, word)) &&
  (claim.match(/\d+/gu) ?? []).every((figure) => text.includes(figure));

/** Texts of the request and of the direction that the film says as they are. */
function givenPoints(task: WritingTask): EnglishPoint[] {
  const { copy, isGiven, direction, sentences } = task;
  const known = [...sentences, ...Object.values(copy)].join(' ');
  const claims = direction.claims.filter((claim) => !saysAll(known, claim));
  const given = [...laterHeadline(task), ...(isGiven.subheadline ? [copy.subheadline] : [])];
  const texts = [...given, ...direction.lines.slice(1), ...claims].map(spoken);
  return texts
    .filter((text) => text !== '')
    .map((words, at) => ({
      claim: { form: 'sentence', words: words.replace(/\.$/u, '') },
      role: 'benefit',
      order: -10 + at,
      worth: givenWorth - at,
      isWhole: true,
    }));
}

/** Reports whether the opening or the end card states the offer. */
function isStated(task: WritingTask): boolean {
  const opening = task.direction.opening?.kind;
  if (opening === 'price') return isLimitedByOffer(task.copy) || closingOf(task) === statedOffer(task.copy);
  return opening === 'offer' || closingOf(task) === statedOffer(task.copy);
}

function offerBeat(task: WritingTask): Beat | null {
  const { offer, price } = task.copy;
  if (offer === '' || isStated(task)) return null;
  const texts = task.direction.opening?.kind === 'price' ? [offer] : offerTexts(task.copy);
  const say = texts.map((text) => sentence(spoken(text))).join(' ');
  const show = texts
    .map((text) => (text === price ? text : shownText(text, 'en', 3)))
    .filter((text) => text !== '')
    .join('\n');
  return { role: 'offer', say, show, subject: 'product' };
}

/** Calls after which `at` and the name of a shop or a house can follow. */
const placed = /^(?:shop|order|buy|book|reserve|browse|see|find|explore|get|build|learn|discover|try)\b.*$/iu;
const unplaced = /\b(?:at|with|on|in|us|app|app store|play store|demo|trial|call|quote)\b/iu;

/** The end card. `name` is a sentence that names the product, `''` for none. */
function endings(task: WritingTask, name: string): Beat[] {
  const { material, copy } = task;
  const cta = copy.cta === '' ? actionFor(task) : copy.cta;
  const call = spoken(cta)
    .replace(/[.!→»>]+$/u, '')
    .trim();
  const brand = spokenBrand(material.brand);
  const calls = brand === null ? [call] : [withBrand(call, brand, material.seed), call];
  const closing = closingOf(task);
  const says = closing === null || closing === cta ? namedCalls(calls, name) : closedCalls(calls, closing);
  const texts = closing === null ? [cta] : [closing, cta];
  const show = texts
    .map((text) => shownText(text, 'en'))
    .filter((text) => text !== '')
    .join('\n');
  return says.map((say) => ({
    role: 'call_to_action',
    say: say === '' ? '' : sentence(say),
    show,
    subject: 'end_card',
  }));
}

const namedCalls = (calls: readonly string[], name: string): string[] =>
  name === '' ? [...calls] : [...calls.map((call) => `${name} ${call}`), ...calls];

function closedCalls(calls: readonly string[], closing: string): string[] {
  const line = sentence(spoken(closing));
  return [...calls.map((call) => `${line} ${call}`), line];
}

const brandWordsMax = 5;

/** The name of the brand as the voice says it. A host or a long name is not spoken. */
function spokenBrand(brand: string | null): string | null {
  if (brand === null || /\.\p{L}/u.test(brand) || brand.split(' ').length > brandWordsMax) return null;
  return spokenName(brand);
}

function withBrand(call: string, brand: string, seed: string): string {
  const isPlaced = placed.test(call) && !unplaced.test(call) && call.split(' ').length <= 4;
  const choices = isPlaced ? [`${call} at ${brand}`] : [`${brand}. ${call}`, `${call}. ${brand}`];
  return seededChoice(seed, 'ending', choices) ?? call;
}

const trial = /\bfree trial\b|\bfree for \d+ (?:days|weeks)|\btry it free\b/iu;
const tickets = /\b(?:day |weekend )?(?:tickets|passes)\b/iu;
const table = /\b(?:restaurant|bistro|brasserie|trattoria|osteria|tapas|pizzeria)\b/iu;

/** Calls that the texts make themselves, in their sentences. */
const ownCalls: readonly { said: RegExp; call: string }[] = [
  { said: /\bbook online\b/iu, call: 'Book online' },
  { said: /\bbook (?:a|your) (?:demo|call)\b/iu, call: 'Book a demo' },
  { said: /(?:^|[.!?] )open an? (?:\p{L}+ )?account\b/iu, call: 'Open an account' },
  { said: /\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|our|quiet) rooms\b/iu, call: 'See the rooms' },
];

/** The call to action if neither the request nor the page has one. It offers nothing that the texts do not mention. */
function actionFor({ material, sentences, language }: WritingTask): string {
  const all = sentences.join(' ');
  if (trial.test(all)) return 'Start your free trial';
  if (tickets.test(all)) return 'Get tickets';
  if (table.test(all) && /\bbook|reserv/iu.test(all)) return 'Book a table';
  const own = ownCalls.find(({ said }) => said.test(all));
  if (own !== undefined) return own.call;
  const sells =
    material.product !== null &&
    !/\b(?:app|account|software|course|lessons?|service|festival|insurance|platform|crm|users|appointments?)\b/iu.test(
      `${material.product} ${all}`,
    );
  return actionLabel(language, sells ? 'shop' : 'learn') ?? 'Learn more';
}
