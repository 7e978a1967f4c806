import { describe, expect, it } from 'vitest';
import type { MemberSpace, MemberTeam } from '#api/generated/types.gen.ts';
import { impactInWords } from './removal-impact.ts';

// The sentences read titles and roles only.
const space = (title: string) => ({ permission: 'read', space: { title } }) as MemberSpace;
const team = (title: string, role: 'owner' | 'member') =>
  ({ team: { title }, member: { role } }) as MemberTeam;

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

describe('impactInWords', () => {
  it('names what is lost and counts the rest', () => {
    const spaces = { items: ['API', 'Guides', 'Help', 'News'].map(space), count: 40 };
    const teams = { items: [team('Docs', 'owner'), team('Support', 'member')], count: 2 };
    expect(impactInWords(spaces, teams).map(plain)).toEqual([
      'Loses access to 40 spaces: “API”, “Guides”, “Help”, and 37 more.',
      'Leaves 2 teams: “Docs” and “Support”.',
      'Owns “Docs”; make sure that somebody else does too.',
    ]);
  });

  it('says so when nothing is lost', () => {
    expect(impactInWords({ items: [], count: 0 }, { items: [], count: 0 })).toEqual([
      'Is in no team and can open no space.',
    ]);
  });
});
