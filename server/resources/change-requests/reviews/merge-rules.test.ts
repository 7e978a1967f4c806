import { beforeEach, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createSpace, createTeam } from '#server/test/factories.ts';
import { publishWebsite } from '#server/test/imported-content.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
let spaceUrl: string;
let url: string;

beforeEach(async () => {
  w = await createOrganizationFixture();
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  spaceUrl = `/v1/spaces/${written.space.id}`;
  const { body } = await as(w.editor).post(`${spaceUrl}/change-requests`, { subject: 'Say it shorter' });
  url = `${spaceUrl}/change-requests/${body.id}`;
});

type Person = Parameters<typeof as>[0];

const setRules = (rules: object, who: Person = w.creator) => as(who).patch(`${spaceUrl}/merge-rules`, rules);
const setOrganizationRules = (rules: object) => as(w.admin).patch(`${w.base}/merge-rules`, rules);
const merge = (who: Person = w.reviewer) => as(who).post(`${url}/merge`);
const bypass = (who: Person, reason = 'The site is down.') => as(who).post(`${url}/merge-bypass`, { reason });
const approve = (who: Person = w.reviewer) => as(who).post(`${url}/reviews`, { status: 'approved' });
const edit = (...changes: object[]) => as(w.editor).post(`${url}/content`, { changes });
const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
});
const stops = async (who: Person = w.creator) => (await as(who).get(`${spaceUrl}/merge-stops`)).body.items;
const status = async () => (await as(w.reader).get(url)).body.status;

describe('getSpaceMergeRules', () => {
  it('returns that there are none', async () => {
    expect((await as(w.reader).get(`${spaceUrl}/merge-rules`)).body).toEqual({
      object: 'merge-rules',
      approvals: 0,
      teams: [],
      owners: [],
      currentApprovals: false,
      commentsResolved: false,
      upToDate: false,
      noBrokenLinks: false,
      administratorsBypass: false,
      bypassTeams: [],
      permissions: { admin: false },
    });
  });
});

describe.each(['organization', 'space'])('rules of the %s', (scope) => {
  const rulesUrl = () => (scope === 'space' ? `${spaceUrl}/merge-rules` : `${w.base}/merge-rules`);

  it('say that content changes through change requests only', async () => {
    const isOnly = async () => (await as(w.reader).get(`${spaceUrl}/merge-rules`)).body.changeRequestsOnly;
    const set = (rules: object) => as(w.admin).patch(rulesUrl(), rules);
    expect((await set({ currentApprovals: true })).body.changeRequestsOnly).toBeUndefined();
    expect(await isOnly()).toBeUndefined();
    expect((await set({ approvals: 1 })).body.changeRequestsOnly).toBe(true);
    expect(await isOnly()).toBe(true);
  });

  it('need a token and the permission to manage them', async () => {
    expect((await as(anonymous).patch(rulesUrl(), { approvals: 1 })).status).toBe(401);
    expect((await as(w.reviewer).patch(rulesUrl(), { approvals: 1 })).status).toBe(403);
  });

  it.each([
    ['body.approvals', { approvals: 21 }],
    ['body.teams[0]', { teams: ['nobody'] }],
    ['body.bypassTeams[0]', { bypassTeams: ['nobody'] }],
    ['body.owners[0].users[0]', { owners: [{ pagePath: '', users: ['nobody'] }] }],
    ['body.owners[0]', { owners: [{ pagePath: 'start' }] }],
  ])('name %s when it is wrong', async (path, body) => {
    const response = await as(w.admin).patch(rulesUrl(), body);
    expect(response.status).toBe(400);
    expect(response.body.error.details).toMatchObject([{ path }]);
  });

  it('change by field, with an audit entry, unless someone else changed them', async () => {
    const owners = [{ pagePath: '/start/', teams: [w.team.id], users: [w.reviewer.id] }];
    const first = await as(w.admin).patch(rulesUrl(), { approvals: 2, teams: [w.team.id], owners });
    expect(first.body).toMatchObject({
      approvals: 2,
      teams: [{ id: w.team.id, title: 'Writers' }],
      owners: [
        { pagePath: 'start', teams: [{ title: 'Writers' }], users: [{ displayName: 'Rita Reviewer' }] },
      ],
      permissions: { admin: true },
    });
    const { headers, body } = await as(w.admin).get(rulesUrl());
    expect(body).toEqual(first.body);
    const match = { 'if-match': String(headers.etag) };
    expect((await as(w.admin).patch(rulesUrl(), { upToDate: true }, match)).status).toBe(200);
    expect((await as(w.admin).patch(rulesUrl(), { upToDate: false }, match)).status).toBe(412);
    expect((await as(w.admin).get(rulesUrl())).body).toMatchObject({ approvals: 2, upToDate: true });
    const log = await as(w.admin).get(`${w.base}/audit-log?limit=1`);
    expect(log.body.items).toMatchObject([
      {
        action: scope === 'space' ? 'updateSpaceMergeRules' : 'updateOrganizationMergeRules',
        before: { up_to_date: false },
        after: { up_to_date: true },
      },
    ]);
  });

  it('stay with a team that is deleted, and nobody meets them', async () => {
    const team = await createTeam({ organizationId: w.organization.id, title: 'Gone', owners: [] });
    await as(w.admin).patch(rulesUrl(), { approvals: 1, teams: [team.id] });
    await as(w.admin).delete(`${w.base}/teams/${team.id}`);
    expect((await as(w.admin).get(rulesUrl())).body.teams).toEqual([{ id: team.id }]);
    expect((await as(w.admin).patch(rulesUrl(), { teams: [team.id, w.team.id] })).status).toBe(200);
    await approve();
    expect((await merge()).status).toBe(409);
  });
});

describe('a merge', () => {
  it('is 409 with each rule that is not met, of the space and of the organization', async () => {
    await setOrganizationRules({ approvals: 1, currentApprovals: true });
    await setRules({ commentsResolved: true, owners: [{ pagePath: 'start', users: [w.creator.id] }] });
    await edit(rewrite(written.deep.id, 'Deeper text\n'));
    await as(w.commenter).post(`${url}/comments`, { body: { markdown: 'Why?' } });
    const response = await merge();
    expect(response.status).toBe(409);
    expect(response.body.error.details).toEqual([
      {
        path: 'organization.mergeRules.approvals',
        message: '0 of 1 required approval of the latest revision.',
      },
      { path: 'space.mergeRules.owners["start"]', message: 'No owner of “start” has approved.' },
      { path: 'space.mergeRules.commentsResolved', message: '1 comment not resolved.' },
    ]);
    expect(await status()).toBe('draft');
  });

  it('is done once they are met', async () => {
    await setRules({ approvals: 1, currentApprovals: true });
    await approve();
    await edit(rewrite(written.start.id, '# Start\n\nUno\n'));
    expect((await merge()).status).toBe(409);
    await approve();
    expect((await merge()).body).toMatchObject({ result: 'merge' });
  });

  it('counts no approval that was taken back, and none of someone who may not review any more', async () => {
    await setRules({ approvals: 1 });
    await approve();
    await as(w.reviewer).post(`${url}/reviews`, { status: 'changes-requested' });
    expect((await merge()).status).toBe(409);
    await approve();
    await as(w.admin).patch(`${w.base}/members/${w.reviewer.id}`, { role: 'edit' });
    expect((await merge(w.creator)).status).toBe(409);
  });

  it('counts links that it breaks, also where the space has lost their target since', async () => {
    await setRules({ noBrokenLinks: true });
    await edit(rewrite(written.start.id, `[Other](/pages/${written.other.id})\n`));
    expect((await as(w.reader).get(`${url}/merge-rules`)).body.rules).toMatchObject([{ met: true }]);
    await setRules({ noBrokenLinks: false });
    const { body } = await as(w.creator).post(`${spaceUrl}/change-requests`, {});
    const deletion = { operation: 'delete_page', page: written.other.id };
    const otherUrl = `${spaceUrl}/change-requests/${body.id}`;
    await as(w.creator).post(`${otherUrl}/content`, { changes: [deletion] });
    await as(w.creator).post(`${otherUrl}/merge`);
    await setRules({ noBrokenLinks: true });
    const refused = await merge();
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual([
      { path: 'space.mergeRules.noBrokenLinks', message: 'It breaks 1 link.' },
    ]);
    await edit(rewrite(written.start.id, 'No link\n'));
    expect((await merge()).body).toMatchObject({ result: 'merge' });
  });
});

describe('getChangeRequestMergeRules', () => {
  it('returns each rule with its state, and who may bypass', async () => {
    await setRules({ approvals: 1, upToDate: true, administratorsBypass: true });
    const read = async (who: Person) => (await as(who).get(`${url}/merge-rules`)).body;
    expect(await read(w.reviewer)).toEqual({
      object: 'merge-readiness',
      canBypass: false,
      rules: [
        {
          scope: 'space',
          rule: 'approvals',
          met: false,
          message: '0 of 1 required approval.',
          required: 1,
          given: 0,
        },
        {
          scope: 'space',
          rule: 'up-to-date',
          met: true,
          message: 'It contains the latest changes of the space.',
        },
      ],
    });
    expect((await read(w.admin)).canBypass).toBe(true);
    await approve();
    expect((await read(w.admin)).canBypass).toBe(false);
  });

  it('returns none without rules', async () => {
    expect((await as(w.reader).get(`${url}/merge-rules`)).body).toEqual({
      object: 'merge-readiness',
      rules: [],
      canBypass: false,
    });
  });
});

describe('bypassMergeRules', () => {
  it('needs a reason', async () => {
    const response = await bypass(w.admin, ' ');
    expect(response.status).toBe(400);
    expect(response.body.error.details).toMatchObject([{ path: 'body.reason' }]);
  });

  it('is for whom every rule that is not met allows it', async () => {
    await setOrganizationRules({ commentsResolved: true, bypassTeams: [w.team.id] });
    await setRules({ approvals: 1, administratorsBypass: true });
    expect((await bypass(w.reviewer)).status).toBe(403);
    expect((await bypass(w.admin)).body).toMatchObject({ result: 'merge' });
    const log = await as(w.admin).get(`${w.base}/audit-log?limit=1`);
    expect(log.body.items).toMatchObject([
      {
        action: 'bypassMergeRules',
        target: { kind: 'change-request' },
        after: { reason: 'The site is down.', rules: ['0 of 1 required approval.'] },
      },
    ]);
    expect(await stops()).toMatchObject([
      { attempt: 'merge', bypassReason: 'The site is down.', reasons: [{ rule: 'approvals', met: false }] },
    ]);
  });

  it('is refused to administrators where only another set of rules allows it', async () => {
    await setOrganizationRules({ approvals: 1, bypassTeams: [w.team.id] });
    await setRules({ approvals: 1, administratorsBypass: true });
    expect((await bypass(w.admin)).status).toBe(403);
    expect(await status()).toBe('draft');
  });

  it('is a merge like any other where all rules are met', async () => {
    await setRules({ approvals: 1 });
    await approve();
    expect((await bypass(w.reviewer)).body).toMatchObject({ result: 'merge' });
    expect(await stops()).toEqual([]);
    const log = await as(w.admin).get(`${w.base}/audit-log?limit=1`);
    expect(log.body.items).toMatchObject([{ action: 'mergeChangeRequest' }]);
  });

  it('does not merge conflicts', async () => {
    await edit(rewrite(written.start.id, '# Start\n\nUno\n\nTwo\n'));
    const { body } = await as(w.creator).post(`${spaceUrl}/change-requests`, {});
    const otherUrl = `${spaceUrl}/change-requests/${body.id}`;
    const changes = [rewrite(written.start.id, '# Start\n\nEin\n\nTwo\n')];
    await as(w.creator).post(`${otherUrl}/content`, { changes });
    await as(w.creator).post(`${otherUrl}/merge`);
    await setRules({ approvals: 1, administratorsBypass: true });
    expect((await bypass(w.admin)).body).toMatchObject({ result: 'conflicts' });
    expect(await stops()).toEqual([]);
  });
});

describe('a space with rules', () => {
  const change = { operation: 'insert_page', title: 'New page' };

  it('is not changed by direct edits', async () => {
    await setRules({ commentsResolved: true });
    const response = await as(w.editor).post(`${spaceUrl}/content`, { changes: [change] });
    expect(response.status).toBe(409);
    expect(response.body.error.details).toMatchObject([{ path: 'space.mergeRules' }]);
    expect(await stops()).toMatchObject([
      { attempt: 'edit', user: { displayName: 'Edo Editor' }, reasons: [{ rule: 'change-requests' }] },
    ]);
    expect((await edit(change)).status).toBe(200);
    await setRules({ commentsResolved: false });
    expect((await as(w.editor).post(`${spaceUrl}/content`, { changes: [change] })).status).toBe(200);
  });

  it('is not rolled back directly', async () => {
    await setOrganizationRules({ upToDate: true });
    const changes = [{ operation: 'revert_page', page: written.start.id, revision: written.revisionId }];
    const response = await as(w.editor).post(`${spaceUrl}/content`, { changes });
    expect(response.status).toBe(409);
    expect(response.body.error.details).toMatchObject([{ path: 'organization.mergeRules' }]);
  });

  it('takes imports into change requests only', async () => {
    const site = publishWebsite({ '/a': '<h1>Tides</h1><p>High and low.</p>' });
    await setRules({ approvals: 1 });
    const direct = await as(w.editor).post(`${spaceUrl}/content/import`, {
      source: 'html',
      url: `${site}/a`,
    });
    expect(direct.status).toBe(409);
    expect(direct.body.error.details).toMatchObject([{ path: 'space.mergeRules' }]);
    expect(await stops()).toMatchObject([{ attempt: 'import', user: { displayName: 'Edo Editor' } }]);
    const imported = await as(w.editor).post(`${url}/content/import`, { source: 'html', url: `${site}/a` });
    expect(imported.status).toBe(201);
  });

  it('gets what a run imports as a change request, unless it is asked to change it directly', async () => {
    const site = publishWebsite({ '/a': '<h1>Tides</h1><p>High and low.</p>' });
    const { id: spaceId } = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
    await setOrganizationRules({ approvals: 1 });
    const body = { spaceId, source: 'html', url: `${site}/a` };
    const direct = await as(w.editor).post(`${w.base}/imports`, { ...body, mode: 'direct' });
    expect(direct.status).toBe(409);
    const run = await as(w.editor).post(`${w.base}/imports`, body);
    expect(run.body).toMatchObject({ state: 'done', spaces: [{ changeRequest: expect.any(String) }] });
    const planned = await as(w.editor).post(`${w.base}/imports`, { ...body, plan: true });
    const importUrl = `${w.base}/imports/${planned.body.id}`;
    expect((await as(w.editor).post(`${importUrl}/apply`, { mode: 'direct' })).status).toBe(409);
    expect((await as(w.editor).get(importUrl)).body.state).toBe('planned');
  });
});

describe('listSpaceMergeStops', () => {
  it('counts the same person stopped by the same, and lists anything else', async () => {
    await setRules({ approvals: 1 });
    await merge();
    await merge();
    await merge(w.creator);
    await setRules({ approvals: 2 });
    await merge(w.creator);
    const items = await stops();
    expect(items.map((item: Record<string, never>) => [item.user, item.times])).toMatchObject([
      [{ displayName: 'Cato Creator' }, 1],
      [{ displayName: 'Cato Creator' }, 1],
      [{ displayName: 'Rita Reviewer' }, 2],
    ]);
    expect(items[2]).toMatchObject({
      attempt: 'merge',
      space: { id: written.space.id },
      changeRequest: { number: 1, subject: 'Say it shorter' },
      reasons: [{ rule: 'approvals', required: 1, given: 0 }],
    });
    const ofAll = await as(w.admin).get(`${w.base}/merge-stops`);
    expect(ofAll.body).toMatchObject({ count: 3, items });
  });
});
