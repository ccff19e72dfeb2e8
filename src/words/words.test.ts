import { expect, test } from '@jest/globals';
import { sentences } from './words.ts';

test.each<[text: string, sentences: string[]]>([
  ['Tested by Acme Ltd. Berlin. Dries fast.', ['Tested by Acme Ltd. Berlin.', 'Dries fast.']],
  ['Passt z.B. Kindern. Trocknet schnell.', ['Passt z.B. Kindern.', 'Trocknet schnell.']],
  ['Idéal au bureau, p. ex. Lundi matin. Sèche vite.', ['Idéal au bureau, p. ex. Lundi matin.', 'Sèche vite.']],
  ['Idéal au bureau, p.\u00a0ex. Lundi matin.', ['Idéal au bureau, p.\u00a0ex. Lundi matin.']],
  ['Idéal au bureau, p.ex. Lundi matin.', ['Idéal au bureau, p.ex. Lundi matin.']],
  ['It was for my ex. Dries fast.', ['It was for my ex.', 'Dries fast.']],
  ['Any sugar? No. Any taste? Yes.', ['Any sugar?', 'No.', 'Any taste?', 'Yes.']],
  ['Rose No. 5 blooms twice. It smells of tea.', ['Rose No. 5 blooms twice.', 'It smells of tea.']],
])('the sentences of “%s” do not end after abbreviations', (text, want) => {
  expect(sentences(text, 'en')).toEqual(want);
});
