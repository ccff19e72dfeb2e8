import type { Brief } from '../../src/studio/brief.ts';
import { briefOf, type Logos, samplePicture } from './briefs.ts';
import { alpine, coral, night, rose, sage, sand, sun } from './palettes.ts';

const japanese = (logos: Logos): Record<string, Brief> => ({
  'ja-bottle': briefOf({
    name: 'ヴェルデーヌ',
    tone: 'natural',
    language: 'ja',
    ...sage,
    logo: logos.leaves,
    pictures: [samplePicture('bottle')],
    copy: {
      headline: '一日中、冷たい水を。',
      subheadline: '保冷24時間のステンレスボトル。「持ち歩く」がもっと軽やかに、毎日の習慣になります。',
      cta: '詳しく見る',
    },
  }),
  'ja-offer': briefOf({
    name: 'MUJI 無印良品',
    tone: 'bold',
    language: 'ja',
    ...coral,
    pictures: [samplePicture('mug')],
    copy: {
      headline: '朝のコーヒーが、ちょっといい時間になるマグカップ',
      offer: '期間限定・送料無料',
      price: '1,980円（税込）',
      cta: '今すぐ購入',
    },
  }),
  'ja-statement': briefOf({
    name: 'iPhone 用ケース専門店',
    tone: 'elegant',
    language: 'ja',
    ...night,
    copy: {
      headline: 'iPhone 用ケース、ぜんぶ「半額」。',
      subheadline: '第3回 "大感謝祭" は11月30日まで！',
      cta: 'セール会場へ',
    },
  }),
});

const chinese = (logos: Logos): Record<string, Brief> => ({
  'zh-hans-photo': briefOf({
    name: '山行',
    tone: 'natural',
    language: 'zh-Hans',
    ...alpine,
    logo: logos.peak,
    pictures: [samplePicture('lake')],
    copy: {
      headline: '轻装上阵，走得更远',
      subheadline: '全新一代登山背包，自重仅890克，为长途徒步而生。',
      cta: '立即选购',
    },
  }),
  'zh-hans-offer': briefOf({
    name: '听见',
    tone: 'technical',
    language: 'zh-CN',
    ...night,
    prefers: 'dark',
    pictures: [samplePicture('headphones')],
    copy: { headline: '主动降噪，安静随行', offer: '限时8折！全场包邮', price: '¥1,299', cta: '马上抢购' },
  }),
  'zh-hant-mug': briefOf({
    name: '晨光陶作',
    tone: 'friendly',
    language: 'zh-TW',
    ...sand,
    pictures: [samplePicture('mug')],
    copy: {
      headline: '每天早晨，從一只好杯子開始',
      subheadline: '手工拉坯，每一只都不一樣。"溫潤"的釉色，越用越美。',
      cta: '選購馬克杯',
    },
  }),
});

const korean = (): Record<string, Brief> => ({
  'ko-bottle': briefOf({
    name: '베르데인',
    tone: 'bold',
    language: 'ko',
    ...sage,
    pictures: [samplePicture('bottle')],
    copy: {
      headline: '하루 종일 시원하게, 어디서나 가볍게',
      offer: '세일 50%',
      cta: '지금 구매하기',
      price: '₩29,900',
    },
  }),
  'ko-photo': briefOf({
    name: '고요한 호수',
    tone: 'elegant',
    language: 'ko',
    ...alpine,
    pictures: [samplePicture('lake')],
    copy: {
      headline: '길이 끝나는 곳에서 시작되는 여행',
      subheadline: '현지 가이드와 함께 걷는 엿새간의 트레킹. 소규모로 조용히 다녀오세요.',
      cta: '일정 보기',
    },
  }),
});

const hebrewAndArabic = (): Record<string, Brief> => ({
  'he-mug': briefOf({
    name: 'Kiln & Co',
    tone: 'friendly',
    language: 'he',
    ...sand,
    pictures: [samplePicture('mug')],
    copy: {
      headline: 'הספל של Kiln & Co.',
      subheadline: 'עבודת יד מחימר מקומי. כל ספל "יחיד במינו", ונועד לשימוש יום־יומי.',
      cta: 'לקנייה עכשיו',
      price: 'רק 89 ₪',
    },
  }),
  'he-statement': briefOf({
    name: 'מלון השקט',
    tone: 'elegant',
    language: 'he',
    ...rose,
    copy: {
      headline: 'עוד לילה אחד, עלינו.',
      subheadline: 'הזמינו שני לילות וקבלו את השלישי במתנה!',
      cta: 'Book now.',
    },
  }),
  'ar-mixed': briefOf({
    name: 'Verdane',
    tone: 'bold',
    language: 'ar',
    ...sage,
    pictures: [samplePicture('bottle')],
    copy: {
      headline: 'ماء بارد طوال اليوم مع Verdane.',
      subheadline: 'Cold for 24 hours. Made in Norway.',
      offer: 'خصم 25% على iPhone 15 Pro!',
      cta: 'اشترِ الآن',
    },
  }),
});

const thaiAndHindi = (): Record<string, Brief> => ({
  'th-bottle': briefOf({
    name: 'เย็นฉ่ำ',
    tone: 'bold',
    language: 'th',
    ...coral,
    pictures: [samplePicture('bottle')],
    copy: {
      headline: 'ดื่มน้ำเย็นได้ทั้งวัน ทุกที่ที่ไป',
      subheadline: 'กระติกสเตนเลสเก็บความเย็นนาน 24 ชั่วโมง น้ำหนักเบา พกพาง่าย',
      offer: 'ลด 50% เฉพาะวันนี้เท่านั้น',
      cta: 'สั่งซื้อเลย',
    },
  }),
  'th-photo': briefOf({
    name: 'Alpenrad',
    tone: 'natural',
    language: 'th',
    ...alpine,
    pictures: [samplePicture('lake')],
    copy: { headline: 'ที่นี่ มีที่ว่างให้ใจได้พัก', subheadline: 'ทริปเดินป่าหกวันกับไกด์ท้องถิ่นผู้รู้จักทุกเส้นทาง', cta: 'ดูโปรแกรม' },
  }),
  'hi-mug': briefOf({
    name: 'मिट्टी',
    tone: 'natural',
    language: 'hi',
    ...sand,
    pictures: [samplePicture('mug')],
    copy: {
      headline: 'हर सुबह की शुरुआत, अपने कप के साथ।',
      subheadline: 'हाथ से बने चीनी मिट्टी के कप, जो हर दिन साथ निभाएँ।',
      cta: 'अभी ख़रीदें',
      price: '₹499',
    },
  }),
  'hi-offer': briefOf({
    name: 'Norr Audio',
    tone: 'bold',
    language: 'hi',
    ...sun,
    pictures: [samplePicture('headphones')],
    copy: { headline: 'एक बार चार्ज, चालीस घंटे संगीत', offer: '50% की छूट', cta: 'और जानें' },
  }),
});

const signs = (): Record<string, Brief> => ({
  symbols: briefOf({
    name: 'Zest™',
    tone: 'playful',
    ...sun,
    copy: {
      headline: 'Fresh ✓ Fast ★ Free ♥',
      subheadline: 'From 4 ℃ → table ½ price ① today 🎉 №1 ▲ for 👨‍👩‍👧 in 🇩🇪 & ❤️ ☕ 👍🏽 1️⃣ ✨ ∑∞≠ ╔═╗ ✗ ☎',
      cta: 'Order 🚀 →',
    },
  }),
});

/** Briefs in every writing system that the studio has fonts for, with copy that a local shop would write. */
export const scriptBriefs = (logos: Logos): Record<string, Brief> => ({
  ...japanese(logos),
  ...chinese(logos),
  ...korean(),
  ...hebrewAndArabic(),
  ...thaiAndHindi(),
  ...signs(),
});
