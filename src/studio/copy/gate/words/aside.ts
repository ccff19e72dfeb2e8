import type { WordList } from './languages.ts';

/**
 * Texts of buttons that lead to a page about the maker, its news or its jobs. An ad prints one only if the page has no
 * button that leads to the offer.
 */
export const asideCalls: WordList = {
  en: 'join our team|we are hiring|see open positions|view jobs|careers|read the blog|read our blog|all news|see all news|view all news|view all posts|read the news|about us|learn more about *|more about *|read more about *|our story|read our story|meet us|meet the team|get to know us|about the company|the company|our company|meet our team|read our news|latest news',
  de: 'karriere|jetzt bewerben|stellenangebote|offene stellen|zum blog|alle news|alle beiträge|alle neuigkeiten|zu den neuigkeiten|über uns|mehr über *|lerne uns kennen|lernen sie uns kennen|unsere geschichte|das unternehmen|zum unternehmen|unternehmen entdecken|unser unternehmen|das team|unser team kennenlernen',
  fr: 'nous rejoindre|rejoignez nous|rejoindre l équipe|nos offres d emploi|lire le blog|toutes les actualités|voir toutes les actualités|voir le blog|à propos|à propos de nous|nous découvrir|découvrez nous|notre histoire|en savoir plus sur *|l entreprise|découvrir l entreprise|notre entreprise|découvrir notre histoire|l équipe|voir l équipe',
  es: 'trabaja con nosotros|únete al equipo|ver todas las noticias|todas las noticias|leer el blog|ver el blog|ver noticias|conócenos|conóceme|conózcanos|conócenos más|más sobre *|sobre nosotros|quiénes somos|nuestra historia|la empresa|conoce la empresa|conoce nuestra historia|nuestra empresa|conoce al equipo|ver el equipo',
  it: 'lavora con noi|tutte le notizie|leggi il blog|vai al blog|leggi le news|conoscici|scopri chi siamo|chi siamo|la nostra storia|di più su *|l azienda|scopri l azienda|scopri la nostra azienda|scopri la nostra storia|il team|conosci il team',
  pt: 'trabalhe conosco|ver todas as notícias|todas as notícias|ler o blog|acesse o blog|conheça nos|conheça a gente|conheça nossa história|quem somos|sobre nós|mais sobre *|saiba mais sobre *|a empresa|conheça a empresa|conheça a nossa história|nossa história|conheça a equipe|conheça a equipa',
  nl: 'werken bij ons|bekijk vacatures|vacatures|alle nieuws|lees de blog|naar de blog|leer ons kennen|over ons|meer over *|ons verhaal|het bedrijf|ons bedrijf|lees ons verhaal|ons team|bekijk het team',
  pl: 'kariera|dołącz do zespołu|oferty pracy|wszystkie aktualności|zobacz wszystkie aktualności|czytaj blog|poznaj nas|poznaj nas lepiej|poznaj mnie|o nas|więcej o nas|więcej o *|dowiedz się więcej o *|newsy|wszystkie newsy|zobacz wszystkie newsy|zobacz newsy|wszystkie wpisy|zobacz wszystkie wpisy|poznaj firmę|nasza historia|poznaj naszą historię|poznaj zespół',
  sv: 'jobba hos oss|lediga jobb|alla nyheter|läs bloggen|om oss|läs mer om *|läs om oss|lär känna oss|vår historia|om företaget|läs vår historia|möt teamet',
  tr: 'kariyer|bize katıl|bize katılın|tüm haberler|blogu oku|bizi tanıyın|hakkımızda|hikayemiz|bizi yakından tanıyın|şirketimiz|hikayemizi oku|ekibimiz',
  ru: 'вакансии|карьера|все новости|читать блог|работа у нас|о нас|о компании|подробнее о *|узнать больше о *|познакомиться с нами|наша история|наша команда|узнать о компании|читать историю',
  ar: 'من نحن|تعرف علينا|قصتنا',
  he: 'אודות|אודותינו|הכירו אותנו|הסיפור שלנו',
  hi: 'हमारे बारे में|हमारी कहानी',
  ja: '会社概要を見る|会社案内を見る|企業情報を見る|企業情報|会社案内|採用情報|採用情報を見る|採用情報はこちら|お知らせ一覧|ニュース一覧|ブログを読む|私たちについて|当店について|ストーリーを見る|会社概要|会社案内へ|ブログを見る|お知らせを見る|ブログ一覧を見る|記事一覧を見る|記事を読む|新着情報の一覧を見る|お知らせ一覧を見る|新着情報を見る|ブログへ|ブログ一覧',
  ko: '채용 정보|채용정보|채용 안내|뉴스 보기|블로그 보기|회사 소개|회사소개|브랜드 스토리|소개 보기|소식 보기|공지사항 보기|블로그 글 보기|소식 더보기',
  zh: '加入我们|加入我們|招聘信息|查看新闻|新闻中心|关于我们|關於我們|了解我们|了解我們|品牌故事|公司简介|公司簡介|更多新闻|更多新聞',
  vi: 'tuyển dụng|xem tin tức|tất cả tin tức|về chúng tôi|về tôi|câu chuyện của chúng tôi|câu chuyện thương hiệu|tìm hiểu về chúng tôi|tìm hiểu thêm về *|xem thêm về *|giới thiệu về chúng tôi|gặp gỡ chúng tôi|xem tất cả tin tức|đọc blog|đội ngũ của chúng tôi',
  id: 'karier|lowongan kerja|semua berita|lihat berita|tentang kami|kenali kami|kenalan dengan kami|cerita kami|kisah kami|lebih lanjut tentang *|pelajari lebih lanjut tentang *|selengkapnya tentang *|mengenai kami|baca blog|tim kami',
  uk: 'вакансії|всі новини|читати блог|про нас|про компанію|про бренд|наша історія|дізнатися більше про *|дізнатись більше про *|більше про *|детальніше про *|докладніше про *|познайомитися з нами|познайомитись з нами|читати історію|наша команда',
  cs: 'kariéra|volná místa|všechny novinky|přejít na blog|o nás|kdo jsme|náš příběh|poznejte nás|seznamte se s námi|více o nás|více o *|zjistit více o *|zjistěte více o *|dozvědět se více o *|přečtěte si náš příběh|o firmě|naše společnost|náš tým',
  sk: 'kariéra|voľné miesta|všetky novinky|o nás|kto sme|náš príbeh|spoznajte nás|zoznámte sa s nami|viac o nás|viac o *|zistiť viac o *|zistite viac o *|dozvedieť sa viac o *|prečítajte si náš príbeh|o firme|naša spoločnosť|náš tím',
  da: 'ledige stillinger|alle nyheder|læs bloggen|om os|hvem er vi|vores historie|læs vores historie|læs mere om *|læs om os|mere om os|lær os at kende|mød os|mød holdet|mød teamet|om virksomheden|vores team',
  nb: 'ledige stillinger|alle nyheter|les bloggen|om oss|hvem er vi|hvem vi er|vår historie|les vår historie|les mer om *|les om oss|mer om oss|bli kjent med oss|bli bedre kjent med oss|møt oss|møt teamet|om bedriften|vårt team',
  fi: 'avoimet työpaikat|kaikki uutiset|lue blogi|tietoa meistä|meistä|lue lisää meistä|lue meistä|tutustu meihin|tarinamme|lue tarinamme|keitä olemme|keitä me olemme|lue lisää yrityksestä|yrityksestämme|yritys|tiimimme',
  hu: 'karrier|állások|összes hír|tovább a blogra|rólunk|magunkról|kik vagyunk|történetünk|a történetünk|ismerj meg minket|ismerjen meg minket|tudj meg többet rólunk|tudjon meg többet rólunk|bővebben rólunk|cégünkről|bemutatkozás|a mi történetünk|cégünk|csapatunk',
  ro: 'cariere|locuri de muncă|toate știrile|citește blogul|despre noi|cine suntem|povestea noastră|cunoaște ne|cunoașteți ne|află mai multe despre *|aflați mai multe despre *|mai multe despre *|citește mai multe despre *|citește povestea noastră|despre mine|compania|echipa noastră',
  el: 'καριέρα|θέσεις εργασίας|όλα τα νέα|σχετικά με εμάς|ποιοι είμαστε|η ιστορία μας|γνωρίστε μας|γνώρισέ μας|μάθετε περισσότερα για *|μάθε περισσότερα για *|περισσότερα για *|διαβάστε την ιστορία μας|η εταιρεία μας|η εταιρεία|η ομάδα μας',
  hr: 'karijera|otvorena radna mjesta|sve novosti|o nama|tko smo|ko smo mi|tko smo mi|naša priča|upoznajte nas|upoznaj nas|više o nama|više o *|saznajte više o *|saznaj više o *|pročitajte našu priču|pročitaj našu priču|o tvrtki|o firmi|о нама|наша прича|naš tim',
};
