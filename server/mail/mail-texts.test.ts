// @module-tag without-database
import { expect, it } from 'vitest';
import { contrastOf, MIN_TEXT_CONTRAST, parseColor } from '#api/site-colors.ts';
import { mailTexts } from './mail-texts.ts';
import { renderMail } from './render-mail.ts';

it.each([
  ['203.0.113.7', 'NO', 'on Firefox on Linux, from Norway, the IP address 203.0.113.7, at noon.'],
  ['203.0.113.7', null, 'on Firefox on Linux, from the IP address 203.0.113.7, at noon.'],
  [null, null, 'on Firefox on Linux, at noon.'],
])('a new sign-in says from where it came, as far as known: %j, %j', (address, country, expected) => {
  const url = 'https://docs.example.com/';
  const { paragraphs } = mailTexts.newDevice({
    device: 'Firefox on Linux',
    address,
    country,
    at: 'noon',
    url,
  });
  expect(paragraphs[0]).toBe(`Someone signed in to your Bindery account ${expected}`);
});

it('can be read in light and in dark mail programs', () => {
  const { html } = renderMail('ada@example.org', mailTexts.signIn({ url: 'https://docs.example.com/' }));
  const [, sheet = '', body = ''] = /<style>(.*)<\/style>(.*)/s.exec(html) ?? [];
  const colorRules = [...sheet.matchAll(/\.(\w+) \{[^}]*\bcolor: (#\w+) !important;\s*\}/g)];
  expect(colorRules.map(([, name]) => name)).toEqual(['mail', 'soft', 'link']);
  const [, page = ''] = /background: (#\w+)/.exec(sheet) ?? [];
  for (const [, name, color = ''] of colorRules) {
    expect(body, 'each rule is for something').toMatch(new RegExp(`class="${name}"`));
    expect(contrast(color, page), name).toBeGreaterThan(MIN_TEXT_CONTRAST);
  }
  const light = [...body.matchAll(/[";]color:(#\w{6})/g)].map(([, color = '']) => color);
  expect(light.length).toBeGreaterThanOrEqual(4);
  for (const color of light) expect(contrast(color, '#ffffff'), color).toBeGreaterThan(MIN_TEXT_CONTRAST);
});

function contrast(color: string, background: string): number {
  const [front, back] = [parseColor(color), parseColor(background)];
  if (!front || !back) throw new Error(`No colors: ${color}, ${background}`);
  return contrastOf(front, back);
}
