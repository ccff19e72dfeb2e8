import type { WordList } from './languages.ts';

/**
 * Texts of buttons that put a product into the shopping bag. They are the main button of a product page, but an ad does
 * not print them, because they make no sense outside the page.
 */
export const bagButtons: WordList = {
  en: 'add to cart|add to bag|add to basket|add to my bag|add to shopping cart|add to shopping bag|add to trolley|add item to cart|quick add|add to order',
  de: 'in den warenkorb|in den warenkorb legen|in den einkaufswagen|zum warenkorb hinzufügen|hinzufügen|in die tasche',
  fr: 'ajouter au panier|ajouter|mettre dans le panier|ajouter à mon panier',
  es: 'añadir al carrito|agregar al carrito|agregar|añadir|añadir a la cesta|agregar a la bolsa|añadir a la bolsa',
  it: 'aggiungi al carrello|aggiungi|aggiungi alla borsa',
  pt: 'adicionar ao carrinho|adicionar|adicionar à sacola|colocar no carrinho|adicionar ao cesto',
  nl: 'in winkelwagen|toevoegen aan winkelwagen|in winkelmandje|in winkelmand|toevoegen',
  pl: 'dodaj do koszyka|do koszyka|dodaj',
  sv: 'lägg i varukorg|lägg i varukorgen|lägg i kundvagn|lägg i kundvagnen|lägg till|lägg till i varukorg',
  tr: 'sepete ekle|sepete at|hızlı ekle|çantaya ekle',
  ru: 'в корзину|добавить в корзину|добавить|положить в корзину',
  ar: 'أضف إلى السلة|أضف للسلة|إضافة إلى السلة|أضف إلى العربة|أضف إلى حقيبة التسوق|إضافة للسلة',
  he: 'הוסף לסל|הוספה לסל|הוסף לעגלה|הוסיפו לסל|הוסף לסל הקניות',
  hi: 'कार्ट में डालें|कार्ट में जोड़ें|बैग में डालें|टोकरी में डालें',
  ja: 'カートに入れる|カートに追加|カートに追加する|カートへ入れる|買い物かごに入れる|かごに入れる|バッグに入れる',
  ko: '장바구니|장바구니 담기|장바구니에 담기|장바구니 추가|카트에 담기|카트에 추가',
  zh: '加入购物车|加入購物車|加入購物袋|添加到购物车|加入购物袋|放入购物车',
  vi: 'thêm vào giỏ hàng|thêm vào giỏ|cho vào giỏ hàng|cho vào giỏ|bỏ vào giỏ|bỏ vào giỏ hàng|thêm giỏ hàng|thêm hàng vào giỏ|thêm vào túi|thêm nhanh|mua thêm',
  id: 'tambah ke keranjang|tambahkan ke keranjang|masukkan keranjang|masukkan ke keranjang|masuk keranjang|tambah ke troli|tambahkan ke troli|tambah ke bakul|tambah ke beg|tambahkan ke tas|masukkan ke tas|tambah keranjang|+ keranjang|keranjang',
  uk: 'в кошик|у кошик|до кошика|додати в кошик|додати у кошик|додати до кошика|покласти в кошик|покласти у кошик|додати в корзину|в корзину|додати|додати до сумки',
  cs: 'do košíku|přidat do košíku|vložit do košíku|dát do košíku|přidat|do nákupního košíku|koupit do košíku|vložit do nákupního košíku|přidat do tašky',
  sk: 'do košíka|pridať do košíka|vložiť do košíka|dať do košíka|pridať|do nákupného košíka|kúpiť do košíka|vložiť do nákupného košíka|pridať do tašky',
  da: 'læg i kurv|læg i kurven|læg i indkøbskurv|læg i indkøbskurven|tilføj til kurv|tilføj til kurven|tilføj til indkøbskurv|tilføj|læg i kurv nu|i kurven|i kurv|put i kurv|føj til kurv',
  nb: 'legg i handlekurv|legg i handlekurven|legg i kurv|legg i kurven|legg til i handlekurv|legg til i handlekurven|legg i handlevogn|legg i handlevognen|legg i vogn|legg til|i handlekurven|i kurven',
  fi: 'lisää ostoskoriin|lisää koriin|ostoskoriin|lisää ostoskassiin|lisää kassiin|lisää kärryyn|lisää kärryihin|koriin|lisää|lisää tilaukseen',
  hu: 'kosárba|kosárba teszem|kosárba rakom|kosárba helyezem|kosárba tesz|kosárba rak|a kosárba|tedd a kosárba|tegye a kosárba|hozzáadás a kosárhoz|hozzáadom a kosárhoz|kosárhoz adom|kosárhoz ad|hozzáadás|kosárba helyezés',
  ro: 'adaugă în coș|adauga in cos|adaugă în coșul de cumpărături|adaugă la coș|adaugă în cos|pune în coș|în coș|adăugați în coș|adaugă|adaugă în geantă',
  el: 'προσθήκη στο καλάθι|προσθήκη στο καλάθι αγορών|προσθήκη|στο καλάθι|βάλε στο καλάθι|βάλτο στο καλάθι|πρόσθεσε στο καλάθι|προσθέστε στο καλάθι|προσθήκη στην τσάντα|γρήγορη προσθήκη|προσθηκη στο καλαθι',
  hr: 'dodaj u košaricu|dodajte u košaricu|u košaricu|stavi u košaricu|dodaj u korpu|dodajte u korpu|u korpu|stavi u korpu|ubaci u korpu|ubaci u košaricu|dodaj u torbu|dodaj|dodaj u vrećicu|додај у корпу|у корпу|стави у корпу|убаци у корпу',
};
