import type { WordList } from './languages.ts';

/**
 * Texts of buttons that lead to a page about the maker. An ad prints one only if the page has no button that leads to
 * the offer.
 */
export const makerCalls: WordList = {
  en: 'about us|learn more about *|more about *|read more about *|our story|read our story|meet us|meet the team|get to know us',
  de: 'über uns|mehr über *|lerne uns kennen|lernen sie uns kennen|unsere geschichte',
  fr: 'à propos|à propos de nous|nous découvrir|découvrez nous|notre histoire|en savoir plus sur *',
  es: 'conócenos|conóceme|conózcanos|conócenos más|más sobre *|sobre nosotros|quiénes somos|nuestra historia',
  it: 'conoscici|scopri chi siamo|chi siamo|la nostra storia|di più su *',
  pt: 'conheça nos|conheça a gente|conheça nossa história|quem somos|sobre nós|mais sobre *|saiba mais sobre *',
  nl: 'leer ons kennen|over ons|meer over *|ons verhaal',
  pl: 'poznaj nas|poznaj nas lepiej|poznaj mnie|o nas|więcej o nas|więcej o *|dowiedz się więcej o *',
  sv: 'om oss|läs mer om *|läs om oss|lär känna oss|vår historia',
  tr: 'bizi tanıyın|hakkımızda|hikayemiz|bizi yakından tanıyın',
  ru: 'о нас|о компании|подробнее о *|узнать больше о *|познакомиться с нами|наша история',
  ar: 'من نحن|تعرف علينا|قصتنا',
  he: 'אודות|אודותינו|הכירו אותנו|הסיפור שלנו',
  hi: 'हमारे बारे में|हमारी कहानी',
  ja: '私たちについて|当店について|ストーリーを見る|会社概要',
  ko: '회사 소개|회사소개|브랜드 스토리|소개 보기',
  zh: '关于我们|關於我們|了解我们|了解我們|品牌故事',
  vi: 'về chúng tôi|về tôi|câu chuyện của chúng tôi|câu chuyện thương hiệu|tìm hiểu về chúng tôi|tìm hiểu thêm về *|xem thêm về *|giới thiệu về chúng tôi|gặp gỡ chúng tôi',
  id: 'tentang kami|kenali kami|kenalan dengan kami|cerita kami|kisah kami|lebih lanjut tentang *|pelajari lebih lanjut tentang *|selengkapnya tentang *|mengenai kami',
  uk: 'про нас|про компанію|про бренд|наша історія|дізнатися більше про *|дізнатись більше про *|більше про *|детальніше про *|докладніше про *|познайомитися з нами|познайомитись з нами',
  cs: 'o nás|kdo jsme|náš příběh|poznejte nás|seznamte se s námi|více o nás|více o *|zjistit více o *|zjistěte více o *|dozvědět se více o *|přečtěte si náš příběh|o firmě',
  sk: 'o nás|kto sme|náš príbeh|spoznajte nás|zoznámte sa s nami|viac o nás|viac o *|zistiť viac o *|zistite viac o *|dozvedieť sa viac o *|prečítajte si náš príbeh|o firme',
  da: 'om os|hvem er vi|vores historie|læs vores historie|læs mere om *|læs om os|mere om os|lær os at kende|mød os|mød holdet|mød teamet',
  nb: 'om oss|hvem er vi|hvem vi er|vår historie|les vår historie|les mer om *|les om oss|mer om oss|bli kjent med oss|bli bedre kjent med oss|møt oss|møt teamet',
  fi: 'tietoa meistä|meistä|lue lisää meistä|lue meistä|tutustu meihin|tarinamme|lue tarinamme|keitä olemme|keitä me olemme|lue lisää yrityksestä|yrityksestämme',
  hu: 'rólunk|magunkról|kik vagyunk|történetünk|a történetünk|ismerj meg minket|ismerjen meg minket|tudj meg többet rólunk|tudjon meg többet rólunk|bővebben rólunk|cégünkről|bemutatkozás|a mi történetünk',
  ro: 'despre noi|cine suntem|povestea noastră|cunoaște ne|cunoașteți ne|află mai multe despre *|aflați mai multe despre *|mai multe despre *|citește mai multe despre *|citește povestea noastră|despre mine',
  el: 'σχετικά με εμάς|ποιοι είμαστε|η ιστορία μας|γνωρίστε μας|γνώρισέ μας|μάθετε περισσότερα για *|μάθε περισσότερα για *|περισσότερα για *|διαβάστε την ιστορία μας|η εταιρεία μας|η εταιρεία',
  hr: 'o nama|tko smo|ko smo mi|tko smo mi|naša priča|upoznajte nas|upoznaj nas|više o nama|više o *|saznajte više o *|saznaj više o *|pročitajte našu priču|pročitaj našu priču|o tvrtki|o firmi|о нама|наша прича',
};
