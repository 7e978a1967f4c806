import { describe, expect, it } from 'vitest';
import type { ConflictSide, ContentConflict, FileConflict } from '#api/generated/types.gen.ts';
import {
  canTakeSide,
  carryOverResolutions,
  conflictsOf,
  editOf,
  editsOf,
  fieldsInConflict,
  formatField,
  idOf,
  initialMergedText,
  titleOf,
} from './resolution.ts';

const side = (title: string, markdown: string, more: Partial<ConflictSide> = {}): ConflictSide => ({
  title,
  path: 'ports',
  markdown,
  parent: null,
  ...more,
});
const text: ContentConflict = {
  page: 'p',
  title: 'Ports',
  attributes: ['markdown'],
  base: side('Ports', 'one'),
  space: side('Ports', 'two'),
  changeRequest: side('Ports', 'three'),
};
const deletedPage: ContentConflict = {
  page: 'q',
  title: 'Pipes',
  attributes: ['page'],
  space: side('Pipes', 'changed'),
};

describe('editOf', () => {
  it('uses one version for the fields in conflict only', () => {
    expect(editOf(text, { kind: 'space' })).toEqual({
      operation: 'update_page',
      page: 'p',
      document: { markdown: 'two' },
    });
    expect(editOf({ ...text, attributes: ['title'] }, { kind: 'change-request' })).toEqual({
      operation: 'update_page',
      page: 'p',
      title: 'Ports',
    });
  });

  it('keeps or deletes a page that one side deleted', () => {
    expect(editOf(deletedPage, { kind: 'space' })).toEqual({ operation: 'update_page', page: 'q' });
    expect(editOf(deletedPage, { kind: 'change-request' })).toEqual({ operation: 'delete_page', page: 'q' });
  });

  it('writes the merged text', () => {
    expect(editOf(text, { kind: 'edited', title: 'Ports', markdown: 'all' })).toMatchObject({
      document: { markdown: 'all' },
    });
    expect(initialMergedText(deletedPage).markdown).toBe('changed');
  });

  it('uses any version for position, emoji and description', () => {
    const conflict: ContentConflict = {
      page: 'p',
      title: 'Ports',
      attributes: ['emoji', 'description', 'parent'],
      base: side('Ports', 'one', { emoji: '⚓' }),
      space: side('Ports', 'one', { emoji: '🚢', description: 'Where ships lie', parent: 'harbour' }),
      changeRequest: side('Ports', 'one', { description: 'For ships', parent: 'coast' }),
    };
    const edit = { operation: 'update_page', page: 'p' };
    expect(editOf(conflict, { kind: 'base' })).toEqual({ ...edit, emoji: '⚓', description: '', into: null });
    expect(editOf(conflict, { kind: 'space' })).toEqual({
      ...edit,
      emoji: '🚢',
      description: 'Where ships lie',
      into: 'harbour',
    });
    const sides = { emoji: 'base', parent: 'space' } as const;
    expect(editOf(conflict, { kind: 'edited', title: '', markdown: '', sides })).toEqual({
      ...edit,
      emoji: '⚓',
      description: 'For ships',
      into: 'harbour',
    });
  });

  it('uses any version for slug, icon, cover, layout and visibility', () => {
    const cover = { ref: { kind: 'file', file: 'f' }, yPos: 20 } as const;
    const conflict: ContentConflict = {
      page: 'p',
      title: 'Ports',
      attributes: ['slug', 'icon', 'cover', 'layout', 'hidden', 'noIndex'],
      base: side('Ports', 'one', { slug: 'ports' }),
      space: side('Ports', 'one', { slug: 'harbours', icon: 'ship', cover, layout: { outline: false } }),
      changeRequest: side('Ports', 'one', { slug: 'docks', hidden: true, noIndex: true }),
    };
    const edit = { operation: 'update_page', page: 'p', hidden: false, noIndex: false };
    expect(canTakeSide(conflict)).toBe(true);
    expect(editOf(conflict, { kind: 'space' })).toEqual({
      ...edit,
      slug: 'harbours',
      icon: 'ship',
      cover,
      layout: { outline: false },
    });
    expect(editOf(conflict, { kind: 'base' })).toEqual({
      ...edit,
      slug: 'ports',
      icon: '',
      cover: null,
      layout: null,
    });
    const { space } = conflict;
    const fieldTexts = fieldsInConflict(conflict).map((field) => space && formatField(space, field));
    expect(fieldTexts).toEqual(['harbours', 'ship', 'file f, position 20', 'outline: No', 'No', 'No']);
  });

  it('uses another version only if the API can write it', () => {
    expect(canTakeSide({ ...text, attributes: ['parent', 'icon', 'title'] })).toBe(true);
    expect(canTakeSide({ ...text, attributes: ['type', 'title'] })).toBe(false);
    expect(canTakeSide({ ...deletedPage, attributes: ['page'] })).toBe(true);
  });
});

describe('editsOf', () => {
  it('returns null until every page is resolved', () => {
    expect(editsOf([text, deletedPage], { p: { kind: 'space' } })).toBeNull();
    expect(editsOf([text, deletedPage], { p: { kind: 'space' }, q: { kind: 'space' } })).toHaveLength(2);
  });
});

describe('carryOverResolutions', () => {
  it('keeps merged texts and drops versions that changed', () => {
    const after = [{ ...text, space: side('Ports', 'four') }, deletedPage];
    const resolutions = { p: { kind: 'space' as const }, q: { kind: 'space' as const } };
    expect(carryOverResolutions([text, deletedPage], after, resolutions)).toEqual({
      resolutions: { q: { kind: 'space' } },
      stalePages: ['p'],
    });
    const editedPages = { p: { kind: 'edited' as const, title: 'Ports', markdown: 'mine' } };
    expect(carryOverResolutions([text], after, editedPages)).toEqual({
      resolutions: editedPages,
      stalePages: ['p'],
    });
  });
});

describe('files', () => {
  const file = (name: string) => ({ id: 'f', name, contentType: 'text/plain', size: 1 });
  const renamed: FileConflict = {
    file: 'f',
    attributes: ['name'],
    base: file('a.txt'),
    space: file('b.txt'),
    changeRequest: file('c.txt'),
  };
  const edit = { operation: 'update_file', file: 'f' };

  it('become what one side has', () => {
    expect(editsOf([renamed], { f: { kind: 'space' } })).toEqual([{ ...edit, useSpaceVersion: true }]);
    expect(editsOf([renamed], { f: { kind: 'change-request' } })).toEqual([edit]);
    expect(titleOf(renamed)).toBe('c.txt');
  });

  it('stay or go where one side deleted them', () => {
    const { changeRequest: _, ...deletedHere } = renamed;
    expect(editsOf([deletedHere], { f: { kind: 'space' } })).toEqual([edit]);
    expect(editsOf([deletedHere], { f: { kind: 'change-request' } })).toEqual([
      { operation: 'delete_file', file: 'f' },
    ]);
    const { space: __, ...deletedThere } = renamed;
    expect(editsOf([deletedThere], { f: { kind: 'space' } })).toEqual([
      { operation: 'delete_file', file: 'f' },
    ]);
  });

  it('are listed after pages, and wait for a decision', () => {
    const conflicts = conflictsOf({ spaceRevision: 's', conflicts: [text], files: [renamed] });
    expect(conflicts.map(idOf)).toEqual(['p', 'f']);
    expect(editsOf(conflicts, { p: { kind: 'space' } })).toBeNull();
  });
});

describe('a reusable content in conflict', () => {
  const [conflict] = conflictsOf({
    spaceRevision: 'r',
    conflicts: [],
    reusableContents: [
      {
        reusableContent: 'legal',
        attributes: ['markdown'],
        base: { title: 'Legal', markdown: 'one' },
        space: { title: 'Legal', markdown: 'two' },
        changeRequest: { title: 'Legal note', markdown: 'three' },
      },
    ],
  });

  it('is named, and becomes the chosen version or what is written', () => {
    if (!conflict || !('page' in conflict)) throw new Error('no conflict of a text');
    const edit = { operation: 'update_reusable_content', reusableContent: 'legal' };
    expect([titleOf(conflict), canTakeSide(conflict)]).toEqual(['Legal note', true]);
    expect(editOf(conflict, { kind: 'space' })).toEqual({ ...edit, document: { markdown: 'two' } });
    expect(editOf(conflict, { kind: 'base' })).toEqual({ ...edit, document: { markdown: 'one' } });
    const written = { kind: 'edited', title: 'Legal note', markdown: 'four' } as const;
    expect(editOf(conflict, written)).toEqual({ ...edit, document: { markdown: 'four' } });
  });
});
