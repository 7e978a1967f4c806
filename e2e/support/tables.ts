import { expect, type Locator } from '@playwright/test';

/** A row: cell texts by column heading. */
export type TableRow = Record<string, string>;

/** The rows of a table that are in the document, by column heading. */
export async function parseRows(table: Locator): Promise<TableRow[]> {
  return table.evaluate((element) => {
    const textOf = (cell: Element): string => {
      const text = cell instanceof HTMLElement ? cell.innerText : (cell.textContent ?? '');
      return text.replaceAll(/\s+/g, ' ').trim();
    };
    const headings = [...element.querySelectorAll('th[scope="col"], thead th, [role="columnheader"]')].map(
      textOf,
    );
    return [...element.querySelectorAll('tr, [role="row"]')]
      .map((row) => [
        ...row.querySelectorAll(':scope > td, :scope > th[scope="row"], :scope > [role$="cell"]'),
      ])
      .filter((cells) => cells.length > 0)
      .map((cells) => Object.fromEntries(cells.map((cell, index) => [headings[index] ?? '', textOf(cell)])));
  });
}

/** Expected cells: a contained text or a pattern. */
export type ExpectedRow = Record<string, string | RegExp>;

/** Waits until the table has such a row. */
export async function expectRow(table: Locator, expected: ExpectedRow): Promise<void> {
  await expect(async () => {
    const rows = await parseRows(table);
    // Compared with all rows, so that a failure shows the content of the table.
    expect(rows.some((row) => matchesRow(row, expected)) ? expected : rows).toEqual(expected);
  }).toPass({ timeout: 20_000 });
}

/** Waits until the table is visible without such a row. */
export async function expectNoRow(table: Locator, expected: ExpectedRow): Promise<void> {
  await expect(async () => {
    await expect(table).toBeVisible({ timeout: 1000 });
    const rows = await parseRows(table);
    expect(rows.filter((row) => matchesRow(row, expected))).toEqual([]);
  }).toPass({ timeout: 20_000 });
}

function matchesRow(row: TableRow, expected: ExpectedRow): boolean {
  return Object.entries(expected).every(([column, text]) => {
    const cell = row[column];
    if (cell === undefined) return false;
    return typeof text === 'string' ? cell.includes(text) : text.test(cell);
  });
}
