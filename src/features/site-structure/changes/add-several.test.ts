import { describe, expect, it } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { PartlyDoneError, saveChange, type Outcome } from '#src/components/tree-editor/change-queue.ts';
import type { Send } from '#src/components/tree-editor/changes.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import { describeFailure } from '../labels.ts';
import type { SiteRequest } from '../steps.ts';
import { revertChanges, siteRules, structureQueueOf, type StructurePolicy } from '../structure-policy.ts';
import { buildStructure, TEXT_FIELDS } from '../structure.ts';
import { serve } from '../testing/model-server.ts';
import { runSteps } from '../testing/run-steps.ts';
import { group, modelOf, picture, section, siteSpace } from '../testing/structures.ts';
import { addedBy, addSectionOfVariants, addSections, addVariants } from './add.ts';
import type { Change } from './change.ts';
import { DOCUMENTED_ONLY } from './move.ts';

const site = buildStructure([group('G', [section('S', ['s1'])]), section('T')]);
const spaces = ['x', 'y', 'z'].map((title) => ({ id: `space-${title}`, title, emoji: '' }));

/** The picture of a structure with titles instead of provisional ids. */
function titledPicture(change: Change | null, before = site): string {
  if (!change) throw new Error('no change');
  const after = siteRules.apply(before, change);
  return picture(after).replaceAll(/new:[-\w]+/g, (id) => after.nodes.get(id)?.title ?? id);
}

describe('several spaces', () => {
  it('become sections in their order, at the end of a group or beside a section', () => {
    expect(titledPicture(addSections(site, spaces, { into: TOP }))).toBe('G[S(s1)] T(T-a) x(x) y(y) z(z)');
    expect(titledPicture(addSections(site, spaces, { into: 'G' }))).toBe('G[S(s1) x(x) y(y) z(z)] T(T-a)');
    expect(titledPicture(addSections(site, spaces, { before: 'T' }))).toBe('G[S(s1)] x(x) y(y) z(z) T(T-a)');
    expect(titledPicture(addSections(site, spaces.slice(0, 1), { into: TOP }, ' Start '))).toMatch(
      /Start\(x\)$/,
    );
  });

  it('become variants of a section, or of a new one', () => {
    expect(titledPicture(addVariants(site, spaces, { into: 'S' }))).toBe('G[S(s1 x y z)] T(T-a)');
    const change = addSectionOfVariants(site, spaces, { into: TOP }, 'All');
    expect(titledPicture(change)).toBe('G[S(s1)] T(T-a) All(x y z)');
  });

  it('are one change that is made part by part with documented requests', async () => {
    const change = addSections(site, spaces, { into: 'G' });
    if (!change) throw new Error('no change');
    expect(siteRules.describe(site, change)).toBe('Added 3 sections');
    expect(siteRules.partsOf(change)).toHaveLength(3);
    expect(addedBy(change)).toHaveLength(3);
    const model = modelOf(site);
    const send: Send<SiteRequest> = async (request) => serve(model, request);
    await runSteps(site, siteRules.plan(site, change, DOCUMENTED_ONLY), send, DOCUMENTED_ONLY);
    const [first] = model.top;
    expect(first?.kind === 'group' && first.sections.map(({ spaces: [own] }) => own?.spaceId)).toEqual([
      'space-s1',
      'space-x',
      'space-y',
      'space-z',
    ]);
  });

  it('follow the section that takes the site spaces of a flat site', () => {
    const flat = buildStructure([siteSpace('a')]);
    const change = addSections(flat, spaces, { into: TOP });
    const requests = change && siteRules.plan(flat, change, DOCUMENTED_ONLY).map(({ request }) => request);
    expect(requests?.map(({ operation, body }) => [operation, body])).toEqual(
      spaces.map(({ id, title }) => [
        'createSiteSection',
        { spaceId: id, title: undefined, ...(title.length > 1 && { title }) },
      ]),
    );
  });

  it('stop at the first that the server refuses: those before stay and are undone as one', async () => {
    const change = addSections(site, spaces, { into: TOP });
    if (!change) throw new Error('no change');
    const model = modelOf(site);
    let cached = site;
    let updates = 0;
    const outcomes: Outcome[] = [];
    const refusal = new ApiError({ status: 409, message: 'No room.', operation: 'createSiteSection' });
    const policy: StructurePolicy = {
      queue: structureQueueOf('refusing'),
      cache: {
        load: async () => cached,
        fetch: async () => cached,
        cached: () => cached,
        update: (toNext) => {
          cached = toNext(cached);
          updates += 1;
        },
        cancel: async () => undefined,
      },
      rules: siteRules,
      revertChange: (after, before) => ({ change: revertChanges(after, before), isComplete: true }),
      capabilities: async () => DOCUMENTED_ONLY,
      send: async (request) => {
        if (request.operation === 'createSiteSection' && request.body.spaceId === 'space-z') throw refusal;
        return serve(model, request);
      },
      fetchTitle: async () => undefined,
      texts: TEXT_FIELDS,
      loadsBeforeUndo: false,
      refresh: () => undefined,
      describeFailure,
      canRetry: () => false,
      onOutcome: (outcome) => outcomes.push(outcome),
    };
    const failure = await saveChange(policy, site, change).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PartlyDoneError);
    expect(failure).toMatchObject({
      count: 2,
      total: 3,
      message: '2 of 3 are done. Couldn’t add section “z”. No room.',
    });
    expect(outcomes.map(({ text, outcome }) => `${outcome}: ${text}`)).toEqual([
      'done: Added 3 sections (2 of 3)',
      'failed: Added 3 sections',
    ]);
    expect(model.top).toHaveLength(4);
    expect([cached.children.get(TOP)?.length, updates]).toEqual([4, 1]);
    if (!(failure instanceof PartlyDoneError)) return;
    await saveChange(policy, cached, failure.done.opposite);
    expect(model.top.map(({ id }) => id)).toEqual(['G', 'T']);
    expect(picture(cached)).toBe(picture(site));
  });
});
