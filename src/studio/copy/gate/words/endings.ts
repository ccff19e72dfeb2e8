import type { WordList } from './languages.ts';

/**
 * Words that a complete text does not end with: articles, conjunctions, and prepositions that always have a noun after
 * them.
 */
export const openEndings: WordList = {
  en: 'the|a|an|and|or|but|your|our|my|is|are|than|into|from|such as|including',
  de: 'der|die|das|den|dem|des|ein|eine|einen|einem|einer|und|oder|für|von|vom|im|am|zum|zur|beim|unsere|unserer|ihre|sowie|inklusive',
  fr: 'le|la|les|l|un|une|des|du|de|d|et|ou|à|au|aux|avec|pour|par|dans|sur|votre|vos|notre|nos|que|qu',
  es: 'el|la|los|las|un|una|de|del|y|o|con|para|por|en|tu|su|al|que|e|u',
  it: 'il|lo|la|i|gli|le|l|un|una|di|del|della|dei|delle|e|o|con|per|in|da|dal|dalla|nel|nella|che|al|alla',
  pt: 'o|a|os|as|um|uma|de|do|da|dos|das|e|ou|com|para|por|em|no|na|seu|sua|que|ao',
  nl: 'de|het|een|en|of|van|voor|met|onze|uw|jouw|te|dat|bij',
  pl: 'i|oraz|lub|z|ze|w|we|na|do|od|dla|po|przez|a|że',
  sv: 'och|eller|en|ett|den|det|för|av|din|ditt|vår|som|till|från|att',
  tr: 've|ile|için|veya|bir|ya da',
  ru: 'и|в|во|на|с|со|для|из|от|или|по|к|о|об|за|а|но|что|при',
  ar: 'و|في|من|على|إلى|مع|أو|عن|التي|الذي|أن',
  he: 'של|עם|את|על|או|אל|כי|אשר',
  hi: 'और|या|एवं|तथा',
  ja: 'および|または|そして|かつ',
  ko: '및|그리고|또는',
  zh: '和|与|及|或|以及|與',
  vi: 'và|hoặc|các|để|như',
  id: 'dan|atau|di|ke|dari|untuk|dengan|yang|pada|sebuah|serta|bagi|adalah',
  uk: 'і|й|та|в|у|на|з|із|зі|для|від|або|по|до|про|за|а|але|що|при|чи',
  cs: 'a|i|nebo|v|ve|na|z|ze|s|do|od|pro|po|k|ke|o|při|že|za|bez|u',
  sk: 'a|aj|alebo|v|vo|na|z|zo|s|so|do|od|pre|po|k|ku|o|pri|že|za|bez|u',
  da: 'og|eller|en|et|den|det|de|for|af|din|dit|vores|som|til|fra|at',
};

/** Words that begin a part of a sentence, or a sentence that refers to the one before it. */
export const openBeginnings: WordList = {
  en: 'and|or|but|so|because|which|that|it|its|they|their|them|this|these|those|he|she|him|also|however|therefore|then|such',
  de: 'und|oder|aber|denn|weil|dass|sie|er|es|dies|diese|dieser|dieses|auch|außerdem|daher|deshalb|somit|dadurch|damit',
  fr: 'et|ou|mais|car|donc|qui|que|il|elle|ils|elles|ce|cela|celui ci|son|sa|ses|leur|leurs|aussi|ainsi|en outre',
  es: 'y|o|pero|porque|que|él|ella|ellos|ellas|esto|este|esta|estos|estas|su|sus|también|además|así',
  it: 'e|o|ma|perché|che|lui|lei|esso|essa|essi|questo|questa|questi|queste|suo|sua|suoi|sue|anche|inoltre|così',
  pt: 'e|ou|mas|porque|que|ele|ela|eles|elas|isto|isso|este|esta|estes|estas|seu|sua|seus|suas|também|além disso|assim',
  nl: 'en|of|maar|want|omdat|dat|die|hij|zij|ze|dit|deze|ook|daarnaast|daarom',
  pl: 'i|oraz|lub|ale|ponieważ|który|która|które|on|ona|ono|oni|to|ten|ta|te|także|również|dlatego|ponadto',
  sv: 'och|eller|men|för|eftersom|som|han|hon|den|det|de|detta|denna|dessa|också|dessutom|därför',
  tr: 've|veya|ama|çünkü|ki|o|bu|bunlar|onlar|ayrıca|böylece',
  ru: 'и|или|но|а|потому|который|которая|которые|он|она|оно|они|это|эти|этот|эта|также|кроме того|поэтому',
  ar: 'و|أو|لكن|لأن|الذي|التي|هو|هي|هم|هذا|هذه|أيضا|كما|لذلك',
  he: 'או|אבל|כי|אשר|הוא|היא|הם|הן|זה|זאת|זו|אלה|גם|לכן|בנוסף',
  hi: 'और|या|लेकिन|क्योंकि|जो|वह|वे|यह|ये|इसके|इसलिए|साथ ही',
  ja: 'また|そして|しかし|それ|これ|この|その|さらに|なお|そのため|ただし',
  ko: '그리고|또는|하지만|그러나|이것|그것|이는|또한|따라서|그래서',
  zh: '和|或|但|但是|因为|它|它们|他们|这|這|这些|這些|该|該|此外|因此|而且|同时',
  vi: 'và|hoặc|nhưng|nó|tuy|cũng|đây',
  id: 'dan|atau|tetapi|tapi|karena|yang|ia|dia|mereka|ini|itu|juga|selain|sehingga|namun|kerana',
  uk: 'і|й|та|або|але|а|бо|тому|який|яка|яке|які|що|він|вона|воно|вони|це|ці|цей|ця|також|крім|отже|проте',
  cs: 'a|i|nebo|ale|protože|který|která|které|kteří|on|ona|ono|oni|tento|tato|toto|tyto|také|navíc|proto|jeho|její|jejich',
  sk: 'a|aj|alebo|ale|pretože|ktorý|ktorá|ktoré|ktorí|on|ona|ono|oni|tento|táto|toto|tieto|tiež|takisto|navyše|preto|jeho|jej|ich',
  da: 'og|eller|men|for|fordi|som|der|han|hun|det|dette|denne|disse|også|desuden|derfor|dermed',
};
