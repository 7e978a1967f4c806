import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Send } from '#src/components/tree-editor/changes.ts';
import type { Move } from '#src/lib/ordered-tree.ts';
import { applyMove } from '../move-rules.ts';
import type { SiteRequest } from '../steps.ts';
import { replacedIds } from '../structure-policy.ts';
import { buildStructure } from '../structure.ts';
import { serve } from '../testing/model-server.ts';
import { runSteps } from '../testing/run-steps.ts';
import { anyMove, group, modelDetails, modelOf, section } from '../testing/structures.ts';
import { copyIdOf, DOCUMENTED_ONLY, planMove, type Capabilities } from './move.ts';

const ours: Capabilities = { groupReferences: true, crossSectionMoves: 'move' };
const sorting: Capabilities = { groupReferences: false, crossSectionMoves: 'sort' };

const site = buildStructure([
  group('G', [section('S', ['s1', 's2']), section('T')]),
  section('U'),
  section('V'),
  group('H'),
  group('I'),
]);

/** The planned requests: operation, id and body. */
function calls(move: Move, capabilities = DOCUMENTED_ONLY, structure = site): unknown[] {
  return planMove(structure, move, capabilities).map((step) => {
    const { operation, path, body } = step.request;
    return [operation, Object.values(path).join('/'), ...(body ? [body] : [])];
  });
}

describe('planMove', () => {
  it('names the neighbor of the drop target in the documented request', () => {
    expect(calls({ id: 'V', before: 'U' })).toEqual([
      ['moveSiteSection', 'V', { position: { before: { type: 'site-section', siteSection: 'U' } } }],
    ]);
    expect(calls({ id: 'G', after: 'V' })).toEqual([
      ['moveSiteSectionGroup', 'G', { position: { after: { type: 'site-section', id: 'V' } } }],
    ]);
    expect(calls({ id: 's2', before: 's1' })).toEqual([
      ['moveSiteSpace', 's2', { position: { before: { type: 'site-space', siteSpace: 's1' } } }],
    ]);
  });

  it('joins a group first, then moves to the position', () => {
    expect(calls({ id: 'U', before: 'T' })).toEqual([
      ['addSectionToGroup', 'G', { sectionId: 'U' }],
      ['moveSiteSection', 'U', { position: { before: { type: 'site-section', siteSection: 'T' } } }],
    ]);
    expect(calls({ id: 'U', into: 'G' })).toEqual([['addSectionToGroup', 'G', { sectionId: 'U' }]]);
  });

  it('leaves a group first, then moves to the position', () => {
    expect(calls({ id: 'S', after: 'U' })).toEqual([
      ['removeSectionFromGroup', 'G/S'],
      ['moveSiteSection', 'S', { position: { after: { type: 'site-section', siteSection: 'U' } } }],
    ]);
    expect(calls({ id: 'S', into: '' })).toEqual([['removeSectionFromGroup', 'G/S']]);
  });

  it('names the other neighbor if the drop target is a group', () => {
    expect(calls({ id: 'V', after: 'G' })).toEqual([
      ['moveSiteSection', 'V', { position: { before: { type: 'site-section', siteSection: 'U' } } }],
    ]);
  });

  it('moves groups around a section that has no neighbor to name', () => {
    expect(calls({ id: 'V', before: 'I' })).toEqual([
      ['moveSiteSectionGroup', 'H', { position: { before: { type: 'site-section', id: 'V' } } }],
    ]);
    expect(calls({ id: 'I', before: 'H' })).toEqual([
      ['moveSiteSectionGroup', 'I', { position: { after: { type: 'site-section', id: 'V' } } }],
    ]);
  });

  it('names another group only if the server supports it', () => {
    const groups = buildStructure([group('G'), group('H'), group('I')]);
    expect(calls({ id: 'I', before: 'G' }, ours, groups)).toEqual([
      ['moveSiteSectionGroup', 'I', { position: { before: { type: 'site-section-group', id: 'G' } } }],
    ]);
    expect(calls({ id: 'I', before: 'H' }, DOCUMENTED_ONLY, groups)).toEqual([
      ['moveSiteSectionGroup', 'I', {}],
      ['moveSiteSectionGroup', 'H', {}],
    ]);
  });

  it('moves a site space to another section in one request where a server can', () => {
    const item = { type: 'site-space', id: 's2' };
    const position = (side: string) => ({ [side]: { type: 'site-space', id: 'T-a' } });
    expect(calls({ id: 's2', after: 'T-a' }, sorting)).toEqual([
      ['sortSiteStructure', '', { item, position: position('after') }],
    ]);
    expect(calls({ id: 's2', before: 'T-a' }, sorting)).toEqual([
      ['sortSiteStructure', '', { item, position: position('before') }],
    ]);
    expect(calls({ id: 's2', before: 's1' }, sorting)).toEqual(calls({ id: 's2', before: 's1' }));
  });

  it('moves a site space to another section by its own move, or recreates it there', () => {
    expect(calls({ id: 's2', after: 'T-a' }, ours)).toEqual([
      ['moveSiteSpace', 's2', { position: { after: { type: 'site-space', siteSpace: 'T-a' } } }],
    ]);
    expect(calls({ id: 's2', before: 'T-a' })).toEqual([
      ['createSiteSpace', '', { spaceId: 'space-s2', sectionId: 'T' }],
      ['updateSiteSpace', copyIdOf('s2'), { path: 's2' }],
      ['moveSiteSpace', copyIdOf('s2'), { position: { before: { type: 'site-space', siteSpace: 'T-a' } } }],
      ['deleteSiteSpace', 's2'],
    ]);
  });

  it('plans nothing for denied moves and those without effect', () => {
    expect(calls({ id: 'G', into: 'H' })).toEqual([]);
    expect(calls({ id: 'U', before: 'V' })).toEqual([]);
  });

  it.each([
    ['the documents alone', DOCUMENTED_ONLY],
    ['group references', { groupReferences: true, crossSectionMoves: null }],
    ['sorting', sorting],
    ['everything', ours],
  ])('gives the same structure on the server as applyMove, with %s', async (_name, capabilities) => {
    await fc.assert(
      fc.asyncProperty(anyMove, async ({ structure, move }) => {
        const server = modelOf(structure);
        const send: Send<SiteRequest> = (request) => Promise.resolve(serve(server, request));
        const created = await runSteps(
          structure,
          planMove(structure, move, capabilities),
          send,
          capabilities,
        );
        const ids = replacedIds(created, structure.nodes.keys());
        ids.delete(copyIdOf(move.id));
        expect(modelDetails(server, ids)).toEqual(modelDetails(modelOf(applyMove(structure, move))));
      }),
      { numRuns: 500 },
    );
  });
});
