/**
 * Frequent short words of languages in Latin and Cyrillic script, separated by spaces. Words that several of these
 * languages share count for each of them. Names, borrowed words and words of menus, such as "shop", are left out,
 * because pages of every language contain them.
 */
export const frequentWords = {
  en: 'the and of to in is for with your you our are on that this from by we it be at as have not or can all more an will has was their which about when they',
  de: 'der die das und mit für von ist auf den im zu nicht ein eine sie wir ihr ihre unsere auch bei aus dem des sich sind oder wie als nach werden kann über zum zur durch einen einer wird mehr ich',
  fr: 'le la les de des et du un une pour en dans avec vous nous votre nos sur est par au aux qui que plus ce sont pas ne notre vos cette ou sans être tout tous leur',
  es: 'el la los las de y en para con por un una que del es tu su nuestros nuestra nuestro al más no sus lo como se o te todos tus este esta son desde sin hasta hay',
  it: 'il la di e per con un una che del della le i in è nostri nostra nostro al gli da dei delle più non sono si lo ti anche tuo tua alla nel nella come ogni dal su',
  pt: 'o a os as de e em para com por um uma que do da dos das seu sua nossos nossa nosso mais não ao é você na no nas nos se como sem são ou até todos tem pela pelo',
  nl: 'de het een en van voor met je op in is te onze wij uw dat zijn bij aan ook niet naar of door jouw om als er meer maar deze kunt worden wordt heeft we uit over',
  pl: 'i w z na do się nie dla o jest to od po za oraz że przez nasze lub ze jak są co naszych tym które twoje aby jego być nas ich także już tego pod',
  sv: 'och att det är för på med av en som till den i vi du har din vår om från eller kan ett inte våra dina så alla när mer också hos oss finns ditt',
  da: 'og at det er for på med af en som til den i vi du har din vores om fra eller kan et ikke dine så alle når mere også hos os jeg bliver blive efter',
  nb: 'og at det er for på med av en som til den i vi du har din vår om fra eller kan et ikke våre dine så alle når mer også hos oss jeg blir etter',
  fi: 'ja on ei se että oli myös sekä tai kun mutta ovat voit meidän sen kaikki mukaan sinun ole niin joka jossa kanssa ilman oman nyt jo siitä',
  cs: 'a v na se je z pro s do že o to jako za od po při které nebo který jsou si ale pod podle vám vás náš naše pouze také více jsme u ve ze tak být',
  sk: 'a v na sa je z pre s do že o to ako za od po pri ktoré alebo ktorý sú si ale pod podľa vám vás náš naše iba tiež viac sme u vo zo tak byť',
  hu: 'a az és hogy nem is egy van meg de ez csak már még mint vagy ami azt itt minden ha ki el fel be után által így lehet termék nagy jó',
  ro: 'și de în la cu pe pentru un o din este nu care sau mai ce sunt se că prin ale al noastre tău te ai fi este noi dumneavoastră cele poate către fără lei',
  hr: 'i u je na za se da s od su kao ili ne što po koji iz do koja uz bez ali biti više vas nas naš naša naše vam kako sve možete',
  sl: 'in je na za se da z v s so ki pri po ali tudi kot iz od do vas vam naše naši bo lahko več ter ker ni vse pa ob brez smo vaš naš kako ste',
  lt: 'ir yra su į iš kad bei ar jūsų mūsų kaip tai už nuo apie dėl taip pat visi jums gali būti per tik arba daugiau mes savo mums',
  lv: 'un ir ar no uz par kā vai jūsu mūsu lai tas tiek pēc arī bet visi mēs var pie līdz kas jums mums savu ļoti vairāk bez',
  et: 'ja on ei see et ka või oma meie teie kui mis kõik saab ning siis aga väga rohkem mida iga ole meil teil koos kes seda',
  sq: 'dhe i e të në për me që një nga është ne janë tonë tona jonë si por këtë kjo ky do ka kemi mund jemi juaj tuaj më shumë nuk ose kur prej pa deri te',
  tr: 've bir bu için ile da de en çok olarak daha olan ne gibi sonra kadar her ya değil veya tüm size sizin bizim olan ise göre siz en yeni var',
  vi: 'và của các cho là có được với không những một trong khi để đã từ sản phẩm này người bạn chúng tôi đến như hàng tại về theo trên vào nhiều',
  id: 'dan yang di untuk dengan dari ini kami anda itu pada ke adalah tidak dalam juga akan atau bisa oleh lebih kita dapat karena secara semua telah saat sebagai',
  ru: 'и в на с по для не из от что это как или к за до все вы мы наш при вас также можно нас их мы бы более у о так если только наши было',
  uk: 'і в на з для не та що у до від це як або за по ми ви при є вас також наші можна нас їх більше й які про який із із щоб',
  bg: 'и в на с за от се да не е са по ще или до при като които ние вие вашия най може нас си към чрез който това има още през без',
} as const;

export type WordLanguage = keyof typeof frequentWords;
