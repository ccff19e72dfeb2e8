import type { WordList } from './languages.ts';

/**
 * Texts of buttons that lead to a page about the maker, its news or its jobs. An ad prints one only if the page has no
 * button that leads to the offer.
 */
export const asideCalls: WordList = {
  en: 'join our team|we are hiring|see open positions|view jobs|careers|read the blog|read our blog|all news|see all news|view all news|view all posts|read the news|about us|learn more about *|more about *|read more about *|our story|read our story|meet us|meet the team|get to know us',
  de: 'karriere|jetzt bewerben|stellenangebote|offene stellen|zum blog|alle news|alle beiträge|alle neuigkeiten|zu den neuigkeiten|über uns|mehr über *|lerne uns kennen|lernen sie uns kennen|unsere geschichte',
  fr: 'nous rejoindre|rejoignez nous|rejoindre l équipe|nos offres d emploi|lire le blog|toutes les actualités|voir toutes les actualités|voir le blog|à propos|à propos de nous|nous découvrir|découvrez nous|notre histoire|en savoir plus sur *',
  es: 'trabaja con nosotros|únete al equipo|ver todas las noticias|todas las noticias|leer el blog|ver el blog|ver noticias|conócenos|conóceme|conózcanos|conócenos más|más sobre *|sobre nosotros|quiénes somos|nuestra historia',
  it: 'lavora con noi|tutte le notizie|leggi il blog|vai al blog|leggi le news|conoscici|scopri chi siamo|chi siamo|la nostra storia|di più su *',
  pt: 'trabalhe conosco|ver todas as notícias|todas as notícias|ler o blog|acesse o blog|conheça nos|conheça a gente|conheça nossa história|quem somos|sobre nós|mais sobre *|saiba mais sobre *',
  nl: 'werken bij ons|bekijk vacatures|vacatures|alle nieuws|lees de blog|naar de blog|leer ons kennen|over ons|meer over *|ons verhaal',
  pl: 'kariera|dołącz do zespołu|oferty pracy|wszystkie aktualności|zobacz wszystkie aktualności|czytaj blog|poznaj nas|poznaj nas lepiej|poznaj mnie|o nas|więcej o nas|więcej o *|dowiedz się więcej o *',
  sv: 'jobba hos oss|lediga jobb|alla nyheter|läs bloggen|om oss|läs mer om *|läs om oss|lär känna oss|vår historia',
  tr: 'kariyer|bize katıl|bize katılın|tüm haberler|blogu oku|bizi tanıyın|hakkımızda|hikayemiz|bizi yakından tanıyın',
  ru: 'вакансии|карьера|все новости|читать блог|работа у нас|о нас|о компании|подробнее о *|узнать больше о *|познакомиться с нами|наша история',
  ar: 'من نحن|تعرف علينا|قصتنا',
  he: 'אודות|אודותינו|הכירו אותנו|הסיפור שלנו',
  hi: 'हमारे बारे में|हमारी कहानी',
  ja: '会社概要を見る|会社案内を見る|企業情報を見る|企業情報|会社案内|採用情報|採用情報を見る|採用情報はこちら|お知らせ一覧|ニュース一覧|ブログを読む|私たちについて|当店について|ストーリーを見る|会社概要',
  ko: '채용 정보|채용정보|채용 안내|뉴스 보기|블로그 보기|회사 소개|회사소개|브랜드 스토리|소개 보기',
  zh: '加入我们|加入我們|招聘信息|查看新闻|新闻中心|关于我们|關於我們|了解我们|了解我們|品牌故事',
};
