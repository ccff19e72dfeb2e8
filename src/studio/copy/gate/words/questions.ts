import type { WordList } from './languages.ts';

/** Beginnings of questions that a page answers for its visitors, such as in a FAQ. */
export const questions: WordList = {
  en: 'how do *|how can *|how long *|how much *|how many *|how does *|how to *|how is *|how are *|how often *|what is *|what are *|what does *|what do *|what s the *|what if i *|what happens *|what payment *|what sizes *|what kind *|which *|where is *|where are *|where do *|where can *|when is *|when will *|when can *|when do *|can i *|can you *|can we *|do i *|do you *|do your *|does *|is it *|is the *|is there *|is this *|is my *|are there *|are your *|are the *|are you a *|will i *|will my *|why is *|why are *|why do i *|who is *|should i *|have a question*|any questions*|questions|got questions*|need help*|looking for *|what are you looking for*',
  de: 'wie lange *|wie viel *|wie kann *|wie werden *|wie funktioniert *|wie oft *|was ist *|was sind *|was kostet *|was passiert *|welche *|welcher *|welches *|wo ist *|wo finde *|wo kann *|wann *|kann ich *|können sie *|könnt ihr *|gibt es *|ist es *|ist das *|ist der *|ist die *|sind die *|muss ich *|darf ich *|habt ihr *|haben sie *|liefern sie *|warum ist *|wer ist *|fragen*|noch fragen*|sie haben fragen*|brauchen sie hilfe*',
  fr: 'comment *|combien *|qu est ce *|que faire *|quel est *|quelle est *|quels sont *|quelles sont *|où *|quand *|puis je *|peut on *|pouvez vous *|est ce que *|y a t il *|dois je *|faut il *|livrez vous *|pourquoi *|qui est *|une question*|des questions*|besoin d aide*',
  es: 'cómo *|cuánto *|cuántos *|cuánta *|qué es *|qué son *|qué pasa *|qué hago *|cuál es *|cuáles son *|dónde *|cuándo *|puedo *|se puede *|pueden *|hay *|es posible *|tengo que *|debo *|hacen envíos*|por qué es *|quién es *|tienes dudas*|tienes preguntas*|alguna pregunta*|necesitas ayuda*',
  it: 'come posso *|come funziona *|come si *|quanto *|quanti *|cos è *|che cos è *|cosa succede *|cosa sono *|qual è *|quali sono *|dove *|quando *|posso *|si può *|potete *|è possibile *|ci sono *|devo *|spedite *|perché è *|chi è *|hai domande*|domande*|serve aiuto*',
  pt: 'como posso *|como funciona *|como faço *|quanto *|quantos *|o que é *|o que são *|o que acontece *|qual é *|qual o *|quais são *|onde *|quando *|posso *|vocês *|é possível *|há *|existe *|preciso *|devo *|por que é *|quem é *|dúvidas*|tem dúvidas*|precisa de ajuda*',
  nl: 'hoe lang *|hoe kan *|hoe werkt *|hoeveel *|hoe vaak *|wat is *|wat zijn *|wat gebeurt *|wat kost *|welke *|welk *|waar is *|waar kan *|wanneer *|kan ik *|kunnen jullie *|kunt u *|is het *|is er *|zijn er *|zijn de *|moet ik *|mag ik *|hebben jullie *|leveren jullie *|waarom is *|wie is *|vragen*|heb je vragen*|hulp nodig*',
  pl: 'jak długo *|jak mogę *|jak działa *|ile *|co to *|co się *|jaki jest *|jaka jest *|jakie są *|gdzie *|kiedy *|czy *|dlaczego jest *|kto *|masz pytania*|pytania*|potrzebujesz pomocy*',
  sv: 'hur lång *|hur länge *|hur kan *|hur fungerar *|hur mycket *|hur många *|vad är *|vad kostar *|vad händer *|vilken *|vilka *|var är *|var kan *|när *|kan jag *|kan ni *|finns det *|är det *|är den *|måste jag *|får jag *|har ni *|levererar ni *|varför är *|vem är *|frågor*|har du frågor*|behöver du hjälp*',
  tr: 'nasıl *|ne kadar *|kaç *|* ne kadar *|* kaç *|* ne zaman *|* nasıl *|* nerede *|nedir*|* nedir*|ne zaman *|hangi *|nerede *|nereden *|neden *|kim *|* mı*|* mi*|* mu*|sorularınız mı*|yardıma mı*',
  ru: 'как долго *|как я *|как мне *|как можно *|как оформить *|как заказать *|как работает *|сколько *|что такое *|что делать *|какой *|какая *|какие *|где *|когда *|можно ли *|могу ли *|есть ли *|нужно ли *|вы *|почему я *|кто *|остались вопросы*|есть вопросы*|нужна помощь*',
  ar: 'كيف *|كم *|ما هو *|ما هي *|ماذا *|أين *|متى *|هل *|لماذا *|من هو *|أي *|لديك سؤال*|لديك أسئلة*|تحتاج مساعدة*',
  he: 'איך *|כיצד *|כמה *|מה זה *|מה הם *|מהו *|מהי *|איזה *|איפה *|היכן *|מתי *|האם *|אפשר *|למה *|מי *|יש לכם שאלות*|שאלות*|צריכים עזרה*',
  hi: 'कैसे *|कितना *|कितने *|कितनी *|क्या *|कौन *|कौनसा *|कहाँ *|कहां *|कब *|क्यों *|* कैसे *|* कितना *|* कितने *|* कब *|* कहाँ *|* क्या है*|कोई प्रश्न*|मदद चाहिए*',
  ja: 'どうやって*|どのように*|どのくらい*|いくら*|何*|なに*|どこ*|いつ*|なぜ*|*ですか|*ますか|*でしょうか|*とは',
  ko: '어떻게*|얼마나*|얼마*|무엇*|어디*|언제*|왜*|누가*|*인가요|*나요|*습니까|*까요|*할 수 있나요',
  zh: '如何*|怎么*|怎麼*|多少*|多久*|什么是*|什麼是*|什么*|哪里*|哪裡*|哪些*|什么时候*|何时*|可以*吗|可以*嗎|是否*|为什么*|為什麼*|谁*|*多久|*多少*|*如何*|*怎么*|*吗|*嗎',
};
