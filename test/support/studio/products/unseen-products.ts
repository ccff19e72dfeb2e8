import type { ProductInput } from './product-input.ts';

/** Products that were set aside while the rules of the script writer were written. Some rules were changed after their first scripts. */
export const unseenProducts: Record<string, ProductInput> = {
  tent: {
    brand: 'Moss Camp',
    product: 'Lichen 2 Tent',
    description:
      'The Lichen 2 is a two-person tent that goes up in four minutes. It stands up to winds of 80 km/h and weighs 1.9 kg. Two doors and two porches keep wet boots outside. Repair kit included.',
    seconds: 13,
    prompt: 'for hikers who travel light',
  },
  lamp: {
    brand: 'Ostra',
    product: 'Dune Desk Lamp',
    description:
      'Soft, even light for your desk. The Dune dims from 100% to 1% without flicker, and its aluminium arm turns in every direction. Uses 6 watts. Comes with a 2 m fabric cable.',
    copies: [{ copy_type: 'cta', copy_text: 'See the lamp' }],
    seconds: 12,
  },
  payroll: {
    brand: 'Tallyhill',
    product: 'Tallyhill Payroll',
    description:
      'Run payroll in three clicks. Tallyhill calculates taxes, pays your team and files the forms for you. Works with the accounting software you already use. Trusted by over 8,000 small businesses. Plans start at $29 a month.',
    copies: [{ copy_type: 'cta', copy_text: 'Book a demo' }],
    seconds: 15,
    prompt: 'Emphasise saving time. Professional tone.',
  },
  granola: {
    brand: 'Oatfield',
    product: 'Honey Granola',
    description:
      'Crunchy oats, roasted hazelnuts and a spoonful of wildflower honey. No added sugar. Baked in small batches in Vermont. High in fibre and a source of protein. Contains nuts.',
    seconds: 10,
  },
  gym: {
    brand: 'Northside Strength',
    description:
      'A small gym with big racks. Coaches write your plan and check it every month. Open 24 hours, every day of the year. Your first week is free. No joining fee.',
    seconds: 12,
    prompt: 'motivating, for beginners, end with "Your first week is free."',
  },
  watch: {
    brand: 'Calder',
    product: 'Calder Field Watch',
    description:
      'A 38 mm field watch with a sapphire crystal and a Swiss automatic movement. Water resistant to 100 metres. The dial glows for eight hours in the dark. Each watch is numbered and tested for seven days before it leaves our workshop.',
    seconds: 15,
    prompt: 'Premium and quiet. Do not mention the price.',
  },
  stroller: {
    brand: 'Pibble',
    product: 'Pibble Go Stroller',
    description:
      '<h3>Folds with one hand</h3><p>The Pibble Go folds in a second and fits in an overhead locker.</p><p><b>Smooth ride:</b> four-wheel suspension and puncture-proof tyres.</p><p><b>Grows with your child:</b> from birth to 22 kg.</p>',
    seconds: 14,
    prompt: 'For young parents. Happy mood.',
  },
  cleaner: {
    brand: 'Plainwash',
    product: 'All-Purpose Cleaner Tablets',
    description:
      'Drop one tablet into a bottle of tap water and you have 500 ml of cleaner. Cuts grease, leaves no streaks and smells of lemon. Plastic-free packaging. One pack replaces 12 bottles.',
    copies: [
      { copy_type: 'headline', copy_text: 'Just add water' },
      { copy_type: 'offer', copy_text: 'Starter kit', price: '€19' },
    ],
    seconds: 13,
  },
  hotel: {
    brand: 'Villa Serein',
    description:
      'Nine rooms above the sea, ten minutes from Cassis. Breakfast is served on the terrace until eleven. A heated pool, a quiet garden and bicycles for every guest. Dogs are welcome.',
    seconds: 13,
    prompt: 'calm',
  },
  earbuds_long: {
    brand: 'Sonance',
    product: 'Sonance Pods Pro 2 (2026) - Active Noise Cancelling Wireless Earbuds | IPX7 | 40H Playtime',
    description:
      'Take your music anywhere! The all-new Pods Pro 2 feature hybrid active noise cancellation that blocks up to 45 dB of outside noise while six microphones pick up your voice clearly, even on a windy street. Get 8 hours of playtime on a single charge, or 40 hours with the case. IPX7 waterproof. Touch controls. Visit https://sonance.example/pods for details!!!',
    seconds: 14,
  },
  plumber: {
    brand: 'Rossi & Daughters Plumbing',
    description:
      'Burst pipe? We come within two hours, day or night, anywhere in Bristol. Fixed prices before we start. Licensed and insured. Family business since 1987.',
    copies: [{ copy_type: 'cta', copy_text: 'Call us' }],
    seconds: 12,
  },
  candle: {
    brand: 'Ashgrove',
    product: 'Cedar Candle',
    description:
      'Smells of cedar, bergamot and rain. Burns for 50 hours. Hand-poured soy wax in a reusable stoneware cup.',
    seconds: 10,
  },
  jeans: {
    brand: 'Delph',
    product: 'Straight Jeans',
    description:
      'Straight-leg jeans in 13 oz Japanese selvedge denim. Cut high at the waist and wide at the ankle. Sewn in a family workshop in Porto. Free repairs for life.',
    seconds: 12,
    prompt: 'mention the free repairs first',
  },
  ebike: {
    brand: 'Rund',
    product: 'Rund One',
    description:
      'Das Rund One fährt bis zu 90 Kilometer mit einer Ladung. Der Akku lässt sich abnehmen und lädt in drei Stunden. Es wiegt nur 16 Kilogramm. Licht und Schloss sind eingebaut. Probefahrt in 20 Städten.',
    copies: [{ copy_type: 'cta', copy_text: 'Probefahrt buchen' }],
    locale: 'de-DE',
    seconds: 15,
    prompt: 'Reichweite betonen',
  },
  fromage_fr: {
    brand: 'La Laiterie des Combes',
    product: 'Comté 18 mois',
    description:
      'Un comté affiné dix-huit mois dans nos caves du Jura. Son goût rappelle la noisette et le beurre. Lait cru de douze fermes voisines. Coupé à la main et livré sous vide.',
    copies: [{ copy_type: 'offer', copy_text: 'Livraison offerte dès 50 €' }],
    locale: 'fr-FR',
    seconds: 14,
  },
  app_es: {
    brand: 'Cuentas Claras',
    product: 'Cuentas Claras',
    description:
      'Divide los gastos de un viaje en segundos. Haz una foto del recibo y la app calcula cuánto debe cada uno. Funciona sin conexión. Más de 300.000 descargas.',
    locale: 'es-MX',
    seconds: 12,
  },
  bento_ja: {
    brand: '木ノ匙',
    product: '曲げわっぱ弁当箱',
    description:
      '秋田杉を一枚ずつ曲げてつくる弁当箱です。木がごはんの水分をほどよく吸い、冷めてもおいしい。職人が一つずつ仕上げています。修理もお受けします。',
    locale: 'ja-JP',
    seconds: 14,
  },
  tea_zh: {
    brand: '清和茶舍',
    product: '正山小种红茶',
    description:
      '产自武夷山海拔一千二百米的茶园。手工采摘，松木熏制，香气持久。冲泡八次仍有回甘。每盒150克，附赠竹制茶匙。',
    copies: [{ copy_type: 'headline', copy_text: '一杯山里的红茶' }],
    locale: 'zh-CN',
    seconds: 12,
  },
  cream_ko: {
    brand: '온결',
    product: '수분 크림',
    description:
      '건조한 피부에 하루 종일 수분을 채워 줍니다. 병풀 추출물 70%를 담았습니다. 향료와 색소를 넣지 않았습니다. 민감한 피부에도 사용할 수 있습니다.',
    locale: 'ko-KR',
    seconds: 12,
  },
  coffee_th: {
    brand: 'ดอยหมอก',
    product: 'กาแฟคั่วกลาง',
    description: 'กาแฟอาราบิก้าจากดอยช้าง ปลูกที่ความสูง 1,200 เมตร คั่วสดทุกสัปดาห์ หอมกลิ่นช็อกโกแลตและส้ม ส่งฟรีทั่วประเทศ',
    locale: 'th-TH',
    seconds: 12,
  },
  saree_hi: {
    brand: 'रेशमघर',
    product: 'बनारसी साड़ी',
    description:
      'बनारस के बुनकरों ने इसे हाथ से बुना है। शुद्ध रेशम और ज़री का काम। हर साड़ी को बनाने में तीन हफ्ते लगते हैं। देश भर में मुफ्त डिलीवरी।',
    locale: 'hi-IN',
    seconds: 13,
  },
  rug_ar: {
    brand: 'نسيج الأطلس',
    product: 'سجادة أزيلال',
    description:
      'سجادة من صوف طبيعي منسوجة يدويًا في جبال الأطلس. كل قطعة فريدة ولا تتكرر. تستغرق حياكتها ستة أسابيع. شحن مجاني داخل المغرب.',
    copies: [{ copy_type: 'cta', copy_text: 'تسوّق الآن' }],
    locale: 'ar-MA',
    seconds: 13,
  },
};
