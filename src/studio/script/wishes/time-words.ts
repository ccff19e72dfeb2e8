import { numberOf, numberSource } from './numbers.ts';
import { firstFrame, firstScene, lastFrame, lastScene, type WishedTime } from './wish.ts';
import { wordPattern } from './word-patterns.ts';

/** How a clause names a time. `time` gets the numbers of the match, in order. */
interface TimeRule {
  pattern: RegExp;
  time: (...numbers: number[]) => WishedTime;
}

const N = `(${numberSource})`;
const first = 'first|opening|initial|erste[nrsm]?|premiere?s?|primer[oa]?s?|prim[oaie]|primeir[oa]s?|eerste';
const last = 'last|final|closing|letzte[nrsm]?|derniere?s?|ultim[oaie]s?|laatste';
const frame = '(?:frames?|bild|einzelbild|image|fotograma|fotogramma|quadro|cuadro|beeld)';
const second = '(?:seconds?|secs?|s|sekunden?|sek|secondes?|segundos?|seg|second[oi]|seconden?)';
const scene =
  '(?:scenes?|shots?|screens?|slides?|clip|szenen?|einstellung(?:en)?|plans?|escenas?|tomas?|inquadratur[ae]|cenas?|scena)';
const film =
  '(?:film|video|clip|ad|advert|spot|commercial|movie|werbung|werbespot|publicite|pub|anuncio|filmato|annuncio|filme|advertentie)s?';
const whole = `(?:(?:the|this|das|der|den|dem|des|du|le|la|del|dello|do|van de|van het|el|il|o) )?(?:(?:whole|entire|ganze[nrs]?|tout|todo|tutto|hele) )?${film}`;
const few = '(?:few|couple of|paar|quelques|pocos|pochi|poucos|paar)';

const firstIn = '(?:最初|冒頭|はじめ|始め|初め|開始|前|最初|开头|開頭|开始|一开始|처음|첫|초반|اول|पहले|शुरुआती)';
const lastIn = '(?:最後|ラスト|終わり|終盤|最后|结尾|結尾|末尾|倒数|마지막|끝|اخر|आखिरी|आख़िरी|अंतिम)';
const secondIn = '(?:秒(?:間|以内|钟|鐘|内|內)?|초(?:간| 동안)?|ثوان[يى]?|ثانية|सेकंड|सेकेंड|सेकण्ड|วินาที)';
const firstFrameIn =
  '(?:最初の|冒頭の|第一|第1|首|첫 ?(?:번째 ?)?|اول |पहले |पहला )(?:フレーム|コマ|画面|帧|幀|프레임|화면|اطار|لقطة|फ्रेम)|الاطار الاول|اللقطة الاولى|เฟรมแรก';
const lastFrameIn =
  '(?:最後の|ラスト|最后一|最後一|尾|마지막 ?|اخر |आखिरी |अंतिम )(?:フレーム|コマ|画面|帧|幀|프레임|화면|اطار|لقطة|फ्रेम)|الاطار الاخير|เฟรมสุดท้าย';
const sceneIn = '(?:シーン|カット|場面|ショット|(?:个|個)?(?:场景|場景|镜头|鏡頭)|(?:一)?幕|장면|씬|컷)';

const firstSeconds = (to: number): WishedTime => ({ kind: 'seconds', from: 0, to });
const lastSeconds = (seconds: number): WishedTime => ({ kind: 'last-seconds', seconds });
const everyScene = (): WishedTime => ({ kind: 'every-scene' });
const range = (from: number, to: number): WishedTime => ({ kind: 'seconds', from, to });
/** Length in seconds of a moment, such as “at second 4”. */
const momentSeconds = 0.1;
/** Number of seconds that `the first seconds` and `the first few seconds` mean. */
const fewSeconds = 3;

const spaced = (source: string, time: TimeRule['time']): TimeRule => ({
  pattern: wordPattern({ spaced: [source] }),
  time,
});
const unspaced = (source: string, time: TimeRule['time']): TimeRule => ({
  pattern: wordPattern({ unspaced: [source] }),
  time,
});

/** Rules in the order in which they are tried: a longer description of a time comes before its parts. */
const rules: readonly TimeRule[] = [
  spaced(`(?:${first}) ${frame}|frame (?:1|0|one|zero)`, () => firstFrame),
  unspaced(firstFrameIn, () => firstFrame),
  spaced(`(?:${last}) ${frame}`, () => lastFrame),
  unspaced(lastFrameIn, () => lastFrame),

  spaced(`(?:${first}) ${N}[ -]?${second}|${N} (?:${first}) ${second}`, firstSeconds),
  spaced(`(?:${last}) ${N}[ -]?${second}|${N} (?:${last}) ${second}`, lastSeconds),
  spaced(
    `${N} ${second} (?:before|from|vor|avant|antes|prima|voor) ?(?:de|del|do|della)? ?(?:the|dem|la|el|il|o|het)? ?(?:very )?(?:ende?|schluss|fine?|final|fim|einde)`,
    lastSeconds,
  ),
  spaced(`(?:${first}) (?:second|sekunde|seconde|segundo|secondo)`, () => firstSeconds(1)),
  spaced(`(?:${last}) (?:second|sekunde|seconde|segundo|secondo)`, () => lastSeconds(1)),
  spaced(`(?:${first}) (?:${few} )?${second}|${few} (?:${first}) ${second}`, () => firstSeconds(fewSeconds)),
  spaced(`(?:${last}) (?:${few} )?${second}|${few} (?:${last}) ${second}`, () => lastSeconds(fewSeconds)),
  unspaced(`${firstIn}의?的?の? ?${N} ?${secondIn}|${N} ?${secondIn} ?แรก`, firstSeconds),
  unspaced(`${lastIn}의?的?の? ?${N} ?${secondIn}|${N} ?${secondIn} ?สุดท้าย`, lastSeconds),

  spaced(
    `(?:from|between|von|zwischen|entre|de|desde|da|tra|dal|van|tussen)(?: (?:the|el|il|het))?(?: ${second})? ${N}(?: ${second})? (?:to|and|until|till|bis|und|a|et|y|al?|hasta|e|ate|en|tot) (?:the )?(?:${second} )?${N}(?: ${second})?`,
    range,
  ),
  spaced(`(?:${second} )${N} ?[-–] ?${N}|${N} ?[-–] ?${N} ?${second}`, range),
  spaced(
    `(?:after|from|nach|ab|apres|despues de|desde|dopo|depois de|na|vanaf)(?: (?:the|el|il|het))? (?:${second} ${N}|${N} ${second})(?: on(?:wards?)?| an)?`,
    (from) => range(from, Infinity),
  ),
  spaced(
    `(?:before|by|within|vor|innerhalb von|avant|antes de|en menos de|entro|prima di|binnen)(?: (?:the|el|il|het))? (?:${second} ${N}|${N} ${second})`,
    (to) => range(0, to),
  ),
  spaced(
    `(?:at|bei|a|en|al|in|op)(?: (?:the|el|il|het))? (?:${second} ${N}|${N}(?:st|nd|rd|th)?[ -]?${second}(?: mark)?|0?0:${N})`,
    (from) => range(from, from + momentSeconds),
  ),

  spaced(
    `(?:every|each|all(?: the)?|jede[rmns]?|alle[nr]?|chaque|toutes les|tous les|cada|todas (?:las|as)|todos (?:los|os)|ogni|tutte le|elke|iedere) (?:single )?(?:${scene}|${frame})`,
    everyScene,
  ),
  spaced(
    `throughout(?: ${whole})?|all the time|at all times|the (?:whole|entire) time|(?:in|for|during) the (?:whole|entire) ${film}|always|constantly|permanently|durchgehend|durchgangig|die ganze zeit|immer|im ganzen ${film}|tout (?:le|au) long(?: du ${film})?|tout le temps|toujours|pendant tout le ${film}|(?:todo el|o|il|tutto il) tempo(?: todo)?|todo el tiempo|siempre|(?:durante|per|in) (?:todo|tutto) (?:el|il|o) ${film}|sempre|de hele tijd|altijd`,
    everyScene,
  ),
  unspaced(
    `(?:すべて|全て|全|各|毎)の?${sceneIn}|ずっと|常に|每一?${sceneIn}|所有${sceneIn}|全程|始终|始終|(?:모든|매|각) ?${sceneIn}(?:마다)?|내내|항상|كل (?:مشهد|لقطة)|طوال (?:الفيديو|الفيلم|الاعلان)|دائما|हर (?:दृश्य|सीन)|ทุก(?:ฉาก|ช็อต)|ตลอด(?:เวลา|ทั้งเรื่อง|ทั้งคลิป)?`,
    everyScene,
  ),

  spaced(
    `(?:before|until|till|vor|bis|avant|jusqu'a|antes de|hasta|prima di|ate|voor|tot) ?(?:the|dem|zum|la|el|l|lo|il|al|o|het)? ?(?:very )?(?:end(?:e| card)?|last ${scene}|letzten? ${scene}|schluss|fin|final|fine|fim|einde)`,
    () => ({ kind: 'before-last-scene' }),
  ),
  spaced(`(?:${first}) ${scene}|${scene} (?:1|one|eins|un|uno|um)|intro|vorspann`, () => firstScene),
  spaced(`(?:${last}) ${scene}|end[ -]?card|end[ -]?screen|outro|abspann|ecran de fin|pantalla final`, () => lastScene),
  spaced(
    `(?:second|2nd|zweite[nrsm]?|deuxieme|segund[oa]|seconda|tweede) ${scene}|${scene} (?:2|two|zwei|deux|dos|due|dois)`,
    () => ({ kind: 'scene', at: 1 }),
  ),
  spaced(
    `(?:third|3rd|dritte[nrsm]?|troisieme|tercera?|terza|terceira|derde) ${scene}|${scene} (?:3|three|drei|trois|tres|tre)`,
    () => ({ kind: 'scene', at: 2 }),
  ),
  unspaced(
    `(?:最初|冒頭)の${sceneIn}|第一(?:个|個)?(?:场景|場景|镜头|鏡頭|幕)|첫 ?(?:번째 ?)?${sceneIn}`,
    () => firstScene,
  ),
  unspaced(
    `(?:最後|ラスト)の?${sceneIn}|最(?:后|後)一?(?:个|個)?(?:场景|場景|镜头|鏡頭|幕)|마지막 ?${sceneIn}|エンドカード`,
    () => lastScene,
  ),

  spaced(
    `(?:at|by|towards?|near|in|for|to) (?:the )?(?:very )?end(?: of ${whole})?|last thing(?: (?:we|you|viewers) see)?|end of ${whole}|^last(?:ly)?|last$|finally|(?:ends?|ending|finish(?:es|ing)?|clos(?:e|es|ing)|conclud(?:e|es|ing)|wrap up|sign off)(?: ${whole})?(?: off)?(?: with| on| by)(?: (?:showing|saying))?`,
    () => lastScene,
  ),
  spaced(
    `(?:ganz )?(?:am|zum) (?:ganz )?(?:ende|schluss|abschluss)(?: ${whole})?|zuletzt|(?:ende|endet?|beende\\w*|schlie(?:ss|ß)\\w*)(?: ${whole})?(?: ab)? mit`,
    () => lastScene,
  ),
  spaced(
    `a la (?:toute )?fin(?: ${whole})?|en fin de ${film}|pour finir|en dernier|(?:fini\\w*|termin\\w*|conclu\\w*|clotur\\w*)(?: ${whole})? (?:par|avec|sur)`,
    () => lastScene,
  ),
  spaced(
    `al final(?: ${whole})?|al cierre|por ultimo|(?:termin\\w*|acab\\w*|cerr\\w*|cierr\\w*|finaliz\\w*)(?: ${whole})? con`,
    () => lastScene,
  ),
  spaced(
    `alla fine(?: ${whole})?|in chiusura|per ultim[oa]|(?:fini\\w*|termin\\w*|chiud\\w*|conclud\\w*)(?: ${whole})? con`,
    () => lastScene,
  ),
  spaced(
    `(?:no|ao) (?:final|fim)(?: ${whole})?|por ultimo|(?:termin\\w*|finaliz\\w*|encerr\\w*|acab\\w*)(?: ${whole})? com`,
    () => lastScene,
  ),
  spaced(
    `(?:aan|op) het (?:einde?|slot)(?: ${whole})?|als laatste|tot slot|(?:eindig\\w*|sluit)(?: ${whole})?(?: af)? met`,
    () => lastScene,
  ),
  unspaced(
    '(?:最後|終わり|おわり|ラスト|末尾|エンディング)(?:に|で|は)?|で(?:終わ|締め)[るりっ]?(?:める|めて)?|最后|结尾|結尾|片尾|末尾|结束时?|結束時?|마지막|끝(?:나게|내|맺)?|엔딩|아웃트로|في (?:نهاية|ختام) (?:الفيديو|الفيلم|الاعلان)|في (?:ال)?(?:نهاية|اخر|ختام)|اخيرا|(?:اختم|اختتم|انه) ب|अंत में|आखिर में|आख़िर में|(?:पर |के साथ )?(?:समाप्त|खत्म)|ตอนจบ|ตอนท้าย|ท้าย(?:เรื่อง|สุด|คลิป|วิดีโอ)?|สุดท้าย|(?:จบ|ปิดท้าย)ด้วย',
    () => lastScene,
  ),

  spaced(
    `(?:at|from) (?:the )?(?:very )?(?:start|beginning|outset|opening)(?: of ${whole})?|first thing(?: (?:we|you|viewers) see)?|in the (?:beginning|opening)|(?:start|beginning) of ${whole}|^first(?:ly)?|first$|up ?front|right away|immediately|straight away|(?:starts?|opens?|begins?|leads?|kicks? off|hooks?|starting|opening|beginning|leading)(?: ${whole})?(?: off)?(?: with| on| by)(?: (?:showing|saying|mentioning))?`,
    () => firstScene,
  ),
  spaced(
    `(?:ganz )?(?:am|zu|zum) (?:anfang|beginn|start)(?: ${whole})?|zuerst|als erstes|zunachst|(?:beginn\\w*|start\\w*|fange?|eroffn\\w*)(?: ${whole})?(?: an)? mit`,
    () => firstScene,
  ),
  spaced(
    `(?:au|des le) (?:tout )?debut(?: ${whole})?|en premier|d'abord|en ouverture|(?:commenc\\w*|debut\\w*|ouvr\\w*|demarr\\w*)(?: ${whole})? (?:par|avec|sur)`,
    () => firstScene,
  ),
  spaced(
    `al (?:principio|inicio|comienzo)(?: ${whole})?|primero|(?:empez\\w*|empiez\\w*|comenz\\w*|comienz\\w*|inici\\w*|abr\\w*)(?: ${whole})? con`,
    () => firstScene,
  ),
  spaced(
    `all'inizio(?: ${whole})?|per prim[oa]|in apertura|(?:inizi\\w*|cominci\\w*|apr\\w*|part\\w*)(?: ${whole})? con`,
    () => firstScene,
  ),
  spaced(
    `(?:no|ao) (?:inicio|comeco)(?: ${whole})?|(?:comec\\w*|inici\\w*|abr\\w*)(?: ${whole})? com`,
    () => firstScene,
  ),
  spaced(
    `(?:aan|in) het begin(?: ${whole})?|(?:als )?eerst|(?:begin\\w*|start\\w*|open\\w*)(?: ${whole})? met`,
    () => firstScene,
  ),
  unspaced(
    '(?:最初|冒頭|はじめ|始め|初め|オープニング)(?:に|で|は)?|(?:から)?(?:始め|始ま|スタート)(?:る|て|って|り|ます)?|开头|開頭|开场|開場|片头|片頭|首先|一开始|一開始|最先|先|开始时?|처음|시작|오프닝|في (?:ال)?بداية(?: (?:الفيديو|الفيلم|الاعلان))?|في البداية|اولا|(?:ابدا|افتتح) ب|शुरुआत (?:में|से)|(?:से )?शुरू(?: में)?|सबसे पहले|ตอน(?:ต้น|แรก|เริ่ม)|ต้น(?:เรื่อง|คลิป)|(?:เริ่ม(?:ต้น)?|เปิด)(?:ด้วย|เรื่อง)',
    () => firstScene,
  ),
];

/** Stands in a text for a time that was read. */
const timeMark = '¤';
/** A Portuguese preposition before a time, such as `no` in `no primeiro quadro`, which refuses nothing. */
const preposition = new RegExp(`(?<!\\p{L})n[oa]s? +(?=${timeMark})`, 'gu');

const lasting = wordPattern({
  spaced: [
    `(?:for|fur|wahrend|pendant|durante|per|por|voor) (?:at least |mindestens |au moins |al menos |almeno |pelo menos |minstens )?${N} ${second}`,
  ],
});

export interface TimesRead {
  /** The text with a mark in place of the words that name a time. */
  rest: string;
  times: WishedTime[];
  /** Least number of seconds for which an element is shown; 0 if the text names none. */
  seconds: number;
}

/** Finds the times that a text names. The text is `comparable`. */
export function readTimes(text: string): TimesRead {
  const times: WishedTime[] = [];
  let rest = text;
  for (const { pattern, time } of rules)
    rest = rest.replace(pattern, (...match: unknown[]) => {
      times.push(time(...numbersIn(match)));
      return ` ${timeMark} `;
    });
  let seconds = 0;
  rest = rest.replace(lasting, (...match: unknown[]) => {
    seconds = numbersIn(match)[0] ?? 0;
    return ' ';
  });
  return { rest: rest.replace(preposition, ' '), times, seconds };
}

/** Returns the numbers that the groups of a match have found. The first element of a match is the whole match. */
const numbersIn = ([, ...groups]: readonly unknown[]): number[] =>
  groups
    .slice(0, -2) // After the groups come the position and the whole text.
    .filter((group) => typeof group === 'string')
    .map(numberOf);
