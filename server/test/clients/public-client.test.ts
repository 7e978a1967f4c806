import { ChangeRequestReviewStatus, GitBookAPI, MemberRole } from 'gitbook-api-130';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createMember } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { listen } from './listen.ts';

/** The library that clients of the public platform are made with: command line, integrations, tool servers. */
describe('a program made with the library of the public platform', () => {
  let w: OrganizationFixture;
  let close: () => Promise<void>;
  let clientOf: (token: string) => GitBookAPI;
  let written: Awaited<ReturnType<typeof createWrittenSpace>>;

  beforeAll(async () => {
    w = await createOrganizationFixture();
    written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
    const server = await listen();
    close = server.close;
    clientOf = (authToken) => new GitBookAPI({ endpoint: server.url, authToken });
  });
  afterAll(() => close());

  it('finds out who it is and what there is', async () => {
    const { user, orgs } = clientOf(w.reader.token);
    expect((await user.getAuthenticatedUser()).data).toMatchObject({ object: 'user', id: w.reader.id });
    const { data: organizations } = await orgs.listOrganizationsForAuthenticatedUser();
    expect(organizations.items.map(({ id }) => id)).toContain(w.organization.id);
    const { data: spaces } = await orgs.listSpacesInOrganizationById(w.organization.id, { limit: 10 });
    expect(spaces.items.map(({ id }) => id)).toContain(written.space.id);
  });

  it('reads pages by id and path, and what links to them', async () => {
    const { spaces } = clientOf(w.reader.token);
    const { id } = written.space;
    const { data: content } = await spaces.getCurrentRevision(id);
    expect(content.pages.map((page) => page.id)).toEqual([written.start.id, written.other.id]);
    const options = { format: 'markdown' } as const;
    const { data: byId } = await spaces.getPageById(id, written.deep.id, options);
    const { data: byPath } = await spaces.getPageByPath(id, written.deep.path, options);
    expect(byPath).toEqual(byId);
    expect(byPath).toMatchObject({ id: written.deep.id, markdown: 'Deep text\n' });
    const { data: links } = await spaces.listSpacePageBacklinks(id, written.deep.id);
    expect(links).toMatchObject({ items: [], count: 0 });
  });

  it('comments with markdown and with documents, and replies', async () => {
    const { spaces } = clientOf(w.commenter.token);
    const { id } = written.space;
    const document = {
      object: 'document' as const,
      data: { schemaVersion: 8 },
      nodes: [
        {
          object: 'block' as const,
          type: 'paragraph' as const,
          nodes: [
            { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: 'Is it so?', marks: [] }] },
          ],
        },
      ],
    };
    const { data: comment } = await spaces.postCommentInSpace(id, { body: { document } });
    const { data: found } = await spaces.getCommentInSpace(id, comment.id, { format: 'markdown' });
    expect(found.body).toEqual({ markdown: 'Is it so?' });
    const { data: reply } = await spaces.postCommentReplyInSpace(id, comment.id, {
      body: { markdown: 'Yes.' },
    });
    expect(reply).toMatchObject({ object: 'comment-reply', body: { markdown: 'Yes.' } });
  });

  it('requests a change, gives access to it, reviews and merges it', async () => {
    const { id } = written.space;
    const author = clientOf(w.editor.token);
    const { data: request } = await author.spaces.createChangeRequest(id, { subject: 'Say it shorter' });
    const administrator = clientOf(w.admin.token);
    const guest = await createMember({ organizationId: w.organization.id, role: null });
    const granted = await administrator.spaces.inviteToSpace(id, {
      users: [guest.id],
      role: MemberRole.Review,
    });
    expect(granted.status).toBe(204);
    const teams = await administrator.spaces.inviteToSpace(id, {
      teams: [w.team.id],
      role: MemberRole.Comment,
    });
    expect(teams.status).toBe(204);
    const { spaces } = clientOf(guest.token);
    const review = { status: ChangeRequestReviewStatus.Approved, comment: { markdown: 'Good.' } };
    const { status } = await spaces.submitChangeRequestReview(id, request.id, review);
    expect(status).toBe(201);
    const { data: merged } = await spaces.mergeChangeRequest(id, request.id);
    expect(merged).toMatchObject({ result: 'merge' });
  });

  it('gets the problem of a request', async () => {
    const { spaces } = clientOf(w.admin.token);
    await expect(
      spaces.inviteToSpace(written.space.id, { users: ['nobody'], role: MemberRole.Read }),
    ).rejects.toMatchObject({ code: 400, errorMessage: expect.stringContaining('nobody is not a member') });
  });
});
