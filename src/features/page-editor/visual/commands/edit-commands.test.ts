import { history, redo, undo } from '@codemirror/commands';
import { EditorState, Text, type Transaction, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PictureSettings } from '../../text/pictures.ts';
import { demonstrationTexts } from '../../text/testing/stored-texts.ts';
import { toggleHeading } from '../../text/text-lines.ts';
import { TextStructure } from '../structure/text-structure.ts';
import { visualLines } from '../testing/visual-texts.ts';
import { balanceChange } from './balanced-changes.ts';
import { deleteBlock, duplicateBlock, moveBlock, moveBlockTo } from './block-commands.ts';
import { breakBlock, breakLine, deleteAfter, deleteBefore } from './edit-commands.ts';
import { indentItem, outdentItem, turnIntoSteps } from './list-commands.ts';
import { selectedPicture, setSelectedPicture } from './picture-edits.ts';
import type { VisualCommand } from './visual-command.ts';
import { onParagraphs } from './whole-paragraphs.ts';

const structureOf = (text: string): TextStructure => TextStructure.of(Text.of(text.split('\n')));

/** A text with its selection between `«` and `»`, or its caret at `¦`, after a command, in the same notation. */
function run(marked: string, command: VisualCommand): string {
  const text = marked.replaceAll(/[«»¦]/g, '');
  const caret = marked.indexOf('¦');
  const from = caret === -1 ? marked.indexOf('«') : caret;
  const to = caret === -1 ? marked.indexOf('»') - 1 : caret;
  const edit = command(structureOf(text), { from, to });
  if (!edit) return 'nothing';
  const after = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const { selection } = edit;
  const inner = after.slice(selection.from, selection.to);
  return `${after.slice(0, selection.from)}${inner === '' ? '¦' : `«${inner}»`}${after.slice(selection.to)}`;
}

type Row = [name: string, before: string, after: string];

describe('an operation on lines', () => {
  it.each<Row>([
    ['makes a heading of a whole paragraph', 'x\n\na \n  b¦\nc\n\ny', 'x\n\n# a b¦ c\n\ny'],
    ['leaves a paragraph of one line as it is', 'a\n\n**b¦**\n\nc', 'a\n\n# **b¦**\n\nc'],
    ['keeps lines that readers see below one another', 'a\\\n¦b', 'a\\\n# ¦b'],
  ])('%s', (_, before, after) => {
    const operation = toggleHeading(1);
    const command: VisualCommand = (structure, selected) =>
      onParagraphs(structure, operation)(structure.doc.toString(), selected);
    expect(run(before, command)).toBe(after);
  });
});

describe('Enter', () => {
  it.each<Row>([
    ['splits a paragraph', 'two ¦owls', 'two \n\n¦owls'],
    ['begins a paragraph after a heading', '## Owls¦\n\nText', '## Owls\n\n¦\n\nText'],
    ['splits a heading into a heading and a paragraph', '# Two ¦owls #', '# Two \n\n¦owls #'],
    ['makes room before a paragraph', 'a\n\n¦b', 'a\n\n\n\n¦b'],
    ['begins the next item', '1. one¦\n', '1. one\n2. ¦\n'],
    ['begins a task that is not done', '  - [x] one¦', '  - [x] one\n  - [ ] ¦'],
    ['ends a list at its empty item', '- one\n- ¦', '- one\n\n¦'],
    ['takes an empty inner item out', '- one\n  - ¦', '- one\n- ¦'],
    ['goes on with a quote', '> said¦', '> said\n>\n> ¦'],
    ['ends a quote at its empty paragraph', '> said\n>\n> ¦', '> said\n>\n¦'],
    ['goes on with code', '```\n  x¦\n```', '```\n  x\n  ¦\n```'],
    ['keeps marks on both sides', 'a **b ¦c** d', 'a **b **\n\n**¦c** d'],
    ['leaves a mark at its edge', 'a **b¦** d', 'a **b**\n\n¦d'],
    [
      'leaves a title',
      '<details>\n<summary>Owl¦</summary>\n</details>',
      '<details>\n<summary>Owl</summary>\n\n¦\n</details>',
    ],
    ['replaces what is selected', 'a«b»c', 'a\n\n¦c'],
    ['splits a paragraph between two of its lines', '> a¦ \n> b', '> a\n>\n> ¦b'],
    ['splits marks over two lines of a paragraph', '- **a\n  ¦b** c', '- **a**\n- **¦b** c'],
  ])('%s', (_, before, after) => {
    expect(run(before, breakBlock)).toBe(after);
  });

  it('with Shift makes a line of the same paragraph', () => {
    expect(run('- a¦b', breakLine)).toBe('- a\\\n  ¦b');
  });
});

describe('Backspace', () => {
  it.each<Row>([
    ['makes a paragraph of a heading', '## ¦Owls', '¦Owls'],
    ['makes a paragraph of an underlined heading', '¦Owls\n===', '¦Owls'],
    ['makes a paragraph of an item', '- one\n- ¦two', '- one\n\n¦two'],
    ['takes an inner item out', '- one\n  - ¦two', '- one\n- ¦two'],
    ['makes a paragraph of a quote', '> ¦said\n> more', '¦said\n\n> more'],
    ['joins paragraphs', 'a\n\n¦b', 'a¦b'],
    ['joins a paragraph with a closed heading', '# a #\n\n¦b', '# a¦b #'],
    ['takes an empty paragraph', 'a\n\n¦\n\nb', 'a¦\n\nb'],
    ['selects a picture', '![a](b)\n\n¦c', '«![a](b)»\n\nc'],
    ['takes a hint around its first paragraph away', '{% hint style="info" %}\n¦a\n{% endhint %}', '¦a'],
    ['leaves tabs', '{% tabs %}\n{% tab title="a" %}\n¦a\n{% endtab %}\n{% endtabs %}', 'nothing'],
    ['goes into the hint above', '{% hint %}\na\n{% endhint %}\n\n¦b', '{% hint %}\na¦\n{% endhint %}\n\nb'],
    ['passes the signs of bold', 'a **bc**¦', 'a **b¦**'],
    ['passes the signs before bold', 'a **¦b**', 'a¦**b**'],
    ['joins the words of two lines of a paragraph', '> a \n> ¦b', '> a¦b'],
    ['passes the signs of marks between two lines', 'a\n**_¦b_**', 'a¦**_b_**'],
    ['takes the kind of a heading that begins in bold', '# **¦a**', '¦**a**'],
    ['takes bold away with its last letter', 'a **b¦** c', 'a ¦ c'],
    ['takes an escaped letter whole', String.raw`a\#¦`, 'a¦'],
    ['takes a picture among words whole', 'a ![b](c)¦', 'a ¦'],
    ['takes an icon whole', 'a <i class="fa-bolt">:bolt:</i>¦ b', 'a ¦ b'],
    ['takes bold away with its only icon', 'a **<i class="fa-bolt">:bolt:</i>¦**', 'a ¦'],
    ['takes a letter of several characters whole', 'a\u{1F468}\u200D\u{1F469}¦', 'a¦'],
    ['takes empty code away', 'a\n\n```\n¦\n```\n', 'a\n\n¦\n'],
    ['keeps the signs of what stays bold', 'a« **b»c**', 'a¦**c**'],
    ['keeps the end of a hint', '{% hint %}\na«b\n{% endhint %}\nc»d', '{% hint %}\na¦\n{% endhint %}\nd'],
    ['takes a hint that is selected', 'a«b\n\n{% hint %}\nc\n{% endhint %}\n\nd»e', 'a¦e'],
    ['keeps the fence of code', 'a«b\n\n```\nc»d\n```', 'a¦\n```\nd\n```'],
  ])('%s', (_, before, after) => {
    expect(run(before, deleteBefore)).toBe(after);
  });
});

describe('Delete', () => {
  it.each<Row>([
    ['joins with the next paragraph', 'a¦\n\nb', 'a¦b'],
    ['joins the words of two lines of a paragraph', 'a¦ \n  b', 'a¦b'],
    ['joins a line that readers see below', 'a¦\\\nb', 'a¦\nb'],
    ['joins with the next item', '- a¦\n- b', '- a¦b'],
    ['selects a table', 'a¦\n\n| b |\n| - |\n| c |', 'a\n\n«| b |\n| - |\n| c |»'],
    ['leaves tags', 'a¦\n{% hint %}\nb\n{% endhint %}', 'nothing'],
    ['passes the signs of bold', '¦**ab** c', '**¦b** c'],
    ['takes an empty paragraph', 'a\n\n¦\n\nb', 'a\n\n¦b'],
  ])('%s', (_, before, after) => {
    expect(run(before, deleteAfter)).toBe(after);
  });
});

describe('blocks', () => {
  it.each<[name: string, command: VisualCommand, before: string, after: string]>([
    ['move down', moveBlock(1), 'a¦\n\n\nb\nc\n', 'b\nc\n\n\na¦\n'],
    [
      'move up past a container',
      moveBlock(-1),
      '{% hint %}\na\n{% endhint %}\n\n¦b',
      '¦b\n\n{% hint %}\na\n{% endhint %}',
    ],
    ['move as headings', moveBlock(1), '## a¦\n\n# b\n', '# b\n\n## a¦\n'],
    ['move with what is in them', moveBlock(-1), '- a\n- b¦\n  - c\n', '- b¦\n  - c\n- a\n'],
    ['move to a place further down', moveBlockTo(4), 'a¦\n\nb\n\n\nc\n\nd', 'b\n\na¦\n\n\nc\n\nd'],
    ['move to the top', moveBlockTo(0), '# x\n\n- b\n  - c\n\n¦a', '¦a\n\n# x\n\n- b\n  - c'],
    ['move as far as their list goes', moveBlockTo(4), '- a¦\n- b\n- c\n\nd', '- b\n- c\n- a¦\n\nd'],
    ['stay in their container', moveBlock(1), '{% hint %}\na¦\n{% endhint %}\n\nb', 'nothing'],
    ['are copied', duplicateBlock, '# a¦\n\nb', '# a\n\n# a¦\n\nb'],
    ['are deleted', deleteBlock, 'a\n\nb¦\n\nc', 'a\n\n¦c'],
    ['are deleted at the end', deleteBlock, 'a\n\nb¦', 'a¦'],
    ['go into the item before', indentItem, '- a\n- b¦\n  - c', '- a\n  - b¦\n    - c'],
    [
      'become steps, items with what is in them',
      turnIntoSteps,
      'x\n- a\n- b¦\n  c\n\n  - d\n\ny',
      'x\n\n{% stepper %}\n{% step %}\na\n{% endstep %}\n\n{% step %}\nb¦\nc\n\n- d\n{% endstep %}\n{% endstepper %}\n\ny',
    ],
    [
      'become steps where the caret is in an inner item, and other lists stay',
      turnIntoSteps,
      '{% hint %}\n1. a\n   1. ¦b\n{% endhint %}\n- c',
      '{% hint %}\n\n{% stepper %}\n{% step %}\na\n1. ¦b\n{% endstep %}\n{% endstepper %}\n\n{% endhint %}\n- c',
    ],
    [
      'become one step',
      turnIntoSteps,
      '# ¦a\n\nb',
      '{% stepper %}\n{% step %}\n# ¦a\n{% endstep %}\n{% endstepper %}\n\nb',
    ],
    ['become no steps with code that nothing ends', turnIntoSteps, '- ¦a\n  ```\n  b', 'nothing'],
    ['become no steps in a quote', turnIntoSteps, '> - ¦a', 'nothing'],
    ['come out of their item', outdentItem, '1. a\n   - b¦', '1. a\n- b¦'],
  ])('%s', (_, command, before, after) => {
    expect(run(before, command)).toBe(after);
  });
});

describe('a picture that is selected', () => {
  it.each<[name: string, change: Partial<PictureSettings>, before: string, after: string]>([
    ['is described', { description: 'b' }, '> «![a](x)»\n', '> «![b](x)»\n'],
    [
      'stays selected with the signs before it',
      { size: '188' },
      'a\n\n«> ![a](x)  »',
      'a\n\n«> <figure><img src="x" alt="a" width="188"></figure>  »',
    ],
    ['is changed among words', { address: 'y' }, 'a «![a](x)» b', 'a «![a](y)» b'],
    [
      'is changed in a paragraph of several lines',
      { size: '188' },
      'a\n«![b](x)»',
      'a\n«<img src="x" alt="b" width="188">»',
    ],
    ['is not changed in code', { address: 'y' }, '```\n«![a](x)»\n```', 'nothing'],
    ['is nothing without all of it', { address: 'y' }, 'a «![a](x) »b', 'nothing'],
  ])('%s', (_, change, before, after) => {
    expect(run(before, setSelectedPicture(change))).toBe(after);
  });
});

/** Sets something of the first picture from a position on. */
const setNextPicture =
  (change: Partial<PictureSettings>): VisualCommand =>
  (structure, { from }) => {
    for (let index = structure.lineAt(from); index < structure.lines.length; index += 1) {
      const line = { from: structure.startOf(index), to: structure.endOf(index) };
      if (selectedPicture(structure, line)) return setSelectedPicture(change)(structure, line);
    }
    return undefined;
  };

const commands: Readonly<Record<string, VisualCommand>> = {
  ...{
    breakBlock,
    breakLine,
    deleteBefore,
    deleteAfter,
    indentItem,
    outdentItem,
    duplicateBlock,
    deleteBlock,
    turnIntoSteps,
  },
  ...{ moveUp: moveBlock(-1), moveDown: moveBlock(1), moveToTop: moveBlockTo(0) },
  describePicture: setNextPicture({ description: 'a [b]', link: 'c.md' }),
  sizePicture: setNextPicture({ size: 'full', caption: 'd' }),
  darkenPicture: setNextPicture({ dark: 'e.png' }),
  plainPicture: setNextPicture({ description: '', caption: '', size: '', dark: '', link: '' }),
  type(structure, { from, to }) {
    const change = balanceChange(structure, { from, to, insert: 'x' });
    const caret = change.from + change.insert.length;
    return { ...change, selection: { from: caret, to: caret } };
  },
};

describe('a script of commands', () => {
  it('is the fold of its edits, leaves other lines as they were, and is undone to the first bytes', () => {
    const step = fc.tuple(fc.constantFrom(...Object.keys(commands)), fc.nat(), fc.nat(8));
    const text = fc.oneof(
      fc.array(visualLines, { minLength: 1, maxLength: 25 }).map((lines) => lines.join('\n')),
      fc.constantFrom(...demonstrationTexts().map((page) => page.slice(0, 3000))),
    );
    fc.assert(fc.property(text, fc.array(step, { minLength: 1, maxLength: 12 }), runScript), {
      numRuns: 1000,
    });
  });
});

function runScript(first: string, script: [name: string, start: number, length: number][]): void {
  let state = EditorState.create({ doc: first, extensions: [history({ newGroupDelay: 0 })] });
  let structure = TextStructure.of(state.doc);
  let folded = first;
  const dispatch = (spec: TransactionSpec) => {
    const { state: next, changes } = state.update(spec);
    structure = structure.change(changes, next.doc);
    state = next;
  };
  for (const [name, start, length] of script) {
    const at = start % (state.doc.length + 1);
    const edit = commands[name]?.(structure, { from: at, to: Math.min(state.doc.length, at + length) });
    if (!edit) continue;
    const { from, to, insert, selection } = edit;
    const before = folded;
    folded = before.slice(0, from) + insert + before.slice(to);
    dispatch({ changes: { from, to, insert }, selection: { anchor: selection.from, head: selection.to } });
    expect(state.doc.toString()).toBe(folded);
    // Only lines that the edit touches differ.
    const above = from === 0 ? '' : before.slice(0, before.lastIndexOf('\n', from - 1) + 1);
    expect(folded.startsWith(above)).toBe(true);
    const below = before.indexOf('\n', to);
    if (below !== -1) expect(folded.endsWith(before.slice(below))).toBe(true);
  }
  expect(structure.lines).toEqual(TextStructure.of(state.doc).lines);
  const setState = (transaction: Transaction) => {
    ({ state } = transaction);
  };
  while (undo({ state, dispatch: setState }));
  expect(state.doc.toString()).toBe(first);
  while (redo({ state, dispatch: setState }));
  expect(state.doc.toString()).toBe(folded);
}
