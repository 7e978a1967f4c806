import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StructureDraft, StructureDraftChange } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { applySteps } from '#src/components/tree-editor/changes.ts';
import { addSections } from '../changes/add.ts';
import { DOCUMENTED_ONLY, planMove, type Capabilities } from '../changes/move.ts';
import { remove } from '../changes/remove.ts';
import type { SiteStep } from '../steps.ts';
import { siteRules } from '../structure-policy.ts';
import { buildStructure, type SiteStructure } from '../structure.ts';
import { anyMove, anyStructure, group, picture, section } from '../testing/structures.ts';
import { applyLocally, EMPTY_DRAFT } from './draft-queries.ts';
import { toRequest, toStep } from './drafted-steps.ts';
import { draftedStructure, withDependents, withRemoved } from './drafted-structure.ts';

const OURS: Capabilities = { groupReferences: true, crossSectionMoves: 'move' };

let serial = 0;
function changeOf(summary: string, steps: readonly SiteStep[]): StructureDraftChange {
  serial += 1;
  // As the server returns them.
  const stored: StructureDraftChange['steps'] = JSON.parse(JSON.stringify(steps.map(toStep)));
  return {
    id: `c${serial}`,
    summary,
    steps: stored,
    createdAt: '2026-11-29T12:00:00.000Z',
    createdBy: { object: 'user', id: 'ada', displayName: 'Ada', urls: {} },
  };
}

const draftOf = (...changes: StructureDraftChange[]): StructureDraft => ({ ...EMPTY_DRAFT, changes });

const start = buildStructure([group('g', [section('a'), section('b')]), section('c', ['c1', 'c2'])]);

describe('the structure with a draft', () => {
  it('is what the editor showed when the change was made, for every move', () => {
    fc.assert(
      fc.property(anyMove, fc.constantFrom(OURS, DOCUMENTED_ONLY), ({ structure, move }, capabilities) => {
        const steps = planMove(structure, move, capabilities);
        const { tree } = draftedStructure(structure, draftOf(changeOf('Moved', steps)));
        expect(picture(tree)).toBe(picture(applySteps(structure, steps)));
      }),
    );
  });

  it('is what the editor showed, for every removal', () => {
    fc.assert(
      fc.property(anyStructure, fc.nat(), (structure, number) => {
        const ids = [...structure.nodes.keys()];
        const change = remove(structure, [ids[number % ids.length] ?? '']);
        if (!change) return;
        const steps = siteRules.plan(structure, change, OURS);
        const { tree } = draftedStructure(structure, draftOf(changeOf('Removed', steps)));
        expect(picture(tree)).toBe(picture(siteRules.apply(structure, change)));
      }),
    );
  });

  it('names what is new, moved, changed and removed', () => {
    const spaces = [{ id: 'space-new', title: 'New', emoji: '🆕' }];
    const change = addSections(start, spaces, { after: 'c' });
    const added = change ? siteRules.plan(start, change, OURS) : [];
    const removal = remove(start, ['b']);
    const draft = {
      ...draftOf(
        changeOf('Added New', added),
        changeOf('Moved a', planMove(start, { id: 'a', into: '' }, OURS)),
        changeOf('Removed b', removal ? siteRules.plan(start, removal, OURS) : []),
      ),
      spaces,
    };
    const { tree, marks, removed } = draftedStructure(start, draft);
    const newId = added[0]?.creates?.id ?? '';
    expect(tree.nodes.get(newId)).toMatchObject({ title: 'New', kind: 'section' });
    expect([marks.get(newId), marks.get('a'), marks.get('b'), marks.get('c')]).toEqual([
      'added',
      'moved',
      'removed',
      undefined,
    ]);
    const items = withRemoved(
      {
        childrenOf: (id) => tree.children.get(id) ?? [],
        isContainer: () => true,
        itemOf: (id) => tree.nodes.get(id),
      },
      draftedStructure(start, draft),
    );
    expect(removed.get('g')).toEqual([{ id: 'b', after: null }]);
    expect(items.childrenOf('g')).toEqual(['b']);
    expect(items.itemOf('b')?.title).toBe('b');
  });

  it('leaves out what names items that are gone', () => {
    const steps = planMove(start, { id: 'a', after: 'b' }, OURS);
    const without: SiteStructure = buildStructure([section('c', ['c1', 'c2'])]);
    const { tree, marks } = draftedStructure(without, draftOf(changeOf('Moved a', steps)));
    expect(picture(tree)).toBe('c(c1 c2)');
    expect(marks.size).toBe(0);
  });
});

describe('changes of a draft', () => {
  const added = changeOf('Added g2', [
    {
      request: { operation: 'createSiteSectionGroup', path: {}, body: { title: 'new:x' } },
      creates: { id: 'new:g2' },
      apply: (tree) => tree,
    },
  ]);
  const joined = changeOf('Moved c', planMove(start, { id: 'c', into: 'g' }, OURS));
  const needing = changeOf('Moved a', [
    {
      request: {
        operation: 'addSectionToGroup',
        path: { siteSectionGroupId: 'new:g2' },
        body: { sectionId: 'a' },
      },
      apply: (tree) => tree,
    },
  ]);

  it('take those along that need what they add', () => {
    const all = [added, joined, needing];
    expect(withDependents(all, [added.id]).map(({ summary }) => summary)).toEqual(['Added g2', 'Moved a']);
    expect(withDependents(all, [joined.id]).map(({ summary }) => summary)).toEqual(['Moved c']);
  });

  it('are sent one after another where the server has no drafts, and stop at the first refusal', async () => {
    let draft = draftOf(added, needing, joined);
    const sent: unknown[] = [];
    const applied = applyLocally(
      (change) => (draft = change(draft)),
      draft,
      async (request) => {
        sent.push([request.operation, request.path]);
        if (request.operation === 'createSiteSectionGroup') return { id: 'real' };
        throw new ApiError({ status: 404, message: 'There is no such site section.', operation: 'x' });
      },
    );
    await expect(applied).rejects.toThrow(
      '1 of 3 changes are made and have left the draft. “Moved a” was refused: There is no such site section.',
    );
    expect(sent).toEqual([
      ['createSiteSectionGroup', {}],
      ['addSectionToGroup', { siteSectionGroupId: 'real' }],
    ]);
    expect(draft.changes.map(({ summary }) => summary)).toEqual(['Moved a', 'Moved c']);
    expect(draft.changes[0]?.steps.map((step) => toRequest(step)?.request)).toEqual([
      { operation: 'addSectionToGroup', path: { siteSectionGroupId: 'real' }, body: { sectionId: 'a' } },
    ]);
  });
});
