import type { Language } from '../../src/studio/copy/gate/words/languages.ts';

/** Texts of made-up pages in one language: what an ad may print, and what it must not. */
export interface CopySamples {
  headlines: string[];
  support: string;
  actions: string[];
  /** Buttons for the bag, the login and cookies. */
  buttons: string[];
  /** Labels and options of forms. */
  labels: string[];
  /** Notices about reviews, stock or delivery. */
  notices: string[];
  /** Titles of sections and pages. */
  titles: string[];
  question: string;
}

export const samples: Readonly<Record<Language, CopySamples>> = {
  en: {
    headlines: ['Bread with a crust that sings', 'Lamps for long evenings', 'Sleep like the tide'],
    support: 'Our bread rests for two days before it meets the oven.',
    actions: ['Order a loaf', 'Book a table', 'See the lamps'],
    buttons: ['Add to cart', 'Log in', 'Accept cookies', 'View cart'],
    labels: ['Choose your size', 'Quantity', 'One size'],
    notices: ['No reviews yet', 'Out of stock', 'Free shipping'],
    titles: ['You may also like', 'Shipping Details', 'Opening hours'],
    question: 'How long does shipping take?',
  },
  de: {
    headlines: ['Brot mit einer Kruste, die singt', 'Lampen für lange Abende', 'Schlafen wie am Meer'],
    support: 'Unser Teig ruht zwei Tage, bevor er in den Ofen kommt.',
    actions: ['Jetzt bestellen', 'Tisch reservieren', 'Lampen entdecken'],
    buttons: ['In den Warenkorb', 'Anmelden', 'Alle akzeptieren', 'Zur Kasse'],
    labels: ['Größe wählen', 'Menge', 'Wähle deine Farbe'],
    notices: ['Noch keine Bewertungen', 'Ausverkauft', 'Kostenloser Versand'],
    titles: ['Das könnte Ihnen auch gefallen', 'Versand und Lieferung', 'Öffnungszeiten'],
    question: 'Wie lange dauert der Versand?',
  },
  fr: {
    headlines: ['Un pain dont la croûte chante', 'Des lampes pour les longues soirées', 'Dormir comme la marée'],
    support: 'Notre pâte repose deux jours avant de voir le four.',
    actions: ['Commander un pain', 'Réserver une table', 'Découvrir les lampes'],
    buttons: ['Ajouter au panier', 'Se connecter', 'Tout accepter', 'Voir le panier'],
    labels: ['Choisissez votre taille', 'Quantité', 'Taille unique'],
    notices: ['Aucun avis', 'Épuisé', 'Livraison offerte'],
    titles: ['Vous aimerez aussi', 'Livraison et retours', 'Horaires d’ouverture'],
    question: 'Combien de temps prend la livraison ?',
  },
  es: {
    headlines: ['Pan con una corteza que canta', 'Lámparas para noches largas', 'Dormir como la marea'],
    support: 'Nuestra masa reposa dos días antes de entrar al horno.',
    actions: ['Pedir un pan', 'Reservar mesa', 'Descubre las lámparas'],
    buttons: ['Añadir al carrito', 'Iniciar sesión', 'Aceptar todas', 'Ver carrito'],
    labels: ['Elige tu talla', 'Cantidad', 'Talla única'],
    notices: ['No hay reseñas', 'Agotado', 'Envío gratis'],
    titles: ['También te puede gustar', 'Envíos y devoluciones', 'Quiénes somos'],
    question: '¿Cuánto tarda el envío?',
  },
  it: {
    headlines: ['Un pane con la crosta che canta', 'Lampade per sere lunghe', 'Dormire come la marea'],
    support: 'Il nostro impasto riposa due giorni prima del forno.',
    actions: ['Ordina il pane', 'Prenota un tavolo', 'Scopri le lampade'],
    buttons: ['Aggiungi al carrello', 'Accedi', 'Accetta tutti', 'Vai alla cassa'],
    labels: ['Scegli la tua taglia', 'Quantità', 'Taglia unica'],
    notices: ['Nessuna recensione', 'Esaurito', 'Spedizione gratuita'],
    titles: ['Potrebbe piacerti anche', 'Spedizioni e resi', 'Chi siamo'],
    question: 'Quanto dura la spedizione?',
  },
  pt: {
    headlines: ['Pão com uma crosta que canta', 'Candeeiros para noites longas', 'Dormir como a maré'],
    support: 'A nossa massa descansa dois dias antes de ir ao forno.',
    actions: ['Encomendar um pão', 'Reservar mesa', 'Conheça as lâmpadas'],
    buttons: ['Adicionar ao carrinho', 'Entrar', 'Aceitar todos', 'Finalizar compra'],
    labels: ['Escolha seu tamanho', 'Quantidade', 'Tamanho único'],
    notices: ['Nenhuma avaliação', 'Esgotado', 'Frete grátis'],
    titles: ['Você também pode gostar', 'Trocas e devoluções', 'Quem somos'],
    question: 'Quanto tempo demora a entrega?',
  },
  nl: {
    headlines: ['Brood met een korst die zingt', 'Lampen voor lange avonden', 'Slapen als het getij'],
    support: 'Ons deeg rust twee dagen voordat het de oven in gaat.',
    actions: ['Bestel een brood', 'Reserveer een tafel', 'Ontdek de lampen'],
    buttons: ['In winkelwagen', 'Inloggen', 'Alles accepteren', 'Afrekenen'],
    labels: ['Kies je maat', 'Aantal', 'Maat'],
    notices: ['Nog geen beoordelingen', 'Uitverkocht', 'Gratis verzending'],
    titles: ['Misschien vind je dit ook leuk', 'Verzending en retour', 'Openingstijden'],
    question: 'Hoe lang duurt de verzending?',
  },
  pl: {
    headlines: ['Chleb, którego skórka śpiewa', 'Lampy na długie wieczory', 'Spokojny sen nad morzem'],
    support: 'Nasze ciasto odpoczywa dwa dni, zanim trafi do pieca.',
    actions: ['Zamów chleb', 'Zarezerwuj stolik', 'Odkryj lampy'],
    buttons: ['Dodaj do koszyka', 'Zaloguj się', 'Akceptuj wszystkie', 'Przejdź do kasy'],
    labels: ['Wybierz rozmiar', 'Ilość', 'Kolor'],
    notices: ['Brak opinii', 'Brak w magazynie', 'Darmowa dostawa'],
    titles: ['Może Ci się spodobać', 'Dostawa i zwroty', 'Godziny otwarcia'],
    question: 'Ile trwa dostawa?',
  },
  sv: {
    headlines: ['Bröd med en skorpa som sjunger', 'Lampor för långa kvällar', 'Sov som havet'],
    support: 'Vår deg vilar i två dagar innan den gräddas.',
    actions: ['Beställ bröd', 'Boka bord', 'Upptäck lamporna'],
    buttons: ['Lägg i varukorgen', 'Logga in', 'Acceptera alla', 'Till kassan'],
    labels: ['Välj storlek', 'Antal', 'Färg'],
    notices: ['Inga recensioner', 'Slut i lager', 'Fri frakt'],
    titles: ['Du kanske också gillar', 'Frakt och retur', 'Öppettider'],
    question: 'Hur lång tid tar leveransen?',
  },
  tr: {
    headlines: ['Kabuğu şarkı söyleyen ekmek', 'Uzun akşamlar için lambalar', 'Deniz gibi uyku'],
    support: 'Hamurumuz fırına girmeden önce iki gün dinlenir.',
    actions: ['Sipariş ver', 'Rezervasyon yap', 'Lambaları keşfet'],
    buttons: ['Sepete ekle', 'Giriş yap', 'Kabul et', 'Ödemeye geç'],
    labels: ['Beden seçin', 'Adet', 'Renk'],
    notices: ['Henüz yorum yok', 'Tükendi', 'Ücretsiz kargo'],
    titles: ['Benzer ürünler', 'Kargo ve iade', 'Hakkımızda'],
    question: 'Kargo ne kadar sürer?',
  },
  ru: {
    headlines: ['Хлеб с поющей корочкой', 'Лампы для долгих вечеров', 'Сон, как морской прилив'],
    support: 'Наше тесто отдыхает два дня перед печью.',
    actions: ['Заказать хлеб', 'Забронировать стол', 'Выбрать лампу'],
    buttons: ['Добавить в корзину', 'Войти', 'Принять все', 'Оформить заказ'],
    labels: ['Выберите размер', 'Количество', 'Цвет'],
    notices: ['Пока нет отзывов', 'Нет в наличии', 'Бесплатная доставка'],
    titles: ['Похожие товары', 'Доставка и оплата', 'О компании'],
    question: 'Сколько длится доставка?',
  },
  ar: {
    headlines: ['خبز بقشرة تغني', 'مصابيح لليالي الطويلة', 'نوم هادئ كالبحر'],
    support: 'ترتاح عجينتنا يومين قبل أن تدخل الفرن.',
    actions: ['اطلب الخبز', 'احجز طاولة', 'اكتشف المصابيح'],
    buttons: ['أضف إلى السلة', 'تسجيل الدخول', 'قبول الكل', 'إتمام الطلب'],
    labels: ['اختر المقاس', 'الكمية', 'اللون'],
    notices: ['لا توجد مراجعات', 'نفدت الكمية', 'شحن مجاني'],
    titles: ['قد يعجبك أيضا', 'الشحن والتوصيل', 'من نحن'],
    question: 'كم يستغرق الشحن؟',
  },
  he: {
    headlines: ['לחם עם קרום ששר', 'מנורות לערבים ארוכים', 'לישון כמו הים'],
    support: 'הבצק שלנו נח יומיים לפני שהוא נכנס לתנור.',
    actions: ['הזמינו לחם', 'הזמנת שולחן', 'גלו את המנורות'],
    buttons: ['הוסף לסל', 'התחברות', 'אישור', 'לתשלום'],
    labels: ['בחרו מידה', 'כמות', 'צבע'],
    notices: ['אין ביקורות', 'אזל מהמלאי', 'משלוח חינם'],
    titles: ['אולי תאהבו גם', 'משלוחים והחזרות', 'שעות פתיחה'],
    question: 'כמה זמן לוקח המשלוח?',
  },
  hi: {
    headlines: ['रोटी जो गीत गाती है', 'लंबी शामों के लिए दीये', 'समुद्र जैसी नींद'],
    support: 'हमारा आटा भट्ठी से पहले दो दिन आराम करता है।',
    actions: ['अभी ऑर्डर करें', 'टेबल बुक करें', 'दीये खरीदें'],
    buttons: ['कार्ट में डालें', 'लॉग इन करें', 'स्वीकार करें', 'चेकआउट'],
    labels: ['आकार चुनें', 'मात्रा', 'रंग'],
    notices: ['कोई समीक्षा नहीं', 'स्टॉक में नहीं', 'मुफ़्त शिपिंग'],
    titles: ['संबंधित उत्पाद', 'वापसी नीति', 'हमारे बारे में'],
    question: 'डिलीवरी में कितना समय लगता है?',
  },
  ja: {
    headlines: ['歌うように焼けるパン', '長い夜のための灯り', '海のように眠る'],
    support: '生地を二日寝かせてから、窯で焼き上げます。',
    actions: ['パンを注文する', '席を予約する', '灯りを見る'],
    buttons: ['カートに入れる', 'ログイン', 'すべて許可', 'レジに進む'],
    labels: ['サイズを選択してください', '数量', 'カラー'],
    notices: ['レビューはまだありません', '売り切れ', '送料無料'],
    titles: ['関連商品', '配送について', '会社概要'],
    question: '配送にはどのくらいかかりますか？',
  },
  ko: {
    headlines: ['노래하는 껍질의 빵', '긴 저녁을 위한 등불', '바다처럼 깊은 잠'],
    support: '반죽은 오븐에 들어가기 전에 이틀을 쉽니다.',
    actions: ['빵 주문하기', '테이블 예약', '등불 보러 가기'],
    buttons: ['장바구니 담기', '로그인', '모두 허용', '결제하기'],
    labels: ['사이즈를 선택하세요', '수량', '색상'],
    notices: ['아직 리뷰가 없습니다', '품절', '무료 배송'],
    titles: ['관련 상품', '배송 안내', '회사소개'],
    question: '배송은 얼마나 걸리나요?',
  },
  zh: {
    headlines: ['会唱歌的面包', '为长夜点一盏灯', '像大海一样安睡'],
    support: '面团静置两天后才会进入烤炉。',
    actions: ['立即订购', '预订座位', '查看灯具'],
    buttons: ['加入购物车', '登录', '全部接受', '去结算'],
    labels: ['请选择尺码', '数量', '颜色'],
    notices: ['暂无评论', '缺货', '免运费'],
    titles: ['猜你喜欢', '配送信息', '关于我们'],
    question: '配送需要多久？',
  },
};

/** Headlines that an ad may print, in all languages. */
export const fineHeadlines: string[] = Object.values(samples).flatMap(({ headlines }) => headlines);
