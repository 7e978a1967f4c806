import { describe, expect, it } from 'vitest';
import {
  areRulesOn,
  evaluateRules,
  type ReviewedState,
  type RulesRow,
  toRulesColumns,
} from './merge-rules.rules.ts';

const rulesWith = (fields: Partial<RulesRow>): RulesRow => ({
  space_id: 'space',
  approvals: 0,
  teams: [],
  owners: [],
  current_approvals: false,
  comments_resolved: false,
  up_to_date: false,
  no_broken_links: false,
  administrators_bypass: false,
  bypass_teams: [],
  updated_at: new Date(0),
  ...fields,
});

const stateWith = (fields: Partial<ReviewedState>): ReviewedState => ({
  revisionId: 'latest',
  approvals: [],
  openComments: 0,
  isOutdated: false,
  brokenLinks: 0,
  paths: [],
  hasOtherChanges: false,
  ...fields,
});

const approvalOf = (userId: string, teamIds: string[] = [], revisionId = 'latest') => ({
  userId,
  revisionId,
  teamIds: new Set(teamIds),
});

const ownersAt = (pagePath: string, users: string[], teams: string[] = []) => ({ pagePath, users, teams });

describe('owners', () => {
  const owners = [ownersAt('', ['root']), ownersAt('guides', ['ada']), ownersAt('guides/api', ['eve'])];
  const pathsAsked = (fields: Partial<ReviewedState>) =>
    evaluateRules([rulesWith({ owners })], stateWith(fields)).map(({ pagePath }) => pagePath);

  it.each([
    [['guides/start'], ['guides']],
    [['guides'], ['guides']],
    [['guides/api/errors', 'guides/api'], ['guides/api']],
    [['guidestones'], ['']],
    [
      ['guides/start', 'guides/api/errors', 'about'],
      ['', 'guides', 'guides/api'],
    ],
  ])('of a change of %j are those of %j', (paths, asked) => {
    expect(pathsAsked({ paths })).toEqual(asked);
  });

  it('of files, reusable contents and values are those of all content', () => {
    expect(pathsAsked({ hasOtherChanges: true })).toEqual(['']);
  });

  it('are not asked about pages that nobody owns', () => {
    const rules = rulesWith({ owners: [ownersAt('guides', ['ada'])] });
    expect(evaluateRules([rules], stateWith({ paths: ['about'], hasOtherChanges: true }))).toEqual([]);
  });

  it('approve by one of them, also through a team', () => {
    const rules = rulesWith({ owners: [ownersAt('guides', ['ada'], ['writers'])] });
    const isMet = (approval: ReturnType<typeof approvalOf>) =>
      evaluateRules([rules], stateWith({ paths: ['guides'], approvals: [approval] }))[0]?.met;
    expect(isMet(approvalOf('ada'))).toBe(true);
    expect(isMet(approvalOf('eve', ['writers']))).toBe(true);
    expect(isMet(approvalOf('eve', ['editors']))).toBe(false);
  });
});

describe('approvals', () => {
  it('count those of the named teams', () => {
    const rules = rulesWith({ approvals: 2, teams: ['writers', 'editors'] });
    const approvals = [approvalOf('ada', ['writers']), approvalOf('eve', ['others'])];
    const [state] = evaluateRules([rules], stateWith({ approvals }));
    expect(state).toMatchObject({ met: false, required: 2, given: 1 });
  });

  it('of an earlier revision count unless the rule says otherwise', () => {
    const approvals = [approvalOf('ada', [], 'earlier')];
    const given = (current: boolean) =>
      evaluateRules([rulesWith({ approvals: 1, current_approvals: current })], stateWith({ approvals }))[0]
        ?.given;
    expect([given(false), given(true)]).toEqual([1, 0]);
  });
});

describe('evaluateRules', () => {
  it('names those of the organization first, each with its state', () => {
    const ofSpace = rulesWith({ comments_resolved: true, no_broken_links: true });
    const ofOrganization = rulesWith({ space_id: null, up_to_date: true });
    const states = evaluateRules(
      [ofSpace, ofOrganization],
      stateWith({ openComments: 2, isOutdated: true, brokenLinks: 1 }),
    );
    expect(states.map(({ scope, met, message }) => [scope, met, message])).toEqual([
      ['organization', false, 'The space has newer changes. Update the change request.'],
      ['space', false, '2 comments not resolved.'],
      ['space', false, 'It breaks 1 link.'],
    ]);
  });
});

describe('areRulesOn', () => {
  it.each([
    [{}, false],
    [{ current_approvals: true, administrators_bypass: true, teams: ['writers'] }, false],
    [{ approvals: 1 }, true],
    [{ owners: [ownersAt('', ['ada'])] }, true],
    [{ up_to_date: true }, true],
  ])('%j: %s', (fields, isOn) => {
    expect(areRulesOn(rulesWith(fields))).toBe(isOn);
  });
});

describe('toRulesColumns', () => {
  it('reads paths without their slashes, and names each once', () => {
    const { owners, teams } = toRulesColumns({
      teams: ['a', 'b', 'a'],
      owners: [{ pagePath: ' /guides/ ', users: ['ada', 'ada'] }],
    });
    expect({ owners, teams }).toEqual({
      owners: [{ pagePath: 'guides', users: ['ada'], teams: [] }],
      teams: ['a', 'b'],
    });
  });

  it('refuses a path that is there twice, and owners without anyone', () => {
    const owners = [{ pagePath: 'guides', users: ['ada'] }, { pagePath: '/guides/' }];
    expect(() => toRulesColumns({ owners })).toThrow(
      expect.objectContaining({
        status: 400,
        details: [
          { path: 'body.owners[1].pagePath', message: 'Is there twice.' },
          { path: 'body.owners[1]', message: 'Needs a team or a member.' },
        ],
      }),
    );
  });
});
