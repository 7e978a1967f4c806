import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildStructure, type SectionNode, type Subtree } from '../structure.ts';
import { anyStructure, group, section, siteSpace } from '../testing/structures.ts';
import { checkHealth } from './structure-health.ts';

/** A section with other fields, and its site spaces. */
function sectionOf(id: string, fields: Partial<SectionNode>, children?: readonly Subtree[]): Subtree {
  const plain = section(id);
  if (plain.node.kind !== 'section') throw new Error('not a section');
  return { node: { ...plain.node, ...fields }, children: children ?? plain.children };
}

const textsOf = (roots: readonly Subtree[], isPublished = false) =>
  checkHealth(buildStructure(roots), isPublished).map(({ kind, id, text }) => `${kind} of ${id}: ${text}`);

describe('the health of a structure', () => {
  it('is good where each item can be reached', () => {
    expect(textsOf([group('G', [sectionOf('S', { isDefault: true })]), section('T', ['de', 'en'])])).toEqual(
      [],
    );
    expect(textsOf([siteSpace('a', { isDefault: true }), siteSpace('b')])).toEqual([]);
    expect(textsOf([])).toEqual([]);
  });

  it('names empty groups and sections', () => {
    expect(textsOf([group('G'), sectionOf('S', { isDefault: true }, [])])).toEqual([
      'empty of G: The group “G” has no sections.',
      'empty of S: The section “S” has no site spaces.',
    ]);
  });

  it('names items with the path of another, also across groups', () => {
    const spaces = [siteSpace('a', { isDefault: true }), siteSpace('b', { path: 'a' })];
    expect(
      textsOf([
        group('G', [sectionOf('S', { isDefault: true, path: 'x' })]),
        sectionOf('T', { path: 'x' }, spaces),
      ]),
    ).toEqual([
      'twin path of T: Visitors can’t reach the section “T”: “S” has the path /x too.',
      'twin path of b: Visitors can’t reach the site space “b”: “a” has the path /a too.',
    ]);
  });

  it('names defaults that not everyone sees, or that are missing or unpublished', () => {
    expect(textsOf([sectionOf('S', { isDefault: true, condition: 'visitor.claims.beta' })])).toEqual([
      'conditional default of S: The default section “S” has a condition: other visitors don’t see it first.',
    ]);
    expect(textsOf([section('S')])).toEqual(['no default of S: No section beside “S” is the default.']);
    const isLive = [siteSpace('a', { isDefault: true, publishedUrl: 'https://docs.example/' })];
    const roots = [sectionOf('S', { isDefault: true, publishedUrl: null }, isLive)];
    expect(textsOf(roots)).toEqual([]);
    expect(textsOf(roots, true)).toEqual([
      'unpublished default of S: The default section “S” isn’t published.',
    ]);
  });

  it('names languages that translated sections lack', () => {
    const start = sectionOf('S', { isDefault: true }, [
      siteSpace('en', { isDefault: true }),
      siteSpace('de'),
    ]);
    expect(textsOf([start, section('T', ['fr', 'english'])])).toEqual([
      'missing language of S: The section “S” has no site space in French.',
      'missing language of T: The section “T” has no site space in English.',
      'missing language of T: The section “T” has no site space in German.',
    ]);
    expect(textsOf([start, section('V', ['v1', 'v2'])])).toEqual([]);
  });

  it('concerns items that are there, in any structure', () => {
    fc.assert(
      fc.property(anyStructure, fc.boolean(), (structure, isPublished) => {
        for (const { id } of checkHealth(structure, isPublished)) expect(structure.nodes.has(id)).toBe(true);
      }),
    );
  });
});
