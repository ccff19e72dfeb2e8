import { load } from 'cheerio';
import { expect, test } from '@jest/globals';
import { html } from '../web/html.ts';
import { fillForm } from './fill-form.ts';

const page = `<!doctype html><html><body><main><details><summary>New</summary>
<form action="/keys" method="post">
  <input type="hidden" name="form_id" value="new-id">
  <input type="hidden" name="version" value="8">
  <input name="name" value=""><input type="password" name="token">
  <input name="word" value="a"><input name="word" value="b">
  <input type="checkbox" name="on" value="true" checked><input type="checkbox" name="off" value="true">
  <input type="radio" name="size" value="s" checked><input type="radio" name="size" value="l">
  <select name="kind"><option value="x" selected>X</option><option value="y">Y</option></select>
  <textarea name="note">old</textarea>
</form></details><form action="/other" method="post"><input name="name" value="other"></form></main></body></html>`;

const sent = new URLSearchParams({
  name: '"><b>Spring</b>',
  version: '7',
  token: 'secret',
  off: 'true',
  size: 'l',
  kind: 'y',
});
sent.append('word', 'one');
sent.append('word', 'two');
sent.append('note', '</textarea><script>1</script>');

const fill = async (fields = sent, action = '/keys') =>
  load(await fillForm(page, { action, fields }, html`<p>Note</p>`));

test('a form gets the fields of the draft, and keeps its own id', async () => {
  const $ = await fill();
  const values = $('form[action="/keys"]')
    .find('input[value]')
    .toArray()
    .map((one) => $(one).attr('value'));
  expect(values).toEqual(['new-id', '7', '"><b>Spring</b>', 'one', 'two', 'true', 'true', 's', 'l']);
  expect(
    $('input:checked')
      .toArray()
      .map((one) => $(one).attr('name')),
  ).toEqual(['off', 'size']);
  expect($('option:selected').attr('value')).toBe('y');
  expect($('textarea').text()).toBe('</textarea><script>1</script>');
  expect($('b, script')).toHaveLength(0);
});

test('passwords are not filled, and other forms are not changed', async () => {
  const $ = await fill();
  expect($('input[type="password"]').attr('value')).toBeUndefined();
  expect($('form[action="/other"] input').attr('value')).toBe('other');
});

test('the form is shown, with a note above it', async () => {
  const $ = await fill();
  expect($('details[open]')).toHaveLength(1);
  expect($('form[action="/keys"]').prev().text()).toBe('Note');
});

test('a page without the form is not changed', async () => {
  expect(await fillForm(page, { action: '/jobs', fields: sent }, html`<p>Note</p>`)).toBe(page);
});
