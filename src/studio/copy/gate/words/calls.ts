import type { WordList } from './languages.ts';

/** Calls to action that do not say what they lead to. They suit a button, but not a headline. */
export const bareCalls: WordList = {
  en: 'more information|shop now|buy now|buy|order now|order online|book now|learn more|discover more|get started|sign up now|find out more|explore|discover|try now|start now|donate now|apply now|subscribe now|download now|call now',
  de: 'mehr informationen|jetzt kaufen|kaufen|jetzt bestellen|bestellen|jetzt buchen|jetzt shoppen|mehr erfahren|mehr entdecken|jetzt entdecken|jetzt starten|jetzt testen|jetzt anfragen|jetzt spenden',
  fr: 'plus d informations|plus d infos|acheter|acheter maintenant|commander|réserver|je réserve|en savoir plus|découvrir|je découvre|voir plus|commencer|essayer|profitez en',
  es: 'comprar|comprar ahora|compra ahora|pedir ahora|reservar|reservar ahora|saber más|más información|descubrir|descubre más|empezar|probar',
  it: 'maggiori informazioni|più informazioni|acquista|acquista ora|compra ora|ordina ora|prenota|prenota ora|scopri di più|scopri|inizia|inizia ora|prova',
  pt: 'mais informações|comprar|comprar agora|compre agora|compre já|peça agora|reservar|saiba mais|descubra mais|conheça|começar|comece agora|experimente',
  nl: 'koop nu|nu kopen|bestel nu|nu bestellen|boek nu|shop nu|meer informatie|ontdek|ontdek meer|begin nu|probeer nu',
  pl: 'więcej informacji|kup teraz|kup|zamów|zamów teraz|zarezerwuj|dowiedz się więcej|poznaj|odkryj|zobacz więcej|rozpocznij|sprawdź',
  sv: 'mer information|köp nu|köp|handla nu|beställ nu|boka nu|upptäck|upptäck mer|kom igång|prova nu',
  tr: 'şimdi al|hemen al|satın al|sipariş ver|hemen sipariş ver|rezervasyon yap|daha fazla bilgi|keşfet|hemen keşfet|hemen başla|incele',
  ru: 'купить|купить сейчас|заказать|заказать сейчас|забронировать|узнать больше|подробнее|начать|попробовать',
  ar: 'اشتر الآن|تسوق الآن|اطلب الآن|احجز الآن|اعرف المزيد|اكتشف|اكتشف المزيد|ابدأ الآن|جرب الآن',
  he: 'קנו עכשיו|לקנייה|לרכישה|הזמינו עכשיו|להזמנה|למידע נוסף|לפרטים נוספים|גלו עוד|התחילו עכשיו',
  hi: 'अभी खरीदें|खरीदें|अभी ऑर्डर करें|अभी बुक करें|और जानें|शुरू करें|खोजें',
  ja: '今すぐ購入|購入する|注文する|予約する|ご予約はこちら|詳しく見る|詳しくはこちら|詳細を見る|今すぐ始める|はじめる',
  ko: '지금 구매|구매하기|바로 구매|주문하기|예약하기|자세히 보기|더 알아보기|알아보기|시작하기',
  zh: '立即购买|立即購買|马上购买|立即订购|立即預訂|立即预订|了解更多|瞭解更多|查看更多|立即开始|立即開始|立即体验',
  vi: 'thêm thông tin|mua ngay|mua hàng|mua hàng ngay|mua sắm ngay|đặt hàng|đặt hàng ngay|đặt mua|đặt ngay|đặt chỗ ngay|đặt lịch ngay|đặt bàn|tìm hiểu thêm|tìm hiểu ngay|khám phá|khám phá ngay|khám phá thêm|bắt đầu|bắt đầu ngay|dùng thử|dùng thử miễn phí|đăng ký ngay|liên hệ ngay|gọi ngay|tải ngay|xem ngay|nhận tư vấn|tham gia ngay',
  id: 'informasi lebih lanjut|info selengkapnya|beli sekarang|beli|belanja sekarang|pesan sekarang|pesan|order sekarang|booking sekarang|reservasi sekarang|pelajari lebih lanjut|pelajari selengkapnya|ketahui lebih lanjut|temukan lebih banyak|jelajahi|jelajahi sekarang|mulai|mulai sekarang|coba sekarang|coba gratis|daftar sekarang|hubungi sekarang|unduh sekarang|gabung sekarang|donasi sekarang|tempah sekarang|beli belah sekarang|cek sekarang',
  uk: 'більше інформації|детальніше|докладніше|купити|купити зараз|купити онлайн|замовити|замовити зараз|замовити онлайн|забронювати|дізнатися більше|дізнатись більше|дізнатися детальніше|почати|розпочати|спробувати|спробувати безкоштовно|записатися|записатись|переглянути|обирай|підтримати|зателефонувати|залишити заявку',
  cs: 'více informací|koupit|koupit nyní|koupit teď|objednat|objednat nyní|objednat teď|objednat online|objednejte nyní|rezervovat|rezervovat nyní|zjistit více|zjistěte více|dozvědět se více|prozkoumat|objevte více|nakupovat|nakupujte nyní|nakoupit|nakoupit nyní|začít|začít nyní|začněte hned|vyzkoušet|vyzkoušet zdarma|chci objednat|chci koupit|mám zájem|nezávazně poptat|poptat|kontaktovat|stáhnout|do obchodu|do e shopu|přispět|prohlédnout',
  sk: 'viac informácií|kúpiť|kúpiť teraz|objednať|objednať teraz|objednať online|objednajte teraz|rezervovať|rezervovať teraz|zistiť viac|zistite viac|dozvedieť sa viac|preskúmať|objavte viac|nakupovať|nakupujte teraz|nakúpiť|nakúpiť teraz|začať|začať teraz|začnite hneď|vyskúšať|vyskúšať zadarmo|chcem objednať|chcem kúpiť|mám záujem|nezáväzný dopyt|kontaktovať|stiahnuť|do obchodu|do e shopu|prispieť|prezrieť|pozrieť ponuku',
  da: 'mere information|køb nu|køb|køb her|køb online|shop nu|shop her|bestil nu|bestil|bestil her|bestil online|book nu|book her|book tid|reserver nu|læs mere her|lær mere|opdag|opdag mere|udforsk|kom i gang|prøv nu|prøv gratis|start nu|bliv medlem|tilmeld dig|tilmeld dig nu|tilmeld|støt nu|download|download nu|ring nu|kontakt|få et tilbud|få tilbud|se udvalget',
};
