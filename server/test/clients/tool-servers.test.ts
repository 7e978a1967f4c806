import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { createCollection } from '#server/test/factories.ts';
import { publishPage } from '#server/test/fake-web.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { listen } from './listen.ts';

/** Ids of what the requests are about. */
interface Place {
  orgs: string;
  space: string;
  /** A change request. */
  request: string;
  page: string;
  path: string;
  file: string;
  collection: string;
  person: string;
  comment: string;
}

type Request = [tool: string, line: (place: Place) => string, body?: (place: Place) => object];

/** Both servers have a tool for a space and for a change request under one name. */
const contents = ({ space, request }: Place) => [
  `/spaces/${space}/content`,
  `/spaces/${space}/change-requests/${request}/content`,
];

const ofContents = (tool: string, rest: (place: Place) => string): Request[] =>
  ['a space', 'a change request'].map((of, index) => [
    `${tool} of ${of}`,
    (place) => `GET ${contents(place)[index]}${rest(place)}`,
  ]);

/**
 * The requests of two tool servers (MCP) for the public platform with another base URL:
 * lucasbenevinuto/gitbook-mcp and renancavalcantercb/gitbook-mcp, as published in November 2026.
 * Synchronization with Git and answers by AI are no part of Bindery.
 */
const requests: Request[] = [
  ['list_organizations', () => 'GET /orgs'],
  ['get_organization', ({ orgs }) => `GET ${orgs}`],
  ['list_spaces', ({ orgs }) => `GET ${orgs}/spaces?limit=10`],
  ['list_collections', ({ orgs }) => `GET ${orgs}/collections?limit=10`],
  ['create_space', ({ orgs }) => `POST ${orgs}/spaces`, () => ({ title: 'Tides' })],
  ['get_space', ({ space }) => `GET /spaces/${space}`],
  ['update_space', ({ space }) => `PATCH /spaces/${space}`, () => ({ title: 'Currents' })],
  ['duplicate_space', ({ space }) => `POST /spaces/${space}/duplicate`],
  ['search_space_content', ({ space }) => `GET /spaces/${space}/search?limit=5&query=deep`],
  ...ofContents('get_space_revision', () => ''),
  ...ofContents('list_pages', () => '/pages?limit=10'),
  ...ofContents('get_page_by_id', ({ page }) => `/page/${page}`),
  ...ofContents(
    'get_page_content',
    ({ page }) => `/page/${page}?format=markdown&metadata=true&computed=true`,
  ),
  ...ofContents('get_page_by_path', ({ path }) => `/path/${path}`),
  ...ofContents('get_page_by_encoded_path', ({ path }) => `/path/${encodeURIComponent(path)}`),
  ...ofContents('get_page_links', ({ page }) => `/page/${page}/links`),
  ...ofContents('get_page_backlinks', ({ page }) => `/page/${page}/backlinks`),
  ...ofContents('list_files', () => '/files?limit=10'),
  ...ofContents('get_file', ({ file }) => `/files/${file}`),
  ['create_change_request', ({ space }) => `POST /spaces/${space}/change-requests`, () => ({ subject: 'A' })],
  [
    'create_change_request without a subject',
    ({ space }) => `POST /spaces/${space}/change-requests`,
    () => ({}),
  ],
  ['list_change_requests', ({ space }) => `GET /spaces/${space}/change-requests?limit=10`],
  ['get_change_request', ({ space, request }) => `GET /spaces/${space}/change-requests/${request}`],
  [
    'update_change_request',
    ({ space, request }) => `PATCH /spaces/${space}/change-requests/${request}`,
    () => ({ subject: 'B', status: 'open' }),
  ],
  ['sync_change_request', ({ space, request }) => `POST /spaces/${space}/change-requests/${request}/update`],
  [
    'request_reviewers',
    ({ space, request }) => `POST /spaces/${space}/change-requests/${request}/requested-reviewers`,
    ({ person }) => ({ users: [person] }),
  ],
  [
    'list_requested_reviewers',
    ({ space, request }) => `GET /spaces/${space}/change-requests/${request}/requested-reviewers`,
  ],
  [
    'remove_reviewer',
    ({ space, request, person }) =>
      `DELETE /spaces/${space}/change-requests/${request}/requested-reviewers/${person}`,
  ],
  [
    'submit_review',
    ({ space, request }) => `POST /spaces/${space}/change-requests/${request}/reviews`,
    () => ({ status: 'approved', comment: 'Good.' }),
  ],
  [
    'list_reviews',
    ({ space, request }) => `GET /spaces/${space}/change-requests/${request}/reviews?limit=10`,
  ],
  [
    'post_comment of a change request',
    ({ space, request }) => `POST /spaces/${space}/change-requests/${request}/comments`,
    () => ({ body: 'Is it *so*?' }),
  ],
  [
    'list_comments of a change request',
    ({ space, request }) => `GET /spaces/${space}/change-requests/${request}/comments?limit=10`,
  ],
  ['list_comments of a space', ({ space }) => `GET /spaces/${space}/comments?limit=10`],
  [
    'update_comment',
    ({ space, comment }) => `PUT /spaces/${space}/comments/${comment}`,
    () => ({ body: 'It is.' }),
  ],
  [
    'post_comment_reply',
    ({ space, comment }) => `POST /spaces/${space}/comments/${comment}/replies`,
    () => ({ body: 'Yes.' }),
  ],
  [
    'list_comment_replies',
    ({ space, comment }) => `GET /spaces/${space}/comments/${comment}/replies?limit=10`,
  ],
  ['delete_comment', ({ space, comment }) => `DELETE /spaces/${space}/comments/${comment}`],
  ['merge_change_request', ({ space, request }) => `POST /spaces/${space}/change-requests/${request}/merge`],
  [
    'import_content',
    ({ orgs }) => `POST ${orgs}/imports`,
    () => ({ url: publishPage('https://tools.example/page', '<title>Tides</title><p>High.</p>') }),
  ],
  [
    'import_content into a space',
    ({ orgs }) => `POST ${orgs}/imports`,
    ({ space: spaceId }) => ({
      url: publishPage('https://tools.example/other', '<title>Ebb</title><p>Low.</p>'),
      spaceId,
    }),
  ],
];

/** Mistakes of those servers, which are answered with what is wrong. */
const mistakes: [...Request, status: number, message: RegExp][] = [
  [
    'a review that only comments',
    ({ space, request }) => `POST /spaces/${space}/change-requests/${request}/reviews`,
    () => ({ status: 'commented' }),
    400,
    /status/,
  ],
  [
    'a visibility of a space',
    ({ space }) => `PATCH /spaces/${space}`,
    () => ({ visibility: 'public' }),
    400,
    /visibility/,
  ],
  [
    'a collection below its organization',
    ({ orgs, collection }) => `GET ${orgs}/collections/${collection}`,
    () => ({}),
    404,
    /./,
  ],
];

describe('a tool server for the public platform', () => {
  let w: OrganizationFixture;
  let place: Place;
  let server: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    w = await createOrganizationFixture();
    const { space, file, deep } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    const request = await createChangeRequest(space.id, { createdBy: w.editor.id });
    const collection = await createCollection({ organizationId: w.organization.id });
    server = await listen();
    const { body } = await send(`POST /spaces/${space.id}/comments`, { body: 'Is it so?' });
    place = {
      orgs: `/orgs/${w.organization.id}`,
      space: space.id,
      request: request.id,
      page: deep.id,
      path: deep.path,
      file: file.id,
      collection: collection.id,
      person: w.reviewer.id,
      comment: body.id,
    };
  });
  afterAll(() => server.close());

  /** As they do: the type of a body is named where there is none, too. */
  async function send(line: string, content?: object) {
    const [method = '', path = ''] = line.split(' ');
    const response = await fetch(`${server.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${w.admin.token}`, 'content-type': 'application/json' },
      ...(content && { body: JSON.stringify(content) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  it.each(requests)('gets what it asks for: %s', async (_tool, line, bodyOf) => {
    const { status, body } = await send(line(place), bodyOf?.(place));
    expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 300) });
  });

  it.each(mistakes)('gets the problem of %s', async (_what, line, bodyOf, expected, message) => {
    const method = line(place).startsWith('GET');
    const { status, body } = await send(line(place), method ? undefined : bodyOf?.(place));
    expect(status).toBe(expected);
    expect(JSON.stringify(body.error)).toMatch(message);
  });
});
