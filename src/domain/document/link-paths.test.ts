import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTargets, addressOf } from '#api/source-links.ts';
import { indexSourcePaths, resolveSourcePath } from '#api/source-paths.ts';
import {
  fileOfPage,
  fileOfUpload,
  type LinkPlaces,
  samePosition,
  showPaths,
  ShownText,
} from './link-paths.ts';

function placesOf(files: Readonly<Record<string, string>>): LinkPlaces {
  const list = Object.entries(files).map(([id, path]) => ({ kind: 'page' as const, id, path }));
  return { spaceId: 'space', paths: indexSourcePaths(list), pathOf: (id) => files[id] };
}

const storePaths = (shown: string, stored: string, from: string, tree: LinkPlaces): string =>
  new ShownText(stored, { from, places: tree }).store(shown);

const places = placesOf({
  setup: fileOfPage({ path: 'guide/set-up' }),
  owls: fileOfPage({ git: { path: 'birds/Owls (all).md' }, path: 'birds/owls' }),
  picture: fileOfUpload({ name: 'a b.png' }),
  same: fileOfUpload({ name: 'twice.png' }),
  twin: fileOfUpload({ name: 'twice.png' }),
});

describe('a text with ids', () => {
  it('has the paths from its own folder', () => {
    const text = '[a](/pages/setup#valves) ![p](/files/picture "P") [b](</spaces/space/pages/owls>)';
    expect(showPaths(text, 'guide/start.md', places)).toBe(
      '[a](set-up.md#valves) ![p](../.gitbook/assets/a%20b.png "P") [b](<../birds/Owls (all).md>)',
    );
    expect(showPaths('{% content-ref url="/pages/owls" %}', 'start.md', places)).toBe(
      '{% content-ref url="birds/Owls (all).md" %}',
    );
  });

  it('keeps addresses that are unknown, ambiguous or code', () => {
    const text =
      '[a](/pages/none) ![b](/files/twin) [c](/spaces/other/pages/setup) `[d](/pages/setup)` [e](x.md)';
    expect(showPaths(text, 'guide/start.md', places)).toBe(text);
  });

  it('keeps ids where a path was typed that leads to a page', () => {
    const stored = '[a](/pages/setup)\n\n[x](set-up.md) [c](/spaces/space/pages/owls)';
    const shown = showPaths(stored, 'guide/start.md', places);
    const store = (text: string) => storePaths(text, stored, 'guide/start.md', places);
    expect(store(shown)).toBe(stored);
    expect(store(`New [b](../birds/Owls%20%28all%29.md#x) [d](none.md)\n${shown}`)).toBe(
      `New [b](/pages/owls#x) [d](none.md)\n${stored}`,
    );
    expect(store(shown.replace('[a]', '[b]'))).toBe(stored.replace('[a]', '[b]'));
    expect(storePaths('[n](set-up.md)', stored, 'guide/start.md', { ...places, isWritten: true })).toBe(
      '[n](set-up.md)',
    );
  });

  it('leads to the same pages and files, and has the same lines', () => {
    const segment = fc.constantFrom('a', 'B', 'b c', '(d)', 'é', 'x%y', 'README', 'q#r');
    const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join('/')}.md`);
    const id = fc.constantFrom('one', 'two', 'three', 'none');
    const link = fc
      .tuple(id, fc.constantFrom('', '#x'), fc.constantFrom('[t](', '![t](', '<a href="'))
      .map(([name, end, start]) => `${start}/pages/${name}${end}${start.endsWith('"') ? '">t</a>' : ')'}`);
    const text = fc.array(fc.oneof(link, fc.constantFrom('words', '\n\n', '`code`')), { maxLength: 8 });
    fc.assert(
      fc.property(path, path, path, path, text, (one, two, three, from, pieces) => {
        const tree = placesOf({ one, two, three });
        const stored = pieces.join(' ');
        const shown = showPaths(stored, from, tree);
        expect(shown.split('\n')).toHaveLength(stored.split('\n').length);
        const idsIn = (markdown: string) =>
          findTargets(markdown).map((target) => {
            const address = addressOf(target);
            const anchor = /#x$/.exec(address)?.[0] ?? '';
            const [, written] = /^\/pages\/(\w+)/.exec(address) ?? [];
            return (written ?? resolveSourcePath(tree.paths, from, address)?.id) + anchor;
          });
        expect(idsIn(shown)).toEqual(idsIn(stored));
        expect(storePaths(shown, stored, from, tree)).toBe(stored);
        const edited = `first\n${shown}\nlast`;
        expect(storePaths(edited, stored, from, tree)).toBe(`first\n${stored}\nlast`);
        // A text that is typed is shown as it was typed.
        expect(showPaths(storePaths(shown, '', from, tree), from, tree)).toBe(shown);
      }),
    );
  });
});

describe('a text that is edited while pages move', () => {
  const at = (files: Readonly<Record<string, string>>, from = 'start.md') => ({
    from,
    places: placesOf(files),
  });

  it('means the page that was shown, in the line that is edited, too', () => {
    const texts = new ShownText('[a](/pages/one)\n\n[b](/pages/two#x)', at({ one: 'one.md', two: 'two.md' }));
    expect(texts.shown).toBe('[a](one.md)\n\n[b](two.md#x)');
    // Another page is where the first was.
    const moved = at({ one: 'far/one.md', two: 'one.md' });
    expect(texts.move(moved)).toBe('[a](far/one.md)\n\n[b](one.md#x)');
    expect(texts.store('[a](far/one.md)!\n\n[b](one.md#y)')).toBe('[a](/pages/one)!\n\n[b](/pages/two#y)');
  });

  it('keeps old paths where the field could not undo, and what they mean', () => {
    const texts = new ShownText('[a](/pages/one)', at({ one: 'one.md', two: 'two.md' }));
    const shown = texts.move(at({ one: 'far.md', two: 'one.md' }), true);
    expect(shown).toBe('[a](one.md)');
    expect(texts.store(`${shown} and more`)).toBe('[a](/pages/one) and more');
    expect(texts.store(`${shown}\n[b](far.md)`)).toBe('[a](/pages/one)\n[b](/pages/one)');
  });

  it('means what a typed path led to, though the page moves before the text is saved', () => {
    const texts = new ShownText('a', at({ one: 'one.md' }));
    expect(texts.store('a\n[b](./one.md)')).toBe('a\n[b](/pages/one)');
    expect(texts.move(at({ one: 'far.md' }))).toBe('a\n[b](far.md)');
    // Undone and done again: the old path is back.
    expect(texts.store('a')).toBe('a');
    expect(texts.store('a\n[b](./one.md)')).toBe('a\n[b](/pages/one)');
  });

  it('keeps the bytes of lines that nobody edited, and finds what becomes known', () => {
    const stored = '[gone](none.md) <a href=/pages/one>x</a>\n[b]( /pages/one "t")';
    const texts = new ShownText(stored);
    expect(texts.shown).toBe(stored);
    const shown = texts.move(at({ one: 'one.md' }));
    expect(shown).toBe('[gone](none.md) <a href=one.md>x</a>\n[b]( one.md "t")');
    expect(texts.store(shown)).toBe(stored);
    expect(texts.store(`${shown}\n![](a.png)`)).toBe(`${stored}\n![](a.png)`);
    const later = texts.move(at({ one: 'one.md', two: 'a.png' }));
    expect(texts.store(later)).toBe(`${stored}\n![](/pages/two)`);
    expect(texts.show(`new\n${stored}`)).toBe(`new\n${shown}`);
  });

  it('leads to the same pages after any edits and moves', () => {
    const ids = ['one', 'two', 'three'] as const;
    const name = fc.constantFrom('a', 'b c', 'd/e', 'd/(f)', 'g%h');
    const tree = fc
      .uniqueArray(name, { minLength: 3, maxLength: 3 })
      .map((names) => at(Object.fromEntries(ids.map((id, index) => [id, `${names[index]}.md`]))));
    const step = fc.oneof(
      fc.record({ tree, keepsShown: fc.boolean() }),
      fc.record({ line: fc.nat(5), words: fc.constantFrom(' more', '.', ' é') }),
    );
    const line = fc.constantFrom(...ids).map((id) => `See [x](/pages/${id}#y)`);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 5 }),
        tree,
        fc.array(step),
        (lines, first, steps) => {
          const texts = new ShownText(lines.join('\n'), first);
          let { shown } = texts;
          for (const each of steps) {
            if ('tree' in each) {
              texts.store(shown);
              shown = texts.move(each.tree, each.keepsShown);
              continue;
            }
            const at = shown.split('\n');
            at[each.line % at.length] += each.words;
            lines[each.line % at.length] += each.words;
            shown = at.join('\n');
          }
          expect(texts.store(shown)).toBe(lines.join('\n'));
        },
      ),
    );
  });

  it('has the same places in both forms', () => {
    const [stored, shown] = ['a\n[x](/pages/one) end\nb', 'a\n[x](one.md) end\nb'];
    for (const words of ['a', '[x', ' end', '\nb'])
      expect(samePosition(stored, shown, stored.indexOf(words))).toBe(shown.indexOf(words));
    expect(samePosition(shown, stored, shown.length)).toBe(stored.length);
  });
});
