import type { Download, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { listOptionsName } from './names.ts';

const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/g;

/** Parses a downloaded CSV file. */
export async function parseDownload(download: Download): Promise<string[][]> {
  const text = (await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/, '').replace(/\r\n$/, '');
  const rows: string[][] = [[]];
  for (const [whole, content = '', end] of text.matchAll(cell)) {
    if (whole === '' && rows.at(-1)?.length === 0) break;
    rows.at(-1)?.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === '') break;
    if (end === '\r\n') rows.push([]);
  }
  return rows;
}

/** Exports a screen's list through its menu. */
export async function downloadExport(page: Page): Promise<Download> {
  await page.getByRole('button', { name: listOptionsName }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /Export CSV/ }).click(),
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  return file;
}

/** The same. @returns the rows of the file, headings first */
export const exportedRows = async (page: Page): Promise<string[][]> =>
  parseDownload(await downloadExport(page));
