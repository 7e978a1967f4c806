import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTargets, addressOf } from '#api/source-links.ts';
import { indexSourcePaths, resolveSourcePath } from '#api/source-paths.ts';
import { fileOfPage, fileOfUpload, type LinkPlaces, showPaths, storePaths } from './link-paths.ts';

function placesOf(files: Readonly<Record<string, string>>): LinkPlaces {
  const list = Object.entries(files).map(([id, path]) => ({ kind: 'page' as const, id, path }));
  return { spaceId: 'space', paths: indexSourcePaths(list), pathOf: (id) => files[id] };
}

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
