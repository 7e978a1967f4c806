import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { hasChanges, sideOf } from './blocks.ts';
import { compareDocuments } from './compare-nodes.ts';
import { compareInline, compareTables } from './compare-tables.ts';
import {
  document as documentOf,
  documents,
  element,
  paragraph,
  row,
  step,
  tab,
  table,
  tables,
  text,
} from './testing/documents.ts';

/** A node without change marks and column layout, neighboring texts joined. */
function withoutMarks({
  change: _change,
  moved: _moved,
  align: _align,
  header: _header,
  ...node
}: DocumentNode): DocumentNode {
  if (node.type === 'code') {
    const { text: own, nodes = [], ...rest } = node;
    return { ...rest, text: (own ?? nodes.map(({ text: line = '' }) => line).join('')).replace(/\n$/, '') };
  }
  if (!node.nodes) return node;
  const inside = node.nodes.map(withoutMarks);
  const isInline = inside.every(({ type }) => ['text', 'link', 'image', 'break'].includes(type));
  return { ...node, nodes: isInline ? compareInline(inside, inside) : inside };
}

/** One side of the document, rebuilt from the comparison. */
function readSide(base: DocumentNode, next: DocumentNode, side: 'base' | 'next'): DocumentNode[] {
  const sideNodes = side === 'base' ? base : next;
  return compareDocuments(base, next).flatMap((step) => {
    if (step.node) return withoutMarks(sideOf(step.node, side));
    const node = sideNodes.nodes?.[step[side] ?? -1];
    return node ? withoutMarks(node) : [];
  });
}

/** Cell texts by row, with `[-removed-]` and `{+added+}` words. */
function cellsShown(base: DocumentNode, next: DocumentNode): string[][] {
  const [step] = compareDocuments(documentOf(base), documentOf(next));
  const textWithMarks = ({ text: words, change, nodes = [] }: DocumentNode): string => {
    if (words === undefined) return nodes.map(textWithMarks).join('');
    return change === 'removed' ? `[-${words}-]` : change === 'added' ? `{+${words}+}` : words;
  };
  return (step?.node?.nodes ?? []).map(({ nodes = [] }) => nodes.map(textWithMarks));
}

/** The outermost marked nodes, each with its change and its words. */
function changesIn(node: DocumentNode | undefined): [unknown, string][] {
  if (!node) return [];
  const wordsOf = ({ text: words = '', nodes = [] }: DocumentNode): string =>
    words + nodes.map(wordsOf).join('');
  if (node.change !== undefined) return [[node.change, wordsOf(node)]];
  return (node.nodes ?? []).flatMap(changesIn);
}

describe('compared documents', () => {
  it('give the old document without additions, and the new one without removals', () => {
    fc.assert(
      fc.property(documents, documents, (base, next) => {
        expect(readSide(base, next, 'base')).toEqual((base.nodes ?? []).map(withoutMarks));
        expect(readSide(base, next, 'next')).toEqual((next.nodes ?? []).map(withoutMarks));
      }),
      { numRuns: 200 },
    );
  });

  it('have the same hint where only its place is another one', () => {
    const hint = (...lines: number[]): DocumentNode => ({
      type: 'hint',
      style: 'info',
      id: `hint-${lines.join('-')}`,
      nodes: [{ ...paragraph(text('Mind the water.')), id: `inside-${lines.join('-')}`, lines }],
    });
    const steps = compareDocuments(
      documentOf(hint(2, 2)),
      documentOf(paragraph(text('At the harbour.')), hint(4, 4)),
    );
    expect(steps.map(({ kind }) => kind)).toEqual(['added', 'same']);
  });

  it('mark what changed within a tab, its title, and a tab that is new', () => {
    const shop = paragraph(text('Run the program.'));
    const base = element(
      'div',
      'tabs',
      tab('Linux', shop),
      tab('Windows', paragraph(text('Open the file.'))),
    );
    const next = element(
      'div',
      'tabs',
      tab('macOS', paragraph(text('Something else entirely.'))),
      tab('Linux 6', shop),
      tab('Windows', paragraph(text('Open the folder.'))),
    );
    expect(changesIn(compareDocuments(documentOf(base), documentOf(next))[0]?.node)).toEqual([
      ['added', 'macOSSomething else entirely.'],
      ['added', ' 6'],
      ['removed', 'file'],
      ['added', 'folder'],
    ]);
  });

  it('mark a new step, and not the numbers of those after it', () => {
    const [first, second] = [paragraph(text('Open the valve.')), paragraph(text('Wait for the tide.'))];
    const base = element('div', 'steps', step(1, first), step(2, second));
    const next = element(
      'div',
      'steps',
      step(1, paragraph(text('Put on gloves.'))),
      step(2, first),
      step(3, second),
    );
    expect(changesIn(compareDocuments(documentOf(base), documentOf(next))[0]?.node)).toEqual([
      ['added', '1Put on gloves.'],
    ]);
  });

  it('do not mark words with the same position and format', () => {
    const old = paragraph(
      text('See '),
      { type: 'link', href: '/old', nodes: [text('the manual')] },
      text(' first.'),
    );
    const fresh = paragraph(
      text('See '),
      { type: 'link', href: '/new', nodes: [text('the manual')] },
      text(' first.'),
    );
    const [step] = compareDocuments(documentOf(old), documentOf(fresh));
    expect(step?.node?.nodes).toEqual([
      text('See '),
      { type: 'link', href: '/old', nodes: [{ ...text('the manual'), change: 'removed' }] },
      { type: 'link', href: '/new', nodes: [{ ...text('the manual'), change: 'added' }] },
      text(' first.'),
    ]);
  });

  it('keep the words of a code line in that line', () => {
    const code = (lines: string): DocumentNode => ({ type: 'code', text: lines });
    const [step] = compareDocuments(
      documentOf(code('open valve 2\nread the scale\nclose')),
      documentOf(code('open valve 3\n2 turns\nread the scale\nclose')),
    );
    expect(step?.node?.nodes).toEqual([
      { type: 'text', text: 'open valve ' },
      { type: 'text', text: '2', change: 'removed' },
      { type: 'text', text: '3', change: 'added' },
      { type: 'text', text: '\n' },
      { type: 'text', text: '2 turns\n', change: 'added' },
      { type: 'text', text: 'read the scale\n' },
      { type: 'text', text: 'close\n' },
    ]);
  });
});

describe('compared tables', () => {
  it('give the old cells without additions, and the new ones without removals', () => {
    fc.assert(
      fc.property(tables, tables, (base, next) => {
        const both = compareTables(base, next);
        expect(withoutMarks(sideOf(both, 'base'))).toEqual(withoutMarks(base));
        expect(withoutMarks(sideOf(both, 'next'))).toEqual(withoutMarks(next));
      }),
      { numRuns: 300 },
    );
  });

  it('mark a changed number in its cell', () => {
    const base = table(row('Interval', 'Battery'), row('1 min', '8 months'), row('5 min', '2 years'));
    const next = table(row('Interval', 'Battery'), row('1 min', '9 months'), row('5 min', '2 years'));
    expect(cellsShown(base, next)).toEqual([
      ['Interval', 'Battery'],
      ['1 min', '[-8-]{+9+} months'],
      ['5 min', '2 years'],
    ]);
  });

  it('do not mark other columns when one was added or removed', () => {
    const base = table(row('Interval', 'Battery'), row('1 min', '8 months'));
    const next = table(row('Interval', 'Unit', 'Battery'), row('1 min', 'hPa', '9 months'));
    expect(cellsShown(base, next)).toEqual([
      ['Interval', '{+Unit+}', 'Battery'],
      ['1 min', '{+hPa+}', '[-8-]{+9+} months'],
    ]);
    expect(cellsShown(next, base)).toEqual([
      ['Interval', '[-Unit-]', 'Battery'],
      ['1 min', '[-hPa-]', '[-9-]{+8+} months'],
    ]);
  });

  it('mark added and removed rows as a whole, with empty cells in columns of the other side', () => {
    const base = table(row('Name', 'Old'), row('Perch by the pier', 'a'), row('Signal lamp', 'b'));
    const next = table(
      row('Name', 'Fresh', 'Extra'),
      row('Perch by the pier', 'a', 'x'),
      row('Tide table', 'c', 'y'),
    );
    expect(cellsShown(base, next)).toEqual([
      ['Name', '[-Old-]{+Fresh+}', '{+Extra+}'],
      ['Perch by the pier', 'a', '{+x+}'],
      ['[-Signal lamp-]', '[-b-]', ''],
      ['{+Tide table+}', '{+c+}', '{+y+}'],
    ]);
  });

  it('mark a moved row at both positions, but not its words', () => {
    const head = row('Sensor', 'Place');
    const moved = row('Pressure sensor', 'North pier');
    const rest = [row('Tide gauge', 'Harbour'), row('Wind vane', 'Lighthouse')];
    const [step] = compareDocuments(
      documentOf(table(head, moved, ...rest)),
      documentOf(table(head, ...rest, moved)),
    );
    const rows = step?.node?.nodes ?? [];
    expect(rows.map(({ change, moved: isMoved }) => [change, isMoved])).toEqual([
      [undefined, undefined],
      ['removed', true],
      [undefined, undefined],
      [undefined, undefined],
      ['added', true],
    ]);
    expect(rows.flatMap(({ nodes = [] }) => nodes).some(hasChanges)).toBe(false);
  });
});
