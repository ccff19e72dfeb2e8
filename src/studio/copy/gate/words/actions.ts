import type { WordList } from './languages.ts';

/** Words for buying, ordering and booking: a button with one of them sells. A final `*` stands for any ending. */
export const sellingWords: WordList = {
  en: 'shop|buy|order|get|book|reserve|rent|hire|subscribe now|pre order|preorder|start|try|claim|grab|save|donate|join|apply now',
  de: 'kauf*|bestell*|shoppen|shop|buchen|buche|bucht|buchung|reservier*|miet*|hol dir|holen|sichere|sichern|start*|testen|teste|probier*|ausprobier*|vorbestell*|spend*|termin*|anfrag*|anforder*|probe fahren|vereinbar*|beantrag*',
  fr: 'achet*|command*|boutique|réserv*|louer|louez|obten*|profit*|essay*|commenc*|démarr*|précommand*|offrez|offrir|faire un don|devis|inscri*|adhér*|souscri*|postul*',
  es: 'compr*|pide|pida|pedir|tienda|reserv*|alquil*|obt*|consig*|aprovech*|prueb*|probar|empiez*|empez*|comienz*|dona|donar|solicit*|ordena|ordenar|haz tu|haga su|contrata*|cómpralo|inscríbete|suscríbete',
  it: 'acquist*|compr*|ordina|ordinare|shop|negozio|prenot*|noleggi*|ottien*|approfitt*|prova|provalo|inizi*|regala|regalati|dona|richied*|iscriviti|abbonati|candidati',
  pt: 'compr*|peça|pedir|encomend*|loja|reserv*|agendar|agende|alug*|obt*|garanta|garantir|aproveit*|experiment*|comec*|doe|inscreva*|solicit*|quero|marcar|marque|assine|matricul*|contrat*|adquir*|faça seu|faça sua|faça o',
  nl: 'koop|koopt|kopen|bestel*|shop*|boek*|reserveer*|huur*|haal*|pak je|start*|begin*|probeer*|vraag*|doneer*|meld je|schrijf je|huren|offerte*',
  pl: 'kup|kupuj|kupuję|kupić|zamawiam|rezerwuję|wybieram|zamów*|zamaw*|sklep*|rezerw*|zarezerw*|wypożycz*|odbierz*|sprawdź ofertę|skorzystaj*|wypróbuj*|zacznij*|rozpocznij*|umów*|zapytaj*|zgłoś*|poproś*',
  sv: 'köp|köpa|handla*|beställ*|shoppa*|boka*|reservera*|hyr*|skaffa*|starta*|börja*|prova*|testa*|begär*|skänk*',
  tr: 'satın*|hemen al|şimdi al|alın|sipariş*|alışveriş*|rezervasyon*|rezerve*|kirala*|edinin|başla*|dene*|teklif*|randevu*|bağış*|kazan*|ayırt*|kayıt ol*|üye ol',
  ru: 'купи*|заказ*|закаж*|магазин|заброниров*|бронир*|аренд*|получ*|оформ*|начать|начните|попроб*|запис*|оставить заявку|оставьте заявку|рассчита*|подобрать|закажи*|отправить заявку|арендова*|сними*|зарегистр*|соб*',
  ar: 'تسوق*|اشتر*|شراء|اطلب*|طلب|احجز*|حجز|استأجر*|احصل*|استفد*|ابدأ*|جرب*|تبرع*|اغتنم*',
  he: 'קנ*|לקני*|לרכיש*|רכש*|הזמנ*|הזמינ*|להזמנ*|קבע*|השכר*|קבל*|התחיל*|התחל*|נס*|לנסות|תרמ*|לחנות',
  hi: 'खरीद*|ख़रीद*|ऑर्डर*|आर्डर*|बुक*|आरक्षित*|किराए*|पाएं|प्राप्त*|शुरू*|आज़मा*|आजमा*|दान*|शॉप*',
  ja: '*購入*|*買*|*注文*|*予約*|*申し込*|*申込*|*始め*|*はじめ*|*試*|*体験*|*見積*|*お取り寄せ*|*ショップへ*|*手に入れ*|*レンタル*',
  ko: '*구매*|*구입*|*주문*|*예약*|*신청*|*시작*|*체험*|*쇼핑하*|*사러*|*받기*|*대여*|*상담*',
  zh: '*购买*|*購買*|*订购*|*訂購*|*下单*|*下單*|*预订*|*預訂*|*预约*|*預約*|*选购*|*選購*|*购*|*購*|*试用*|*試用*|*开始*|*開始*|*领取*|*領取*|*抢*|*租*|*咨询*|*諮詢*',
};

/** Words for looking, finding and asking: a button with one of them leads to the offer. */
export const leadingWords: WordList = {
  en: 'more information|explore|discover|see|find|view|browse|meet|visit|learn|compare|plan|create|build|design|customise|customize|choose|watch now|watch the|watch our|listen|read the|download|request|contact|call|talk|schedule|experience|enjoy|check|go shopping|go to the shop|go to shop|let s|taste|play|register|sign up|enquire|inquire|quote|demo|go to our|take a|get to know|follow the',
  de: 'mehr informationen|entdeck*|erleb*|erfahr*|find*|anseh*|anschau*|sehen|sieh|kennenlern*|besuch*|gestalt*|konfigurier*|vergleich*|planen|zum|zur|zu den|zu unseren|hier geht|los geht*|kontaktier*|beraten*|angebot*|sortiment|kollektion|genieß*|herunterlad*|download*|aussuch*|wählen sie|kontakt aufnehmen|ansicht*',
  fr: 'plus d informations|plus d infos|découvr*|explor*|voir|trouv*|visit*|contact*|demand*|créer|personnalis*|compar*|regard*|télécharg*|planifi*|rejoign*|savour*|parcour*|appel*|choisi*|voyez|consult*|rencontr*|parl*|écri*',
  es: 'buscar el|buscar la|buscar tu|busca tu|más información|descubr*|explor*|ver|conoc*|encuentr*|encontrar|visit*|contact*|crea|crear|dise*|personaliz*|compar*|mira|descarg*|planific*|únete|disfrut*|cotiz*|llam*|saber|elige|escoge|explóra*|consult*|échale|acced*',
  it: 'maggiori informazioni|più informazioni|scopr*|esplor*|vedi|guarda|trov*|visit*|contatt*|crea|personalizz*|confront*|scaric*|pianific*|unisciti|iscriviti*|gusta|conosc*|vai allo|vai al negozio|chiam*|scegli*|consult*|parla*|scrivi*',
  pt: 'mais informações|descubr*|explor*|ver|veja|conheç*|encontr*|visit*|contat*|fale|crie|criar|personaliz*|compar*|assist*|baix*|planej*|junte*|desfrut*|orç*|ligu*|escolh*|entre em contato|simul*|consult*|peça',
  nl: 'meer informatie|ontdek*|bekijk*|zie|vind*|bezoek*|leer meer|leer ons|ontmoet*|maak*|ontwerp*|vergelijk*|plan je|plannen|naar de|contacteer*|neem contact*|proef*|geniet*|bel ons|bel nu|ga naar|download*|kies*',
  pl: 'więcej informacji|więcej o|dowiedz*|zapisz*|odkryj*|zobacz*|poznaj*|znajdź*|sprawdź*|odwiedź*|przeglądaj*|obejrzyj*|stwórz*|zaprojektuj*|porównaj*|zaplanuj*|dołącz*|skontaktuj*|przejdź*|pobierz*|zadzwoń*|wybierz*|zapoznaj*|napisz*|zamów*',
  sv: 'mer information|upptäck*|utforska*|se utbudet|se sortimentet|hitta*|besök*|träffa*|skapa*|designa*|jämför*|planera*|kontakta*|till butiken|njut*|ladda ner*|ring oss|bli|läs om|välj*|se mer|se alla|se våra|se vårt|se produkter|se hela|läs mer',
  tr: 'daha fazla bilgi|keşfe*|incele*|gör|görün|bul|bulun|ziyaret*|tanı*|oluştur*|tasarla*|karşılaştır*|planla*|iletişim*|ulaş*|katıl*|indir|indirin|izle*|hemen ara|bizi arayın|görüş*|seç|seçin|seçin|belirle*',
  ru: 'запрос*|обратный звонок|узна*|откр*|смотр*|посмотр*|найти|найд*|выб*|перейти*|посет*|созда*|сравн*|подробнее*|связ*|скач*|познаком*|присоедин*|позвон*|расчет*|консультац*|в каталог',
  ar: 'اكتشف*|استكشف*|شاهد*|ابحث عن*|تعرف*|زر|زوروا|قارن*|صمم*|أنشئ*|خطط*|انضم*|تواصل*|اتصل*|حمل*|استمتع*|اعرف*|تصفح*|اختر*',
  he: 'גל*|צפ*|ראו|לצפי*|מצא*|בקר*|הכיר*|למד*|צר*|עצב*|השוו*|תכננ*|הצטרפ*|לפרטים*|למידע*|דבר*|התקשר*|בחר*|לקולקצי*|לכל*',
  hi: 'खोज*|देखें|जानें|जाने|मिलें|घूमें|बनाएं|डिज़ाइन*|तुलना*|योजना*|जुड़ें|संपर्क*|डाउनलोड*|अनुभव*|चुनें|पता*',
  ja: '*見る*|*探す*|*さがす*|*詳しく*|*知る*|*チェック*|*ご覧*|*見つけ*|*訪れ*|*相談*|*作る*|*つくる*|*一覧*|*はこちら*|*ダウンロード*|*選ぶ*',
  ko: '*보기*|*보러*|*찾기*|*알아보기*|*자세히*|*살펴보*|*둘러보*|*만나*|*만들*|*비교*|*문의하*|*다운로드*|*경험*|*선택하*|*확인하*|*고르*|*가기*|*연락*',
  zh: '*查看*|*探索*|*发现*|*發現*|*了解*|*瞭解*|*浏览*|*瀏覽*|*寻找*|*尋找*|*参观*|*參觀*|*联系*|*聯繫*|*联络*|*下载*|*下載*|*体验*|*體驗*|*定制*|*对比*|*看看*|*挑选*|*挑選*|*前往*|*选*|*選*|*进入*|*進入*|*關注*',
};
