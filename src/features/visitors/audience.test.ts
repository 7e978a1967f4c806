import { describe, expect, it } from 'vitest';
import { describeClaim, type Segment, type SiteItem, visibilityFor } from './audience.ts';
import { planClaimChange } from './claim-change-dialog.tsx';
import { listClaims, validateClaimName, withClaim } from './claims.ts';
import {
  defaultSegments,
  isSameSegment,
  parseSegments,
  withBrowserSegments,
  withSegment,
} from './simulator/segments.ts';

const items: SiteItem[] = [
  { id: 'g', kind: 'group', title: 'Products', condition: null, parent: null },
  { id: 's', kind: 'section', title: 'Edge', condition: 'visitor.claims.isPartner', parent: 'g' },
  { id: 'v1', kind: 'site-space', title: 'v1', condition: null, parent: 's' },
  { id: 'v2', kind: 'site-space', title: 'v2', condition: 'visitor.claims.isBeta', parent: 's' },
  { id: 'p', kind: 'section', title: 'Open', condition: null, parent: null },
  { id: 'o', kind: 'site-space', title: 'open', condition: 'visitor.claims.a()', parent: 'p' },
];
const claims = ['isPartner', 'isBeta'];

const states = (values: Segment['values']) =>
  Object.fromEntries(
    [...visibilityFor(items, { name: '', values }, claims)].map(([id, { state }]) => [id, state]),
  );

const schema = {
  type: 'object' as const,
  properties: {
    isPartner: { type: 'boolean', description: 'Sells it.', 'x-order': 1 },
    isBeta: { type: 'boolean' },
    unsigned: { type: 'object', properties: { isDeveloper: { type: 'boolean' } } },
  },
};

describe('visibility of items for a segment', () => {
  it('hides children of hidden items, and parents without visible children', () => {
    expect(states({})).toEqual({
      g: 'hidden',
      s: 'hidden',
      v1: 'hidden',
      v2: 'hidden',
      p: 'unknown',
      o: 'unknown',
    });
    expect(states({ isPartner: true })).toMatchObject({ g: 'shown', s: 'shown', v1: 'shown', v2: 'hidden' });
    expect(states({ isBeta: true, isPartner: true })).toMatchObject({ v2: 'shown' });
  });

  it('compares texts and numbers', () => {
    const plans: SiteItem[] = [
      { id: 'p', kind: 'section', title: 'Pro', condition: 'visitor.claims.plan == "pro"', parent: null },
    ];
    const stateFor = (values: Segment['values']) =>
      visibilityFor(plans, { name: '', values }, ['plan']).get('p')?.state;
    expect([stateFor({ plan: 'pro' }), stateFor({ plan: 'free' }), stateFor({})]).toEqual([
      'shown',
      'hidden',
      'hidden',
    ]);
    expect([describeClaim('plan', 'pro'), describeClaim('isBeta', false)]).toEqual([
      'plan = pro',
      'not isBeta',
    ]);
  });

  it('starts with an anonymous visitor and one segment per claim', () => {
    expect(
      defaultSegments(claims.map((name) => ({ name, description: '' }))).map(({ name }) => name),
    ).toEqual(['Anonymous visitor', 'isPartner', 'isBeta']);
  });
});

describe('claims', () => {
  it('are listed with their groups', () => {
    expect(listClaims(schema).map(({ name }) => name)).toEqual([
      'isPartner',
      'isBeta',
      'unsigned.isDeveloper',
    ]);
  });

  it('keep their position and definition when they are renamed', () => {
    const renamed = withClaim(schema, 'isPartner', { name: 'sells', description: 'Sells it.' });
    expect(Object.entries(renamed.properties)[0]).toEqual([
      'sells',
      { type: 'boolean', description: 'Sells it.', 'x-order': 1 },
    ]);
  });

  it('are moved into groups and removed from the schema', () => {
    const moved = withClaim(schema, 'isBeta', { name: 'unsigned.isBeta', description: '' });
    expect(listClaims(moved).map(({ name }) => name)).toEqual([
      'isPartner',
      'unsigned.isDeveloper',
      'unsigned.isBeta',
    ]);
    expect(listClaims(withClaim(schema, 'unsigned.isDeveloper', null))).toHaveLength(2);
  });

  it('have names that conditions can use', () => {
    expect(validateClaimName('isBeta', claims)).toMatch(/already/);
    expect(validateClaimName('is beta', claims)).toMatch(/letters/);
    expect(validateClaimName('unsigned.isBeta', claims)).toBeNull();
  });

  it('are renamed and removed together with the conditions that use them', () => {
    const all = listClaims(schema);
    const [partner] = all;
    if (!partner) throw new Error('The schema has no claims.');
    expect(
      planClaimChange({ claim: partner, newName: 'sells' }, items, all).map(({ description }) => description),
    ).toEqual(['visitor.claims.isPartner → visitor.claims.sells', 'isPartner → sells']);
    expect(planClaimChange({ claim: partner, newName: null }, items, all)[0]).toMatchObject({
      description: 'visitor.claims.isPartner → false',
      warning: 'Hidden from everyone.',
    });
    expect(planClaimChange({ claim: partner, newName: 'isBeta' }, items, all)).toEqual([]);
  });
});

describe('stored segments', () => {
  it('are parsed without invalid entries', () => {
    const values = { isPartner: true, plan: 'pro', seats: 3 };
    const storedSegments = [
      { name: 'Partners', values: { ...values, roles: ['a'], note: 'x'.repeat(129) } },
      7,
      { name: 1, values: {} },
    ];
    expect(parseSegments(JSON.stringify(storedSegments))).toEqual([{ name: 'Partners', values }]);
    expect(parseSegments('not json')).toBeNull();
    expect(parseSegments(null)).toBeNull();
  });
});

describe('changes of segments', () => {
  const partners = { name: 'Partners', values: { isPartner: true } };
  const trial = { name: 'Trial', values: { plan: 'trial' } };

  it('leave the segments of others', () => {
    const renamed = { ...partners, name: 'Resellers' };
    expect(withSegment([partners, trial], 'Partners', renamed)).toEqual([renamed, trial]);
    expect(withSegment([partners, trial], 'Partners', null)).toEqual([trial]);
    expect(withSegment([partners], null, trial)).toEqual([partners, trial]);
    expect(withSegment([trial], 'Partners', renamed)).toEqual([trial, renamed]);
    expect(withSegment([trial], 'Partners', null)).toEqual([trial]);
  });

  it('take over those of a browser once, and give another name to what means something else', () => {
    const other = { name: 'Trial', values: { plan: 'free' } };
    expect(withBrowserSegments([partners, trial], [partners, other])).toEqual([
      partners,
      trial,
      { ...other, name: 'Trial 2' },
    ]);
    expect(isSameSegment(trial, other)).toBe(false);
    const many = Array.from({ length: 20 }, (_, number) => ({ name: `${number}`, values: {} }));
    expect(withBrowserSegments(many, [trial])).toEqual(many);
  });
});
