import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  moveChange,
  movesChange as movesChangeBy,
  type Send,
  withIds,
} from '#src/components/tree-editor/changes.ts';
import { childrenOf, positionOf, TOP, type Move } from '#src/lib/ordered-tree.ts';
import { movesToOrder } from '#src/lib/reorder.ts';
import { applyMove } from '../move-rules.ts';
import type { SiteRequest } from '../steps.ts';
import { siteRules } from '../structure-policy.ts';
import { buildStructure, sortedChildren, subtreeOf, type SiteStructure } from '../structure.ts';
import { serve } from '../testing/model-server.ts';
import { runSteps } from '../testing/run-steps.ts';
import {
  anyMove,
  anyStructure,
  group,
  modelDetails,
  modelOf,
  picture,
  section,
  siteSpace,
} from '../testing/structures.ts';
import type { Change } from './change.ts';
import { duplicate } from './duplicate.ts';
import { languageDenial, setCondition, setIcon, setLanguage } from './edit.ts';
import { DOCUMENTED_ONLY, type Capabilities } from './move.ts';

const { apply: applyChange, check, invert: invertChange, plan: planChange } = siteRules;
const movesChange = (structure: SiteStructure, moves: readonly Move[], name: string) =>
  movesChangeBy(structure, moves, name, applyMove);

const ours: Capabilities = { groupReferences: true, crossSectionMoves: 'move' };

const site = buildStructure([
  group('G', [section('S', ['s1', 's2', 's3']), section('T')]),
  section('U', ['u1', 'u2']),
  section('V'),
]);

const everything = (structure: SiteStructure) => [
  picture(structure),
  [...structure.nodes.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
];

function removal(structure: SiteStructure, id: string): Change {
  const subtree = subtreeOf(structure, id);
  const position = positionOf(structure, id);
  if (!subtree || !position) throw new Error(`no ${id}`);
  return { type: 'remove', subtree, position };
}

const grouping: Change = {
  type: 'group',
  group: { kind: 'group', id: 'new:1', title: 'New', icon: null },
  members: ['V', 'T'],
  position: { parent: TOP, previous: 'G', next: 'U' },
};

const examples: Record<string, Change> = {
  'a rename': { type: 'edit', id: 'S', from: { title: 'S' }, to: { title: 'Start' } },
  'a condition': {
    type: 'edit',
    id: 's2',
    from: { condition: null },
    to: { condition: 'visitor.claims.beta' },
  },
  'another default site space': { type: 'default', from: 's1', to: 's3' },
  'a removed site space': removal(site, 's2'),
  'a removed default site space': removal(site, 's1'),
  'a removed section in a group': removal(site, 'S'),
  'a removed section outside groups': removal(site, 'V'),
  'a new group': grouping,
  'an ungrouped group': {
    type: 'ungroup',
    group: { kind: 'group', id: 'G', title: 'G', icon: null },
    position: { parent: TOP, previous: null, next: 'U' },
  },
};

describe('undo', () => {
  it.each(Object.entries(examples))('restores %s', (_name, change) => {
    const after = applyChange(site, change);
    expect(everything(after)).not.toEqual(everything(site));
    const restored = applyChange(after, invertChange(site, change));
    expect(everything(restored)).toEqual(everything(site));
  });

  it('restores any move, with paths and defaults', () => {
    fc.assert(
      fc.property(anyMove, ({ structure, move }) => {
        const change = moveChange(structure, move);
        if (!change) return;
        const after = applyChange(structure, change);
        const back = invertChange(structure, change);
        expect(everything(applyChange(after, back))).toEqual(everything(structure));
        if (after !== structure) expect(check(after, back, true)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('restores a sorted level, and redoes it', () => {
    fc.assert(
      fc.property(anyStructure, fc.func(fc.nat()), (structure, rank) => {
        const sortedIds = [...childrenOf(structure, TOP)].toSorted(
          (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1),
        );
        const change = movesChange(structure, movesToOrder(structure, TOP, sortedIds), 'sort');
        if (!change) return;
        const after = applyChange(structure, change);
        expect(childrenOf(after, TOP)).toEqual(sortedIds);
        const back = invertChange(structure, change);
        expect(picture(applyChange(after, back))).toBe(picture(structure));
        expect(picture(applyChange(applyChange(after, back), invertChange(after, back)))).toBe(
          picture(after),
        );
      }),
    );
  });

  it('is denied with a reason if someone else has changed the same item', () => {
    const rename: Change = { type: 'edit', id: 'S', from: { title: 'Start' }, to: { title: 'S' } };
    expect(check(site, rename, true)).toBe('The title of “S” was changed in the meantime.');
    const back: Change = {
      type: 'move',
      id: 'U',
      target: { into: 'G' },
      from: { parent: TOP, previous: 'V', next: null },
    };
    expect(check(site, back, true)).toBe('“U” was moved in the meantime.');
    expect(check(site, { ...back, id: 'gone' }, true)).toBe('The item was removed in the meantime.');
    expect(check(site, { type: 'default', from: 's2', to: 's3' }, true)).toBe(
      'The default was changed in the meantime.',
    );
    const added: Change = {
      type: 'remove',
      subtree: section('U', ['u1']),
      position: { parent: TOP, previous: 'G', next: 'V' },
    };
    expect(check(site, added, true)).toBe('“u2” was added to “U” in the meantime.');
    const restored: Change = {
      type: 'add',
      subtree: siteSpace('x', { spaceId: 'space-s1' }),
      position: { parent: 'S', previous: null, next: 's1' },
    };
    expect(check(site, restored, true)).toBe('“x” was added again in the meantime.');
  });
});

describe('sorting', () => {
  it('needs as few moves as possible', () => {
    const list = buildStructure(['b', 'c', 'd', 'a', 'e'].map((id) => section(id)));
    expect(movesToOrder(list, TOP, sortedChildren(list, TOP, 'title'))).toEqual([{ id: 'a', before: 'b' }]);
  });
});

describe('a change on the server', () => {
  /** A server that rejects one of the requests, by number. */
  function serverOf(structure: SiteStructure, failing = Infinity) {
    const model = modelOf(structure);
    let calls = 0;
    const send: Send<SiteRequest> = async (request) => {
      calls += 1;
      if (calls === failing) throw new Error('rejected');
      return serve(model, request);
    };
    return { model, send };
  }

  it.each(Object.entries(examples))('matches the shown structure: %s', async (_name, change) => {
    for (const capabilities of [DOCUMENTED_ONLY, ours]) {
      const { model, send } = serverOf(site);
      const created = await runSteps(site, planChange(site, change, capabilities), send, capabilities);
      expect(modelDetails(model, created)).toEqual(modelDetails(modelOf(applyChange(site, change))));
    }
  });

  it.each(Object.entries(examples))('is undone, too: %s', async (_name, change) => {
    const { model, send } = serverOf(site);
    const created = await runSteps(site, planChange(site, change, ours), send, ours);
    const executed = withIds(change, created);
    const after = applyChange(site, executed);
    const back = withIds(invertChange(site, change), created);
    const again = await runSteps(after, planChange(after, back, ours), send, ours);
    expect(modelDetails(model, again)).toEqual(modelDetails(modelOf(site)));
  });

  it('is reverted as a whole when one of its requests fails', async () => {
    await fc.assert(
      fc.asyncProperty(anyMove, fc.integer({ min: 1, max: 5 }), async ({ structure, move }, failing) => {
        const change = moveChange(structure, move);
        if (!change) return;
        const steps = planChange(structure, change, DOCUMENTED_ONLY);
        const { model, send } = serverOf(structure, failing);
        const run = runSteps(structure, steps, send, DOCUMENTED_ONLY);
        if (failing > steps.length) return void (await run);
        await expect(run).rejects.toMatchObject({ name: 'UnitError', undone: true });
        expect(modelDetails(model)).toEqual(modelDetails(modelOf(structure)));
      }),
      { numRuns: 300 },
    );
  });

  it('reports if something could not be reverted', async () => {
    const change: Change = {
      type: 'batch',
      name: 'remove',
      changes: [removal(site, 's2'), removal(site, 'V')],
    };
    const { send } = serverOf(site, 2);
    const run = runSteps(site, planChange(site, change, ours), send, ours);
    await expect(run).rejects.toMatchObject({ undone: false });
  });
});

describe('withIds', () => {
  it('follows ids that were replaced more than once', () => {
    const ids = new Map([
      ['S', 'made-1'],
      ['made-1', 'made-2'],
    ]);
    const rename: Change = { type: 'edit', id: 'S', from: { title: 'A' }, to: { title: 'B' } };
    expect(withIds(rename, ids)).toMatchObject({ id: 'made-2', to: { title: 'B' } });
  });
});

describe('one condition for several items', () => {
  const conditionsOf = ({ nodes }: SiteStructure) =>
    [...nodes.values()].flatMap((node) =>
      node.kind !== 'group' && node.condition !== null ? [`${node.id}: ${node.condition}`] : [],
    );

  it('is one change of the sections and site spaces that differ, which can be undone', () => {
    const before = applyChange(site, setCondition(site, ['U'], 'yes') ?? grouping);
    const change = setCondition(before, ['G', 'S', 'U', 'u1'], 'yes');
    if (!change) throw new Error('no change');
    expect(siteRules.describe(before, change)).toBe('Changed the condition of 2 items');
    const after = applyChange(before, change);
    expect(conditionsOf(after)).toEqual(['S: yes', 'U: yes', 'u1: yes']);
    expect(planChange(before, change, ours).map(({ request }) => request.operation)).toEqual([
      'updateSiteSection',
      'updateSiteSpace',
    ]);
    expect(everything(applyChange(after, invertChange(before, change)))).toEqual(everything(before));
  });

  it('is no change if nothing differs', () => {
    expect(setCondition(site, ['G', 'S'], null)).toBeNull();
  });
});

describe('one icon or language for several items', () => {
  it('is set where items have one', () => {
    const icon = setIcon(site, ['G', 'S', 's1'], 'rocket');
    if (!icon) throw new Error('no change');
    expect(planChange(site, icon, DOCUMENTED_ONLY).map(({ request }) => request.operation)).toEqual([
      'updateSiteSectionGroup',
      'updateSiteSection',
    ]);
    expect(everything(applyChange(applyChange(site, icon), invertChange(site, icon)))).toEqual(
      everything(site),
    );
    const language = setLanguage(site, ['S', 's2', 'u1'], 'de');
    if (!language) throw new Error('no change');
    expect(siteRules.describe(site, language)).toBe('Changed the language of 2 site spaces');
    const after = applyChange(site, language);
    expect(['s2', 'u1'].map((id) => after.nodes.get(id))).toMatchObject([{ path: 'de' }, { path: 'de' }]);
    expect(setLanguage(after, ['s2', 'u1'], 'de')).toBeNull();
  });

  it('is denied where a section would have a language twice', () => {
    expect(languageDenial(site, ['s2', 'u1'], 'de')).toBeNull();
    expect(languageDenial(site, ['s1', 's2'], 'de')).toBe(
      'Two of the items are in “S”. It has a language once.',
    );
    expect(languageDenial(site, ['s2'], 's3')).toBe('“s3” has this language in “S”.');
  });
});

describe('duplicating', () => {
  const titledPicture = (after: SiteStructure) =>
    picture(after).replaceAll(/new:[-\w]+/g, (id) => after.nodes.get(id)?.title ?? id);

  it('copies sections and groups behind their originals, with fields and site spaces', async () => {
    const before = applyChange(site, {
      type: 'edit',
      id: 'S',
      from: { icon: null, condition: null },
      to: { icon: 'rocket', condition: 'yes' },
    });
    const change = duplicate(before, ['G', 'U']);
    if (!change) throw new Error('no change');
    expect(siteRules.describe(before, change)).toBe('Duplicated 2 items');
    const after = applyChange(before, change);
    expect(titledPicture(after)).toBe(
      'G[S(s1 s2 s3) T(T-a)] G copy[S(s1 s2 s3) T(T-a)] U(u1 u2) U copy(u1 u2) V(V-a)',
    );
    const copies = [...after.nodes.values()].filter(
      ({ id, title }) => id.startsWith('new:') && title === 'S',
    );
    expect(copies).toMatchObject([{ icon: 'rocket', condition: 'yes', path: '', isDefault: false }]);
    expect(everything(applyChange(after, invertChange(before, change)))).toEqual(everything(before));

    const model = modelOf(before);
    const send: Send<SiteRequest> = async (request) => serve(model, request);
    await runSteps(before, planChange(before, change, DOCUMENTED_ONLY), send, DOCUMENTED_ONLY);
    expect(
      model.top.map((entry) =>
        entry.kind === 'group' ? entry.sections.map(({ spaces }) => spaces.length) : entry.spaces.length,
      ),
    ).toEqual([[3, 1], [3, 1], 2, 2, 1]);
  });

  it('cuts a long title, and leaves site spaces out', () => {
    const long = '🧭'.repeat(128);
    const before = applyChange(site, { type: 'edit', id: 'V', from: { title: 'V' }, to: { title: long } });
    const change = duplicate(before, ['V', 'u1']);
    expect(change).toMatchObject({ type: 'add', subtree: { node: { title: `${'🧭'.repeat(123)} copy` } } });
    expect(duplicate(site, ['u1'])).toBeNull();
  });
});
