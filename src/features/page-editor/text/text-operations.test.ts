import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationKeys } from './keys.ts';
import { insertBlock } from './text-blocks.ts';
import type { TextEdit, TextOperation } from './text-edit.ts';
import { insertPicture } from './text-files.ts';
import { toggleHeading, toggleLines } from './text-lines.ts';
import { insertLink, linkOverSelection, toggleMark } from './text-marks.ts';

const applyEdit = (text: string, { from, to, insert }: TextEdit): string =>
  text.slice(0, from) + insert + text.slice(to);

/** A text with its selection between `[` and `]`, after an operation, in the same notation. */
function run(marked: string, operation: TextOperation): string {
  const from = marked.indexOf('«');
  const to = marked.indexOf('»') - 1;
  const text = marked.replaceAll(/[«»]/g, '');
  const edit = operation(text, { from, to });
  const after = applyEdit(text, edit);
  const { selection } = edit;
  return `${after.slice(0, selection.from)}«${after.slice(selection.from, selection.to)}»${after.slice(selection.to)}`;
}

describe('operations', () => {
  it.each<[name: string, before: string, operation: TextOperation, after: string]>([
    ['bold', 'an «owl»!', toggleMark('**'), 'an **«owl»**!'],
    ['not bold', 'an **«owl»**!', toggleMark('**'), 'an «owl»!'],
    ['not bold with the marks selected', '«**owl**»', toggleMark('**'), '«owl»'],
    ['a word at the caret', 'two o«»wls', toggleMark('_'), 'two _«owls»_'],
    ['nothing', 'two «»', toggleMark('`'), 'two `«»`'],
    ['without blanks', 'two« owls »fly', toggleMark('**'), 'two **«owls»** fly'],
    ['a link of words', '«owls» fly', insertLink, '[owls](«url») fly'],
    ['a link of an address', '«https://owls.example»', insertLink, '[«»](https://owls.example)'],
    ['a picture', 'owls«»', insertPicture('/files/a', 'An [owl]'), 'owls\n\n![An \\[owl\\]](/files/a)«»\n'],
    ['a picture of words', 'an «owl»!', insertPicture('/files/a', ''), 'an ![](/files/a)«»!'],
    ['bullets', '«one\ntwo»', toggleLines('bullets'), '«- one\n- two»'],
    ['no bullets', '«- one\n- two»', toggleLines('bullets'), '«one\ntwo»'],
    ['numbers of bullets', '«- one\n- two»', toggleLines('numbers'), '«1. one\n2. two»'],
    ['tasks', 'on«»e', toggleLines('tasks'), '- [ ] on«»e'],
    ['bullets of tasks', '- [x] on«»e', toggleLines('bullets'), '- on«»e'],
    ['a quote', '«one\n\ntwo»', toggleLines('quote'), '«> one\n>\n> two»'],
    ['no quote', '«> one\n>\n> two»', toggleLines('quote'), '«one\n\ntwo»'],
    ['a heading', 'Ow«»ls', toggleHeading(2), '## Ow«»ls'],
    ['another level', '# Ow«»ls', toggleHeading(2), '## Ow«»ls'],
    ['no heading', '## Ow«»ls', toggleHeading(2), 'Ow«»ls'],
    ['a block in an empty text', '«»', insertBlock('code'), '```\n«code»\n```\n'],
    ['a block after a line', 'owl«»s\nnext', insertBlock('divider'), 'owls\n\n---«»\n\nnext'],
    [
      'a block of lines',
      'a\n«owls»\nb',
      insertBlock('tag-hint'),
      'a\n\n{% hint style="info" %}\n«owls»\n{% endhint %}\n\nb',
    ],
  ])('make %s', (_, before, operation, after) => {
    expect(run(before, operation)).toBe(after);
  });

  it('select nothing outside the text', () => {
    const operations = [
      ...operationKeys.map(({ operation }) => operation),
      insertPicture('/files/a', 'An owl'),
      insertBlock('tag-tabs'),
      insertBlock('table'),
      toggleLines('tasks'),
    ];
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '*', '_', '`', '-', '#', '>', '1', '.') }),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...operations),
        (text, start, length, operation) => {
          const from = start % (text.length + 1);
          const to = from + (length % (text.length - from + 1));
          const edit = operation(text, { from, to });
          const after = applyEdit(text, edit);
          expect(edit.from).toBeGreaterThanOrEqual(0);
          expect(edit.to).toBeLessThanOrEqual(text.length);
          expect(edit.selection.from).toBeGreaterThanOrEqual(0);
          expect(edit.selection.to).toBeGreaterThanOrEqual(edit.selection.from);
          expect(edit.selection.to).toBeLessThanOrEqual(after.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('linkOverSelection', () => {
  it('links words only, and to addresses only', () => {
    const text = 'two owls';
    const selected = { from: 4, to: 8 };
    expect(linkOverSelection(text, selected, ' https://owls.example ')?.insert).toBe(
      '[owls](https://owls.example)',
    );
    expect(linkOverSelection(text, selected, 'javascript:alert(1)')).toBeUndefined();
    expect(linkOverSelection(text, { from: 4, to: 4 }, 'https://owls.example')).toBeUndefined();
  });
});
