import { expect } from 'vitest';
import { createMember, createOrganization, type TestMember } from '../factories.ts';
import { type ApiResponse, as } from '../test-app.ts';
import {
  countOpen,
  isOutdated,
  type Model,
  type ModelChangeRequest,
  type ModelComment,
  type ModelSite,
  type ModelSpace,
} from './model-state.ts';

interface Item {
  id: string;
  parent?: string;
  title: string;
  status: string;
  default?: boolean;
  siteSpaces: { space: { id: string } }[];
  replies: number;
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** Expects comments to match the model's, in any order. */
function expectComments(listed: readonly Item[], comments: readonly ModelComment[]): void {
  expect(listed.map(({ id, status, replies }) => ({ id, status, replies })).toSorted(byId)).toEqual(
    comments
      .map(({ id, isResolved, replies }) => ({
        id,
        status: isResolved ? 'resolved' : 'open',
        replies: replies.length,
      }))
      .toSorted(byId),
  );
}

/** The expected fields of a change request. */
function expectedFields(space: ModelSpace, changeRequest: ModelChangeRequest) {
  const { id, number, status, comments } = changeRequest;
  return { id, number, status, outdated: isOutdated(space, changeRequest), comments: countOpen(comments) };
}

const idsInStatus = ({ changeRequests }: ModelSpace, status: string) =>
  changeRequests
    .filter((changeRequest) => changeRequest.status === status)
    .map(({ id }) => id)
    .toSorted();

/** The server as an administrator of a new organization sees it, with comparisons to the model. */
export class ModelServer {
  readonly base: string;
  /** Whether single comparisons are enabled. */
  isComparing = true;
  readonly #administrator: TestMember;

  private constructor(organizationId: string, administrator: TestMember) {
    this.base = `/v1/orgs/${organizationId}`;
    this.#administrator = administrator;
  }

  /** Creates a new, empty organization. */
  static async open(): Promise<ModelServer> {
    const { id } = await createOrganization({ title: 'Test Press' });
    return new ModelServer(id, await createMember({ organizationId: id, role: 'admin' }));
  }

  get as() {
    return as(this.#administrator);
  }

  /** Expects a response with a status; returns its body. */
  async expect(status: number, request: Promise<ApiResponse>): Promise<ApiResponse['body']> {
    const response = await request;
    expect({ status: response.status, error: response.body?.error }).toEqual(
      status < 400
        ? { status, error: undefined }
        : { status, error: expect.objectContaining({ code: status }) },
    );
    return response.body;
  }

  /** Expects the whole server state to match the model. */
  async compare(model: Model): Promise<void> {
    expect((await this.read(this.base)).title).toBe(model.title);
    await this.#compareContent(model);
    for (const space of model.spaces) await this.compareSpace(space);
    for (const space of model.presentSpaces) await this.#compareLists(space);
    for (const site of model.sites) await this.compareSite(model, site);
    const sites = await this.list(`${this.base}/sites`);
    expect(sites.map(({ id }) => id).toSorted()).toEqual(model.sites.map(({ id }) => id).toSorted());
    const open = model.presentSpaces.flatMap(({ changeRequests }) =>
      changeRequests.filter(({ status }) => status === 'open'),
    );
    expect(await this.#idsIn(`${this.base}/change-requests?status=open`)).toEqual(
      open.map(({ id }) => id).toSorted(),
    );
    const comments = await this.list(`${this.base}/comments?status=all`);
    expectComments(
      comments,
      model.discussions.flatMap((base) => base.comments),
    );
  }

  /** Expects the content lists of each parent to have the model's order. */
  async #compareContent({ content, presentSpaces: present, collections }: Model): Promise<void> {
    const items = await this.list(`${this.base}/content`);
    const titles = new Map([...present, ...collections].map(({ id, title }) => [id, title]));
    for (const [parentId, list] of content.lists) {
      const inside = items.filter(({ parent = null }) => parent === parentId);
      expect(inside.map(({ title }) => title)).toEqual(list.map(({ id }) => titles.get(id)));
    }
    expect(items).toHaveLength(content.items().length);
    expect(await this.#idsIn(`${this.base}/spaces`)).toEqual(present.map(({ id }) => id).toSorted());
  }

  /** Expects a space with its counters and pages to match the model, or to be deleted. */
  async compareSpace(space: ModelSpace): Promise<void> {
    if (!this.isComparing) return;
    const url = `/v1/spaces/${space.id}`;
    if (space.isDeleted) {
      for (const path of ['', '/change-requests', '/comments', '/content/pages'])
        await this.expect(404, this.as.get(url + path));
      return;
    }
    expect(await this.read(url)).toMatchObject({
      title: space.title,
      comments: countOpen(space.comments),
      changeRequests: space.changeRequests.length,
      changeRequestsOpen: idsInStatus(space, 'open').length,
      changeRequestsDraft: idsInStatus(space, 'draft').length,
    });
    expect(await this.#pagesOf(url)).toEqual(new Map(space.pages));
  }

  /** Expects the change requests of a space, `open` by default, to match the model's. */
  async #compareLists(space: ModelSpace): Promise<void> {
    const url = `/v1/spaces/${space.id}/change-requests`;
    for (const status of new Set(['open', ...space.changeRequests.map((request) => request.status)])) {
      const list = await this.list(status === 'open' ? url : `${url}?status=${status}`);
      expect(list.map(({ id }) => id).toSorted()).toEqual(idsInStatus(space, status));
      for (const item of list) {
        const request = space.changeRequests.find(({ id }) => id === item.id);
        expect(item).toMatchObject(request ? expectedFields(space, request) : {});
      }
    }
  }

  /** Expects a change request with its pages to match the model. */
  async compareChangeRequest(space: ModelSpace, changeRequest: ModelChangeRequest): Promise<void> {
    if (!this.isComparing) return;
    const url = `/v1/spaces/${space.id}/change-requests/${changeRequest.number}`;
    expect(await this.read(url)).toMatchObject(expectedFields(space, changeRequest));
    expect(await this.#pagesOf(url)).toEqual(new Map(changeRequest.pages));
  }

  /** Expects the comments on a space or a change request, and their count, to match the model. */
  async compareComments({ space, changeRequest, comments }: Model['discussions'][number]): Promise<void> {
    if (!this.isComparing) return;
    const path = changeRequest ? `/change-requests/${changeRequest.number}` : '';
    const url = `/v1/spaces/${space.id}${path}`;
    expect((await this.read(url)).comments).toBe(countOpen(comments));
    expectComments(await this.list(`${url}/comments`), comments);
  }

  /** Expects the sections of a site to match the model's, in order, with one default; deleted spaces are hidden. */
  async compareSite(model: Model, site: ModelSite): Promise<void> {
    if (!this.isComparing) return;
    const sections = await this.list(`${this.base}/sites/${site.id}/sections`);
    const present = new Set(model.presentSpaces.map(({ id }) => id));
    expect(
      sections.map(({ title, siteSpaces }) => ({ title, spaces: siteSpaces.map(({ space }) => space.id) })),
    ).toEqual(
      site.sections.map(({ title, spaceId }) => ({ title, spaces: present.has(spaceId) ? [spaceId] : [] })),
    );
    expect(sections.filter((section) => section.default === true)).toHaveLength(
      Math.min(1, site.sections.length),
    );
  }

  read(url: string): Promise<ApiResponse['body']> {
    return this.expect(200, this.as.get(url));
  }

  /** A whole list, read in two pages so that cursors and counts are compared too. */
  async list(url: string): Promise<Item[]> {
    const join = url.includes('?') ? '&' : '?';
    const first = await this.read(`${url}${join}limit=3`);
    if (first.next === undefined) return first.items;
    const second = await this.read(`${url}${join}limit=1000&page=${encodeURIComponent(first.next.page)}`);
    const items = [...first.items, ...second.items];
    expect(first.count ?? items.length).toBe(items.length);
    return items;
  }

  async #idsIn(url: string): Promise<string[]> {
    return (await this.list(url)).map(({ id }) => id).toSorted();
  }

  async #pagesOf(url: string): Promise<Map<string, string>> {
    const { pages } = await this.read(`${url}/content/pages`);
    return new Map(pages.map(({ id, title }: Item) => [id, title]));
  }
}
