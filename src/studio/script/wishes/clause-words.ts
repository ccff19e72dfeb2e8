import { wordPattern } from './word-patterns.ts';

/** Words that refuse an element. They are looked for after the times, because Portuguese `no final` is a time. */
export const negation = wordPattern({
  spaced: [
    "no(?! (?:video|filme|anuncio|comercial))|not|don't|dont|do not|never|without|avoid(?:ing)?|skip|omit|leave out|hide|remove|exclude|must not|should not|shouldn't|free of",
    'kein(?:e|en|er|es|erlei)?|ohne|nicht|nie(?:mals)?|weglassen',
    "sans|pas de|pas d'|pas|jamais|aucune?|(?<=^| )ne",
    'بدون|بلا|من دون|لا|बिना|नहीं|न|मत',
    'sin|nunca|ningun[oa]?|senza|non|mai|niente|nessun[oa]?|sem|nao|nenhum[a]?|geen|zonder|niet|nooit',
  ],
  unspaced: [
    "(?<=^| )n'(?=\\p{L})",
    '(?:は|が|を)?(?:なし|無し)(?:で|に)?|(?:は|を)?(?:入れ|出さ|使わ|見せ|表示し)ない(?:で)?|(?:は)?(?:不要|いらない)',
    '不要(?:有|出现|出現|显示|顯示|使用)?|没有|沒有|不带|不帶|不用|无|無|别|別',
    '(?:을|를|은|는|이|가)? ?(?:없이|없는|없게|말고|빼고|제외하고?|넣지 ?마\\S*|하지 ?마\\S*|쓰지 ?마\\S*|보여주지 ?마\\S*)',
    'ไม่(?:มี|ต้อง(?:มี|ใส่)?|ใส่|เอา|แสดง)?',
  ],
});

/** Words for a film without any sound. */
export const silence = wordPattern({
  spaced: ['silent|muted?|stumm|lautlos|muette?|silencieu(?:x|se)|mud[oa]|silencios[oa]|mut[oa]|silenzioso|geluidloos'],
  unspaced: ['無音|サイレント|静音|无声|無聲|무음'],
});

export const onlyWords = wordPattern({
  spaced: [
    'only|just|solely|exclusively|nur|ausschliesslich|ausschließlich|seulement|uniquement|solo|sólo|solamente|unicamente|soltanto|erst(?= +¤)|apenas|somente|alleen|فقط|केवल|सिर्फ',
  ],
  unspaced: ['だけ|のみ', '只|仅|僅', '(?:에)?만(?= |$)|오직', 'เท่านั้น|เฉพาะ'],
});

/** Words between two elements or two wishes of a clause. */
export const conjunctions = wordPattern({
  spaced: ['and|but|then|plus|und|aber|dann|et|mais|puis|pero|luego|y|e|ma|poi|mas|depois|en|maar|dan|و|और|लेकिन'],
  unspaced: [
    '&|\\+',
    'と|そして',
    '和|以及|而且|然后|然後|但',
    '(?<=\\p{L})(?:와|과) |그리고|(?:해서|하고|하며) |(?<=없이) ',
    'และ|แต่|(?<=\\p{Script=Thai}) (?=[\\p{Script=Thai}\\p{N}])',
    ' و(?=ال|اختم|انه|أنه|اختتم|ابد|بدون|لا )',
  ],
});

/**
 * Words that a wish can have besides its element and its time, and that change nothing. A clause with any other word
 * asks for more than is understood here.
 */
export const filler = wordPattern({
  spaced: [
    "please|very|together|both|clear|strong|nice|good|great|shot|view|picture|image|photo|we|i|you|want|wants|would like|'d like|need|needs|must|should|shall|has to|have to|can|could|let|lets|let's|make sure|make|be sure|sure|that|to|the|a|an|our|my|your|its|it|it's|their|this|is|are|be|been|being|there|here|as|of|in|on|at|for|during|with|within|over|from|into|by|or|nor|any|some|also|too|already|thing|everything|clearly",
    'show|shows|showing|shown|display|displays|displayed|put|place|placed|include|includes|including|included|add|adding|have|has|having|use|using|see|seen|appear|appears|appearing|visible|reveal|revealed|present|presented|say|says|said|saying|tell|state|stated|mention|mentions|mentioned|mentioning|name|give|come|comes|coming|bring|keep|kept|stay|stays|remain|remains|on ?-?screen|screen|do|does|feature|featured|hear|heard|play|film|video|ad|spot|anything|while',
    'bitte|wir|ich|mochte[n]?|wollen|will|soll(?:en|te)?|muss|mussen|zeigen?|zeigt|zeige|gezeigt|anzeigen|einblenden|eingeblendet|nennen?|genannt|erwahnen?|sehen|sichtbar|sein|ist|sind|wird|werden|mit|der|die|das|den|dem|des|ein|eine|einen|einem|einer|unser[enms]*|in|im|am|an|auf|zu|zum|zur|von|vom|fur|bei|und|erscheint|erscheinen|kommt|steht|stehen|haben|hat|verwende[nt]?|video|auch',
    "s'il vous plait|svp|je|nous|veux|voulons|voudrais|doit|montre[rzs]?|montrez|affiche[rzs]?|affichez|mets|mettre|mettez|voir|visible|etre|est|soit|apparait|apparaitre|mentionne[rz]?|dire|le|la|les|l'|du|de|des|d'|un|une|au|aux|a|dans|sur|en|par|pour|pendant|avec|notre|nos|votre|ce|cette|il|y",
    'por favor|quiero|queremos|debe|muestr\\w*|mostr\\w*|aparece|aparezca|aparecer|poner|pon|incluye|incluir|menciona|mencionar|di|decir|ver|visible|que|se|el|la|los|las|lo|del|de|al|un|una|nuestro|nuestra|en|con|por|para|durante|su|esta?|sea',
    'per favore|voglio|vogliamo|deve|mostra(?:re|te)?|inserisci|inserire|appare|apparire|compare|metti|mettere|menzion\\w*|visibile|il|lo|la|i|gli|le|del|della|dello|dei|di|al|alla|ai|nel|nella|nei|negli|nelle|un|uno|una|nostro|nostra|con|per|su|sul|sulla|che|si|sia|usare|usa',
    'favor|quero|queremos|deve|mostr\\w*|exib\\w*|aparec\\w*|coloqu\\w*|coloc\\w*|inclu\\w*|mencion\\w*|use|usar|o|os|as|da|do|das|dos|no|na|nos|nas|um|uma|nosso|nossa|com|em|para|pelo|pela|que|seja',
    'اعرض|اظهر|اظهار|ضع|اذكر|استخدم|يظهر|تظهر|يجب|ان|من فضلك|مع|في|على|من|ب|و',
    'दिखाएं|दिखाएँ|दिखाओ|दिखाना|दिखे|रखें|हो|होना|चाहिए|कृपया|करें|में|का|की|के|को|से|पर|है|ही|साथ|वाला|वाले|वाली',
    'alsjeblieft|graag|wij|ik|willen|wil|moet|toon|tonen|laat|zien|vermeld\\w*|zichtbaar|het|de|een|ons|onze|in|op|aan|van|met|voor|bij|is|zijn|wordt|gebruik\\w*',
  ],
  unspaced: [
    "(?<!\\p{L})(?:[ldjm]|qu|dell|all|nell|sull|un)'",
    'です|ます|(?:見せ|表示し?|出[しす]|入れ|映し?|登場(?:し|させ)?|使っ?|載せ|置い?|流し?)(?:て|る|た|たい|ます|せて|させて)?|ください|お願いします|(?:に)?して|する|あり|画面|動画|を|に|は|が|の|で|も|から|へ|か',
    '请|請|要|让|讓|贯穿|貫穿|我们|我|把|将|將|在|以|用|的|都|也|显示|顯示|展示|出现|出現|露出|呈现|呈現|加入|放|提到|说出|有|画面|畫面|视频|影片|里|裡|中|为|為|个|個|时|時|上',
    '(?:보여|넣어|표시해?|등장시켜|사용해?|언급해?)\\s?(?:주세요|줘|주고|해|하고)?|나오게|나와야|나오는|해 ?주세요|주세요|하세요|(?:으로|로)|에서|에는|에|을|를|이|가|은|는|도|의|화면|영상|동안',
    'เป็น|แสดง|โชว์|ให้|ใส่|เห็น|มี|ใช้|ใน|ที่|ของ|ด้วย|ต้อง|กรุณา|ช่วย|ไว้|ตัว|เรา|ปรากฏ|วิดีโอ|คลิป',
  ],
});
