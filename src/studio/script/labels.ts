import { baseOf } from '../../words/writing.ts';

/** Calls to action for a film whose request and page have none: for a product, and for anything else. */
interface Labels {
  shop: string;
  learn: string;
}

/** Reviewed short forms. Each is what shops and services of the language use on buttons; none claims anything. */
const labels: Record<string, Labels> = {
  en: { shop: 'Shop now', learn: 'Learn more' },
  de: { shop: 'Jetzt entdecken', learn: 'Mehr erfahren' },
  fr: { shop: 'Je découvre', learn: 'En savoir plus' },
  es: { shop: 'Descúbrelo', learn: 'Más información' },
  it: { shop: 'Scopri di più', learn: 'Scopri di più' },
  pt: { shop: 'Saiba mais', learn: 'Saiba mais' },
  nl: { shop: 'Bekijk nu', learn: 'Meer weten' },
  sv: { shop: 'Läs mer', learn: 'Läs mer' },
  da: { shop: 'Læs mere', learn: 'Læs mere' },
  nb: { shop: 'Les mer', learn: 'Les mer' },
  fi: { shop: 'Lue lisää', learn: 'Lue lisää' },
  pl: { shop: 'Zobacz więcej', learn: 'Dowiedz się więcej' },
  cs: { shop: 'Zjistit více', learn: 'Zjistit více' },
  tr: { shop: 'Hemen incele', learn: 'Daha fazla bilgi' },
  ru: { shop: 'Подробнее', learn: 'Подробнее' },
  uk: { shop: 'Докладніше', learn: 'Докладніше' },
  el: { shop: 'Μάθετε περισσότερα', learn: 'Μάθετε περισσότερα' },
  ar: { shop: 'اكتشف المزيد', learn: 'اعرف المزيد' },
  he: { shop: 'לפרטים נוספים', learn: 'לפרטים נוספים' },
  hi: { shop: 'और जानें', learn: 'और जानें' },
  th: { shop: 'ดูเพิ่มเติม', learn: 'ดูเพิ่มเติม' },
  ja: { shop: '詳しくはこちら', learn: '詳しくはこちら' },
  ko: { shop: '지금 만나보세요', learn: '자세히 알아보기' },
  zh: { shop: '了解更多', learn: '了解更多' },
};

/** Returns the call to action for a language; undefined if no label of the language has been reviewed. */
export function actionLabel(language: string, kind: keyof Labels): string | undefined {
  return labels[baseOf(language)]?.[kind];
}
