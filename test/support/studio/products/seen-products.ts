import type { ProductInput } from './product-input.ts';

/** Products that the rules of the script writer were tuned on. */
export const seenProducts: Record<string, ProductInput> = {
  bottle: {
    brand: 'Verdane',
    product: 'Steel Bottle',
    description:
      'Keeps water cold for 24 hours and tea hot for 12. Recycled steel, made in Portugal. The lid closes with one hand and never leaks in a bag. Fits every cup holder. Hand wash only.',
    copies: [
      { copy_type: 'headline', copy_text: 'Cold water, all day' },
      { copy_type: 'cta', copy_text: 'Shop now' },
    ],
    seconds: 12,
  },
  shoe: {
    brand: 'Aero',
    product: 'Aero Trainer 2',
    description:
      'A light shoe for long roads. Weighs 198 grams. The foam midsole returns energy with every step and the knitted upper dries overnight. Available in sizes 36 to 48.',
    seconds: 15,
    prompt: 'For runners. Energetic.',
  },
  coffee: {
    brand: 'Ember Row',
    product: 'House Espresso',
    description:
      '<p>We roast every batch by hand in Leeds, twice a week.</p><ul><li>Notes of dark chocolate, cherry and toasted almond</li><li>Roasted to order and shipped within 48 hours</li><li>Direct trade with three farms in Huila, Colombia</li></ul>',
    copies: [{ copy_type: 'offer', copy_text: '20% off your first bag', price: '$14' }],
    seconds: 15,
  },
  notes: {
    brand: 'Fieldnote',
    product: 'Fieldnote',
    description:
      'Fieldnote is a note-taking app for people who work outdoors. It saves every note offline and syncs as soon as you have signal. Record voice, photos and coordinates in one tap. Used by 1,200 survey teams in 30 countries. Free for 14 days.',
    copies: [{ copy_type: 'cta', copy_text: 'Start free trial' }],
    seconds: 13,
    prompt: 'Focus on working offline. Audience: field engineers.',
  },
  jacket: {
    brand: 'Norrfjell',
    product: 'Skar Shell Jacket',
    description:
      'This jacket keeps you dry in heavy rain and lets your body breathe on steep climbs. Three-layer recycled nylon, fully taped seams, and a hood that fits over a helmet. Packs down to the size of a water bottle. 10-year guarantee.',
    seconds: 15,
    prompt: 'focus on durability',
  },
  restaurant: {
    brand: 'Osteria Luna',
    description:
      'Osteria Luna is a family-run Italian restaurant in the old harbour. Our kitchen makes fresh pasta every morning and bakes bread in a wood-fired oven. Open Tuesday to Sunday from noon. Call +44 20 7946 0000 to book.',
    seconds: 12,
  },
  serum: {
    brand: 'Halde',
    product: 'Night Serum',
    description:
      'A lightweight serum that softens dry skin overnight. With 2% niacinamide and squalane from olives. Fragrance free, dermatologist tested and suitable for sensitive skin. 30 ml. Avoid contact with eyes.',
    seconds: 12,
    prompt: 'Calm, elegant. Speak slowly.',
  },
  vacuum: {
    brand: 'Kestrel',
    product: 'Kestrel V9 Cordless Vacuum Cleaner with HEPA Filter, 45 Minute Battery, Black',
    description:
      'Tired of tripping over cables? The Kestrel V9 runs for up to 45 minutes on one charge, picks up 99.9% of fine dust thanks to its sealed HEPA filter, and weighs only 2.4 kg, so you can carry it upstairs with one hand. The bin empties at the push of a button. 2-year warranty.',
    copies: [{ copy_type: 'offer', copy_text: 'Save $60 until Sunday', price: '$239' }],
    seconds: 15,
    prompt: 'Start with the price',
  },
  bank: {
    brand: 'Poplar',
    product: 'Poplar Business Account',
    description:
      'Open a business account in ten minutes, without paperwork. Send and receive payments in 14 currencies. Invoices are matched automatically, so your books are always up to date. No monthly fee for the first year. Terms apply.',
    seconds: 14,
  },
  festival: {
    brand: 'Harbour Sounds',
    product: 'Harbour Sounds Festival 2026',
    description:
      'Three days of live music on the waterfront, from 12 to 14 June. 60 artists on four stages. Food from local kitchens until midnight. Children under 12 get in free. Day tickets and weekend passes are on sale now.',
    copies: [{ copy_type: 'cta', copy_text: 'Get tickets' }],
    seconds: 12,
    prompt: 'Loud and bold. Show a dragon flying over the harbour.',
  },
  socks: {
    brand: 'Tern & Co',
    product: 'Merino Hiking Socks',
    description:
      'Soft merino socks with a cushioned heel. They stay dry on long walks, do not slip, and need no washing between hikes. 70% merino wool, 28% nylon, 2% elastane. Knitted in Wales.',
    seconds: 11,
  },
  drill: {
    brand: 'BORAX TOOLS',
    product: 'BX-18 IMPACT DRILL',
    description:
      '18V BRUSHLESS MOTOR. DRILLS THROUGH 13 MM STEEL. 2 BATTERIES INCLUDED. 65 NM TORQUE. LED WORK LIGHT. FAST CHARGER: 80% IN 30 MINUTES.',
    seconds: 10,
  },
  sofa: {
    brand: 'Loam',
    product: 'Alder Sofa',
    description:
      'The Alder sofa seats three people and turns into a double bed in seconds. Its solid oak frame is built by hand in our workshop in Ghent. The covers come off and go in the washing machine. Delivered flat, assembled in 15 minutes without tools.',
    copies: [{ copy_type: 'headline', copy_text: 'The sofa that becomes a bed' }],
    seconds: 15,
    prompt: 'warm and calm, for small apartments',
  },
  jam: {
    brand: 'Fig & Fennel',
    product: 'Fig Jam',
    description:
      'Ripe figs, cane sugar and a squeeze of lemon. That is all. Cooked slowly in small copper pots. 🫙 220 g jar ™',
    seconds: 10,
  },
  dogfood: {
    brand: 'Barkwell',
    product: 'Fresh Dog Meals',
    description:
      'Fresh meals for dogs, cooked gently and frozen the same day. Every recipe is written by a vet and portioned for your dog. Delivered to your door every two weeks. Pause or cancel anytime.',
    copies: [
      { copy_type: 'headline', copy_text: 'Real food for real dogs' },
      { copy_type: 'subheadline', copy_text: 'Cooked fresh and delivered to your door.' },
      { copy_type: 'cta', copy_text: 'Build your box' },
      { copy_type: 'offer', copy_text: '50% off the first box' },
    ],
    seconds: 15,
    prompt: 'Funny and playful, for dog owners',
  },
  headphones: {
    brand: 'Ohmly',
    product: 'Ohmly One Headphones',
    description:
      'Experience crystal clear sound with our noise-cancelling wireless headphones. 30-hour battery, Bluetooth 5.3, USB-C fast charging. Soft memory foam ear pads for all-day comfort. Perfect for music lovers and professionals.',
    seconds: 12,
    prompt: 'Say "Hear the room disappear."',
  },
  course: {
    brand: 'Lingua Harbour',
    product: 'Spanish in 12 Weeks',
    description:
      'Learn Spanish with a real teacher, in groups of five. Two live lessons a week, in the evening. You speak from the first minute. Lessons are recorded, so you can catch up anytime. Rated 4.8 out of 5 by 2,300 students.',
    seconds: 14,
  },
  bare: { brand: 'Marl', product: 'Morning Mug', seconds: 10 },
  rucksack_de: {
    brand: 'Bergkraft',
    product: 'Rucksack Grat 35',
    description:
      'Der Grat 35 wiegt nur 980 Gramm und trägt bis zu 15 Kilo. Das Material ist wasserdicht und aus recyceltem Nylon. Zwei große Seitentaschen, Platz für ein Trinksystem. Genäht in Österreich. Mit 5 Jahren Garantie.',
    copies: [
      { copy_type: 'headline', copy_text: 'Leicht am Rücken' },
      { copy_type: 'cta', copy_text: 'Jetzt entdecken' },
    ],
    locale: 'de-DE',
    seconds: 14,
  },
  savon_fr: {
    brand: 'Maison Olivette',
    product: 'Savon de Marseille',
    description:
      'Un savon à l’huile d’olive, cuit au chaudron pendant dix jours. Sans parfum ni colorant. Il convient à toute la famille, même aux peaux sensibles. Fabriqué à Marseille depuis 1924.',
    locale: 'fr-FR',
    seconds: 13,
  },
  aceite_es: {
    brand: 'Olivar del Sur',
    product: 'Aceite de Oliva Virgen Extra',
    description:
      'Aceitunas recogidas a mano en octubre y prensadas en frío el mismo día. Sabor intenso, con notas de tomate y hierba fresca. Botella de 500 ml. Envío gratis a partir de 40 €.',
    copies: [{ copy_type: 'cta', copy_text: 'Compra ahora' }],
    locale: 'es-ES',
    seconds: 12,
  },
  tea_ja: {
    brand: '山霧園',
    product: '深蒸し煎茶',
    description:
      '静岡の山あいで育てた一番茶だけを使いました。深く蒸して、まろやかな甘みを引き出しています。水出しでもおいしくいただけます。100g入り。',
    locale: 'ja-JP',
    seconds: 12,
  },
  oud_ar: {
    brand: 'دار العود',
    product: 'عطر ليل',
    description:
      'عطر شرقي من خشب العود والعنبر. يدوم حتى 12 ساعة. يُصنع يدويًا في دبي بكميات محدودة. مثالي للمناسبات Eau de Parfum.',
    locale: 'ar-AE',
    seconds: 12,
  },
  mixed: {
    brand: 'Stadtrad',
    product: 'City Bike 7',
    description: 'A light city bike with a belt drive. It needs no oil and weighs 12 kg. Lights and lock are built in.',
    locale: 'de-DE',
    seconds: 12,
  },
};
