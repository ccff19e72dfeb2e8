import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { htmlScript } from './page-script.ts';

/** Page in which a form field hides the root element and its HTML. */
const clobbered = `
  class Document { get documentElement() { return this.root; } }
  class Element { get outerHTML() { return '<html>true</html>'; } }
  globalThis.Document = Document;
  globalThis.Element = Element;
  globalThis.performance = { now: () => 0 };
  globalThis.document = new Document();
  const root = new Element();
  Object.defineProperty(root, 'outerHTML', { value: 'hidden' });
  Object.defineProperty(document, 'root', { value: root });
  Object.defineProperty(document, 'documentElement', { value: { outerHTML: 'hidden' } });
`;

test.each([
  ['the HTML of the page', 100, '<html>true</html>'],
  ['no more characters than the limit', 6, '<html>'],
])('the HTML script returns %s, whatever hides the properties of the document', (_, charactersMax, html) => {
  expect(runInNewContext(`${clobbered} ${htmlScript(charactersMax)}`)).toBe(html);
});

test('the HTML script returns nothing for a document without a root', () => {
  const empty = 'globalThis.document = {}; globalThis.performance = { now: () => 0 };';
  expect(runInNewContext(`${empty} ${htmlScript(100)}`)).toBe('');
});
