import { describe, expect, it } from 'vitest';
import type { User } from '#api/generated/types.gen.ts';
import { changedRules, ownersProblem, ownersText, type RuleValues } from './rule-values.ts';

const ada: User = { object: 'user', id: 'ada', displayName: 'Ada', urls: {} };

const values: RuleValues = {
  approvals: '1',
  teams: [{ id: 'writers', title: 'Writers' }],
  currentApprovals: false,
  owners: [{ pagePath: 'guides', teams: [], users: [ada] }],
  commentsResolved: false,
  upToDate: false,
  noBrokenLinks: false,
  administratorsBypass: false,
  bypassTeams: [],
};

describe('changedRules', () => {
  it('sends what was changed, by id', () => {
    expect(changedRules(values, values)).toEqual({});
    const owners = [...values.owners, { pagePath: ' /api/ ', teams: [{ id: 'devs' }], users: [] }];
    expect(changedRules(values, { ...values, approvals: '2', owners })).toEqual({
      approvals: 2,
      owners: [
        { pagePath: 'guides', teams: [], users: ['ada'] },
        { pagePath: 'api', teams: ['devs'], users: [] },
      ],
    });
  });
});

describe('ownersProblem', () => {
  const owned = (pagePath: string, users: object[] = [ada]) => ({ pagePath, teams: [], users });

  it.each([
    [[owned('guides'), owned('/guides/')], 'The path “guides” is there twice.'],
    [[owned(''), owned('/')], 'All content is there twice.'],
    [[owned('guides', [])], 'Add an owner of “guides”.'],
    [[owned('', [])], 'Add an owner of all content.'],
    [[owned('guides'), owned('')], undefined],
  ])('of %j is %s', (owners, problem) => {
    expect(ownersProblem(owners)).toBe(problem);
  });
});

describe('ownersText', () => {
  it('names paths with their owners, also deleted teams', () => {
    const owners = [
      { pagePath: '', teams: [{ id: 'gone' }], users: [] },
      { pagePath: 'guides', teams: [], users: [ada] },
    ];
    expect(ownersText({ owners }).replaceAll(/[\u2068\u2069]/g, '')).toBe(
      'All content: Deleted team; guides: Ada',
    );
    expect(ownersText({ owners: [] })).toBe('None');
  });
});
