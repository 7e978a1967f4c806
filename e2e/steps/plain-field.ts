/** What a writer does with the plain text field and the clipboard. */
import type { Page } from '@playwright/test';
import { pixel } from '../support/pictures.ts';

/** Clicks before words of the plain field, where they are on the screen. */
export async function clickInPlain(
  page: Page,
  words: string,
  { count = 1, offset = 0, shift = false }: { count?: number; offset?: number; shift?: boolean } = {},
): Promise<void> {
  const place = await page.locator('textarea').evaluate(
    (field, { text, within }) => {
      if (!(field instanceof HTMLTextAreaElement)) throw new Error('This is no plain field.');
      const copy = document.createElement('div');
      const style = getComputedStyle(field);
      for (const name of ['font', 'padding', 'border', 'letter-spacing', 'box-sizing'])
        copy.style.setProperty(name, style.getPropertyValue(name));
      copy.style.whiteSpace = 'pre-wrap';
      copy.style.overflowWrap = 'break-word';
      copy.style.width = `${field.clientWidth}px`;
      const at = field.value.indexOf(text) + within;
      const mark = document.createElement('span');
      mark.append(field.value.slice(at, at + 1));
      copy.append(field.value.slice(0, at), mark, field.value.slice(at + 1));
      document.body.append(copy);
      const [outer, inner] = [copy.getBoundingClientRect(), mark.getBoundingClientRect()];
      copy.remove();
      const { left, top } = field.getBoundingClientRect();
      const x = left + inner.left - outer.left + 1;
      return { x, y: top + inner.top - outer.top + inner.height / 2 - field.scrollTop };
    },
    { text: words, within: offset },
  );
  if (shift) await page.keyboard.down('Shift');
  await page.mouse.click(place.x, place.y, { clickCount: count });
  if (shift) await page.keyboard.up('Shift');
}

/** Puts a picture into the clipboard. */
export async function copyPicture(page: Page): Promise<void> {
  await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0);
    const picture = new Blob([bytes], { type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  }, pixel.toString('base64'));
}

/** Puts a part of a web page into the clipboard. */
export async function copyArticle(page: Page, article: { html: string; plain: string }): Promise<void> {
  await page.evaluate(async ({ html, plain }) => {
    const blob = (type: string, text: string) => new Blob([text], { type });
    const item = { 'text/html': blob('text/html', html), 'text/plain': blob('text/plain', plain) };
    await navigator.clipboard.write([new ClipboardItem(item)]);
  }, article);
}
