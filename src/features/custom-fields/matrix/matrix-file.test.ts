import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createField, createRow } from '#src/features/custom-fields/testing/matrix-fixtures.ts';
import { parseTable, formatCsv } from '#src/lib/text/csv.ts';
import { isRead, matrixToRows, parseHeader, planImport, withHeadings } from './matrix-file.ts';

const fields = [
  createField('owner', 'text', { title: 'Owner' }),
  createField('days', 'number'),
  createField('audience', 'select:multi', { options: ['staff', 'press'] }),
];

const all = [
  createRow('s1', 'API', { owner: 'Ada', days: 7 }),
  createRow('s2', 'Guides', { audience: ['staff'] }),
  createRow('s3', 'Guides'),
  createRow('s4', 'Locked', {}, false),
];

const plan = (text: string, blanksClear = false) =>
  planImport(parseTable(text), { all, fields, blanksClear });

describe('planImport', () => {
  it('skips every row of an unchanged export, formulas and semicolons included', () => {
    const texts = fc.oneof(fc.constantFrom('=1+1', '-x', '@a', 'a;b', '"q"', 'a,b'), fc.string());
    fc.assert(
      fc.property(fc.array(texts), (values) => {
        const rows = values
          // Values a file can't represent: surrounding whitespace, and a leading apostrophe that escapes a formula.
          .filter((value) => value === value.trim() && value !== '' && !value.startsWith("'"))
          .map((value, index) =>
            createRow(`id${index}`, `Space ${index}`, { owner: value.slice(0, 200).trim() }),
          );
        const steps = planImport(parseTable(formatCsv(matrixToRows(rows, fields))), {
          all: rows,
          fields,
          blanksClear: true,
        });
        expect(steps.map(({ action }) => action)).toEqual(rows.map(() => 'skip'));
      }),
    );
  });

  it('distinguishes new from changed values', () => {
    const [first, second] = plan('space id,owner,days\ns1,Grace,7\ns2,Ada,3\n');
    expect(first).toMatchObject({ action: 'change', name: 'API', description: 'Owner: Ada → Grace' });
    expect(first?.item).toMatchObject({ before: { owner: 'Ada' }, after: { owner: 'Grace' } });
    expect(second).toMatchObject({ action: 'create', description: 'Owner: – → Ada; days: – → 3' });
  });

  it('ignores blank cells unless they clear values', () => {
    expect(plan('space id,owner,days\ns1,,\n')[0]?.action).toBe('skip');
    expect(plan('space id,owner,days\ns1,,7\n', true)[0]?.item.after).toEqual({ owner: null });
  });

  it.each([
    ['a value that does not fit', 'space id,days\ns1,many\n', 'days: “many” is not a number.'],
    [
      'an option that there is not',
      'space id,audience\ns1,staff; family\n',
      '“family” is not one of the options',
    ],
    ['an unknown id', 'space id,owner\nnope,Ada\n', 'Space not found'],
    ['a title that two have', 'space,owner\nGuides,Ada\n', 'Several spaces'],
    ['a title that none has', 'space,owner\nElsewhere,Ada\n', 'No space with this title'],
    ['no space', 'space id,space,owner\n,,Ada\n', 'ID or title is missing'],
    ['a space of others', 'space,owner\nLocked,Ada\n', 'can’t edit this space'],
  ])('rejects %s', (_what, text, description) => {
    expect(plan(text)[0]).toMatchObject({
      action: 'block',
      description: expect.stringContaining(description),
    });
  });

  it('accepts a space once, by title only if it is unique', () => {
    const steps = plan('space,Owner\nAPI,Grace\nAPI,Alan\n');
    expect(steps.map(({ action }) => action)).toEqual(['change', 'block']);
  });
});

it('matches headings by name and title, and lists unknown ones', () => {
  const read = parseHeader(parseTable('space,OWNER,colour,days,days,\nAPI,Ada,red,7,8,loose'), fields);
  expect(read.columns.map((column) => column.field.name)).toEqual(['owner', 'days']);
  expect(read.ignored).toEqual([
    { heading: 'colour', number: 3, reason: 'unknown', suggestion: null },
    { heading: 'days', number: 5, reason: 'repeated', suggestion: null },
    { heading: '', number: 6, reason: 'no heading', suggestion: null },
  ]);
  expect(read.error).toBeNull();
  expect(parseHeader(parseTable('space,owners'), fields)).toMatchObject({
    ignored: [{ heading: 'owners', suggestion: 'owner' }],
    error: expect.stringContaining('No column matches'),
  });
  expect(parseHeader(parseTable('owner'), fields).error).toContain('space id');
  expect(parseHeader(parseTable('space,owner\nAPI,"Ada'), fields).error).toContain('Line 2');
});

it('reads a column as what was probably meant', () => {
  const table = parseTable('space,owners\nAPI,Grace');
  const asOwner = withHeadings(table, new Map([[1, 'owner']]));
  const read = parseHeader(asOwner, fields);
  expect(read).toMatchObject({ ignored: [], error: null });
  expect(read.columns.map(({ field, index }) => [field.name, index])).toEqual([['owner', 1]]);
  expect(['owner', 'space', 'space id', 'days'].map((heading) => isRead(read, heading))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(table.headings, 'the file stays').toEqual(['space', 'owners']);
});

it('rejects a row with more cells than headings, and warns about a different space title', () => {
  const [first, second] = plan('space id,space,owner\ns1,API,Hopper,Grace\ns2,Renamed,Ada\n');
  expect(first).toMatchObject({ action: 'block', description: expect.stringContaining('1 cell beyond') });
  expect(second).toMatchObject({ action: 'create', warning: 'In the file, this space is called “Renamed”.' });
});
