/**
 * Rows of tables, trees and the inbox with more than 14 elements, themselves included and an icon counted as one. A row
 * of a matrix has a column for each field or visitor: there it is three elements a cell. Serialized into the page, so
 * self-contained.
 */
export function findHeavyRows(): string[] {
  const rows = document.querySelectorAll(
    'tbody tr, [role="treeitem"], [role="row"]:not(thead *), [data-row]',
  );
  const heavyRows = new Set<string>();
  for (const row of rows) {
    const isMatrix = row.querySelector('th[scope="row"]') !== null;
    const limit = isMatrix ? 3 * row.querySelectorAll('td, th').length + 1 : 14;
    const count = 1 + row.querySelectorAll('*:not(svg *)').length;
    if (count > limit)
      heavyRows.add(
        `${count} of ${limit}: ${(row.getAttribute('aria-label') ?? row.textContent).slice(0, 40)}`,
      );
  }
  return [...heavyRows];
}
