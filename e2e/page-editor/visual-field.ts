/** The visual view of a field alone. */
import type { Page } from '@playwright/test';
import { openFields } from './built-fields.ts';

export const field = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
export const stored = (page: Page) => page.evaluate(() => window.fields.field?.text());

export async function open(page: Page, text = ''): Promise<void> {
  await openFields(page);
  await page.evaluate((first) => window.fields.openField('visual view', first), text);
  await field(page).focus();
}

/** What is seen of the text, without code. */
export const seen = (page: Page) =>
  page.evaluate(() => {
    const content = document.querySelector('main > div')?.shadowRoot?.querySelector('.cm-content');
    const copy = content?.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return '';
    for (const code of copy.querySelectorAll('.cm-v-code, .cm-v-source, .cm-drawn-code, .cm-mark-code'))
      code.remove();
    return copy.textContent;
  });
