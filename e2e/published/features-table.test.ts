import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const table = readFileSync('docs/published-sites.md', 'utf8');
const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
const namedTests = rows
  .slice(1)
  .flatMap((row) => (row.split(' | ')[1] ?? '').replace(/\s*\|$/, '').split('; '))
  .map((entry) => /^`([^`]+)`: (.+)$/.exec(entry.trim())?.slice(1) ?? [entry, '']);

/** Whether a file has a test whose name begins so. */
function hasTest(file: string, name: string): boolean {
  return existsSync(file) && ["'", '`'].some((quote) => readFileSync(file, 'utf8').includes(quote + name));
}

describe('the table of what readers can count on', () => {
  it('names a test for each line', () => {
    expect(rows.length).toBeGreaterThan(25);
    expect(namedTests.length).toBeGreaterThanOrEqual(rows.length - 1);
  });

  it.each(namedTests)('%s has the test “%s”', (file = '', name = '') => {
    expect(name).not.toBe('');
    expect(hasTest(file, name)).toBe(true);
  });
});
