// @module-tag without-database
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editSiteText } from '#server/content/repository/edit-site-text.ts';
import { ObjectFolder } from '#server/content/repository/object-folder.ts';
import { writeSiteFile } from '#server/content/repository/site-file.ts';
import { TreeEditor } from '#server/content/repository/tree-editor.ts';
import { readSiteText } from '#server/content/source/site/read-site-text.ts';
import type {
  PlannedGroup,
  PlannedSection,
  PlannedSiteSpace,
  PlannedStructure,
} from '../../site-structure/history/planned-structure.ts';
import { mergeStructures } from './merge-structures.ts';
import { readSiteStructure } from './read-site-structure.ts';
import { wantedItems } from './wanted-items.ts';

const text = fc.constantFrom('Guides', 'a: b # c', '“Quoted”', "it's", '- x', 'true', '12', 'Ünïcode');
const orNull = (values: fc.Arbitrary<string>) => fc.option(values, { nil: null });
const condition = orNull(fc.constantFrom('false', 'visitor.claims.staff', '"x" == "x"'));

/** Structures of the same few items, so that two of them have most in common. */
const structure: fc.Arbitrary<PlannedStructure> = fc
  .record({
    sections: fc.shuffledSubarray(['s0', 's1', 's2', 's3']),
    groups: fc.shuffledSubarray(['g0', 'g1']),
    spaces: fc.shuffledSubarray(['p0', 'p1', 'p2', 'p3', 'p4', 'p5']),
    fields: fc.array(fc.record({ title: text, icon: orNull(text), description: orNull(text), condition }), {
      minLength: 6,
      maxLength: 6,
    }),
    places: fc.array(fc.nat(5), { minLength: 12, maxLength: 12 }),
  })
  .map(({ sections, groups, spaces, fields, places }) => {
    const siteSpace = (id: string, index: number): PlannedSiteSpace => ({
      id,
      spaceId: `space-${id}`,
      path: `${id}-${places[index]}`,
      condition: fields[index]?.condition ?? null,
      isDefault: false,
    });
    const withDefault = <Item extends { isDefault: boolean }>(list: readonly Item[], chosen: number) =>
      list.map((item, index) => ({ ...item, isDefault: index === chosen % list.length }));
    const all = spaces.map(siteSpace);
    if (sections.length === 0) return { top: [], siteSpaces: withDefault(all, places[0] ?? 0) };
    const listed = sections.flatMap((id, index): PlannedSection[] => {
      const own = all.filter((_, number) => (places[number + 6] ?? 0) % sections.length === index);
      const siteSpaces = withDefault(own, places[index] ?? 0);
      const { title = '', icon = null, description = null, condition: kept = null } = fields[index] ?? {};
      const section = { title: `${title} ${id}`, icon, description, condition: kept };
      if (own.length === 0) return [];
      return [
        { kind: 'section', id, path: `${id}-${places[index]}`, isDefault: false, siteSpaces, ...section },
      ];
    });
    const placed = withDefault(listed, places[1] ?? 0);
    const inGroup = (group: number) => placed.filter((_, index) => (places[index + 2] ?? 0) % 3 === group);
    const own = groups.map((id, index): PlannedGroup => ({
      kind: 'group',
      id,
      title: `Group ${id}`,
      icon: null,
      sections: inGroup(index),
    }));
    const grouped = new Set(own.flatMap((group) => group.sections.map(({ id }) => id)));
    return { top: [...placed.filter(({ id }) => !grouped.has(id)), ...own], siteSpaces: [] };
  });

const directories = new Map(['p0', 'p1', 'p2', 'p3', 'p4', 'p5'].map((id) => [`space-${id}`, `docs/${id}`]));
const known = {
  keys: {},
  directory: '',
  spaces: {
    byDirectory: new Map([...directories].map(([id, directory]) => [directory, id])),
    directories,
    own: new Set(directories.keys()),
    elsewhere: new Set<string>(),
  },
  titleOf: (id: string) => `Title of ${id}`,
};

const read = (file: string, base: PlannedStructure) =>
  readSiteStructure({ path: 'docs.yaml', site: readSiteText(file, { isStrict: false }) }, { ...known, base });

function write(before: string | undefined, file: PlannedStructure, current: PlannedStructure): string {
  const ids = before === undefined ? new Map<string, string>() : read(before, file).ids;
  const directoryOf = (id: string) => `./${directories.get(id) ?? ''}`;
  const items = wantedItems({ file, current, titleOf: known.titleOf, directoryOf });
  return editSiteText({ text: before, siteTitle: 'Harbor', items, ids });
}

const NOTHING: PlannedStructure = { top: [], siteSpaces: [] };

describe('the file of a site', () => {
  it('is read as what was written, also after edits, and keeps comments', () => {
    fc.assert(
      fc.property(structure, structure, fc.boolean(), (first, second, isCrlf) => {
        const written = write(undefined, NOTHING, first);
        expect(read(written, first).structure).toEqual(first);
        const commented = `# Before\n${written.replace('structure:', 'structure: # of ours')}# After\n`;
        const file = isCrlf ? commented.replaceAll('\n', '\r\n') : commented;
        expect(write(file, first, first)).toBe(file);
        const edited = write(file, first, second);
        expect(read(edited, second).structure).toEqual(second);
        expect(edited).toContain('# Before');
        expect(edited).toContain('# After');
        expect(/(?<!\r)\n/.test(edited)).toBe(!isCrlf);
      }),
      { numRuns: 30 },
    );
  });
});

const FILE = `site:
  structure:
    - type: section
      title: Guides
      path: guides
      children:
        - { type: space, path: en, content: { directory: ./en } }
        - { type: space, path: fr, content: { directory: /docs/fr } }
    - type: section-group
      title: More
      children: []
`;

describe('a file that is wrong', () => {
  it.each([
    [
      'a directory that leads out',
      FILE.replace('./en', '../../etc'),
      'line 7: The directory "../../etc" leads out',
    ],
    [
      'a directory that means something to Git',
      FILE.replace('./en', './.git/x'),
      'leads out of the repository',
    ],
    ['a path twice', FILE.replace('path: fr', 'path: en'), 'line 8: The path “en” is that of another one'],
    ['one space twice', FILE.replace('/docs/fr', 'en'), 'line 8: The space is in this list twice'],
    [
      'a group in a group',
      FILE.replace('[]', '[{ type: section-group, title: Less }]'),
      'line 11: A group has sections',
    ],
    [
      'a group that is hidden',
      FILE.replace('title: More', 'hidden: true'),
      'line 9: A group has no condition here',
    ],
    [
      'a condition that is none',
      FILE.replace('title: Guides', 'title: Guides\n      condition: "((("'),
      'The condition is no expression',
    ],
    ['no title', FILE.replace('      title: Guides\n', ''), 'line 3: The title is missing'],
    ['YAML that is none', 'site: [', 'docs.yaml, line 1'],
    ['a field twice', FILE.replace('path: guides', 'title: Manuals'), 'line 5: Map keys must be unique'],
    ['text that no database has', FILE.replace('Guides', '"a\\0b"'), 'line 4: “title” has characters'],
    [
      'an alias for a text',
      FILE.replace('Guides', '&title Guides').replace('More', '*title'),
      'line 10: “title” must be a text',
    ],
    ['lists without end', `x: ${'['.repeat(20_000)}\n${FILE}`, 'line 1: The text is nested too deeply'],
  ])('is named with its line: %s', (_name, file, message) => {
    expect(() => read(file, NOTHING)).toThrow(message);
  });

  it('may have what the site does not show, which is named and stays', () => {
    const file = `${FILE}    - { type: section, title: Empty, children: [] }\n`;
    const { structure: shown, notes, spaces } = read(file, NOTHING);
    expect(notes).toEqual(['The section “Empty” has no space and is left out.']);
    expect(shown.top.map(({ title }) => title)).toEqual(['Guides', 'More']);
    expect([...spaces.values()]).toMatchObject([
      { directory: 'en', isNew: true },
      { directory: 'docs/fr', isNew: true },
    ]);
    expect(write(file, shown, shown)).toBe(file);
  });
});

describe('a change that the file can’t take', () => {
  it('is refused with what to do, as an alias needs what it means', async () => {
    const gitdir = await mkdtemp(join(tmpdir(), 'bindery-site-'));
    try {
      const file = FILE.replace('Guides', '&name Guides').replace(
        'title: More',
        'title: More\n      note: *name',
      );
      const folder = await ObjectFolder.create(gitdir);
      const editor = await TreeEditor.open(folder, undefined);
      await editor.set('docs.yaml', await folder.writeBlob(Buffer.from(file)));
      const author = { name: 'Ada', email: 'ada@example.com', timestamp: 1 };
      const tree = await editor.write();
      const tip = await folder.writeCommit({ tree, parents: [], author, message: 'Begin' });
      const { structure: present } = read(file, NOTHING);
      const { ids } = read(file, present);
      const rest = { ...present, top: present.top.filter(({ kind }) => kind === 'group') };
      const items = wantedItems({ file: present, current: rest, titleOf: () => '', directoryOf: () => null });
      const edit = { siteTitle: 'Harbor', items, ids };
      const place = { gitdir, tip, directory: '', path: 'docs.yaml', pack: join(gitdir, 'written.pack') };
      await expect(writeSiteFile({ ...place, edit, author, message: 'Remove' })).rejects.toThrow(
        /can’t be written into docs.yaml.*without aliases/,
      );
    } finally {
      await rm(gitdir, { recursive: true, force: true });
    }
  });
});

describe('a key of a file', () => {
  it.each(['constructor', '__proto__', 'toString'])('may be any word: %s', (key) => {
    const file = FILE.replace('title: Guides', `title: Guides\n      key: ${key}`);
    const { structure: shown, keys } = read(file, NOTHING);
    expect(shown.top.map(({ title }) => title)).toEqual(['Guides', 'More']);
    expect(keys.get(key)).toBe(shown.top[0]?.id);
  });
});

describe('the merge of structures', () => {
  it('has what one side has changed, and says what both have', () => {
    fc.assert(
      fc.property(
        structure,
        structure,
        structure,
        fc.constantFrom('ours', 'theirs'),
        (base, one, other, takes) => {
          expect(mergeStructures({ base, ours: one, theirs: base }, takes)).toEqual({
            merged: one,
            conflicts: [],
          });
          expect(mergeStructures({ base, ours: base, theirs: one }, takes)).toEqual({
            merged: one,
            conflicts: [],
          });
          expect(mergeStructures({ base, ours: one, theirs: one }, takes)).toEqual({
            merged: one,
            conflicts: [],
          });
          const { merged, conflicts } = mergeStructures({ base, ours: one, theirs: other }, takes);
          // Without a conflict, it does not depend on whose value would count.
          if (conflicts.length === 0)
            expect(mergeStructures({ base, ours: one, theirs: other }, 'ours').merged).toEqual(merged);
        },
      ),
    );
  });
});
