import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notificationReader } from '#server/notifications/notification-reader.ts';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
let url: string;

const TEXT = '# Lamps\n\nFill it dayly.\nTrim the wick.\n\nLight it.\n';

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const list = `/v1/spaces/${written.space.id}/change-requests`;
  url = `${list}/${(await as(w.editor).post(list, {})).body.id}`;
  await save(TEXT);
});

const save = (markdown: string, page = written.start.id) =>
  as(w.editor).post(`${url}/content`, {
    changes: [{ operation: 'update_page', page, document: { markdown } }],
  });

/** A suggestion of a commenter for lines of the page. */
async function suggest(lines: [number, number], text: string, more: object = {}, who = w.commenter) {
  const [startLine, endLine] = lines;
  const suggestion = { startLine, endLine, text, ...more };
  return as(who).post(`${url}/comments`, { page: written.start.id, body: { markdown: '' }, suggestion });
}

async function suggested(lines: [number, number], text: string, more: object = {}): Promise<string> {
  const { status, body } = await suggest(lines, text, more);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.id;
}

const apply = (comments: string[], who: Parameters<typeof as>[0] = w.editor, revision?: string) =>
  as(who).post(`${url}/apply-suggestions`, { comments, revision });
const textNow = async () =>
  (await as(w.reader).get(`${url}/content/page/${written.start.id}?format=markdown`)).body.markdown;
const commentOf = async (id: string) => (await as(w.reader).get(`${url}/comments/${id}`)).body;
const problemOf = ({ body }: Awaited<ReturnType<typeof apply>>) => [
  body.error?.details[0]?.path,
  body.error?.details[0]?.message,
];

describe('a suggestion', () => {
  it('of a commenter says what replaces which lines', async () => {
    const { status, body } = await suggest([3, 4], 'Fill it daily.\nTrim the wick.');
    expect(status).toBe(200);
    expect(body.suggestion).toEqual({
      startLine: 3,
      endLine: 4,
      original: 'Fill it dayly.\nTrim the wick.',
      text: 'Fill it daily.\nTrim the wick.',
      outdated: false,
    });
    expect(body.body.markdown).toBe('');
    expect((await suggest([3, 3], 'No', {}, w.reader)).status).toBe(403);
  });

  it.each([
    ['lines that the page does not have', [3, 9], 'x', 'body.suggestion.endLine'],
    ['an end before the start', [4, 3], 'x', 'body.suggestion.startLine'],
    ['nothing new', [3, 3], 'Fill it dayly.', 'body.suggestion.text'],
  ] as const)('is refused with %s', async (_, [start, end], text, path) => {
    const { status, body } = await suggest([start, end], text);
    expect([status, body.error.details[0].path]).toEqual([400, path]);
  });

  it('needs a page with a text, and a change request', async () => {
    const suggestion = { startLine: 1, endLine: 1, text: 'x' };
    const body = { markdown: '' };
    const without = await as(w.commenter).post(`${url}/comments`, { body, suggestion });
    expect(problemOf(without)[0]).toBe('body.page');
    const space = `/v1/spaces/${written.space.id}/comments`;
    const onSpace = await as(w.commenter).post(space, { page: written.start.id, body, suggestion });
    expect(problemOf(onSpace)[0]).toBe('body.suggestion');
    const blank = await as(w.commenter).post(`${url}/comments`, { page: written.start.id, body });
    expect(problemOf(blank)[0]).toBe('body.body.markdown');
  });

  it('is for the lines of the revision that it names, wherever they are now', async () => {
    const { body } = await as(w.reader).get(url);
    await as(w.commenter).post(`${url}/comments`, { body: { markdown: 'Good' } });
    await save(`First.\n\n${TEXT}`);
    const id = await suggested([3, 3], 'Fill it daily.', { revision: body.revision });
    expect((await commentOf(id)).suggestion).toMatchObject({ startLine: 5, endLine: 5, outdated: false });
    const otherSuggestion = await suggest([3, 3], 'x', { revision: 'none' });
    expect(problemOf(otherSuggestion)[0]).toBe('body.suggestion.revision');
  });

  it('follows its lines, and is outdated when one of them has changed or the page is deleted', async () => {
    const id = await suggested([4, 4], 'Trim the wicks.');
    await save(TEXT.replace('\n\n', '\n\nNew.\n\n'));
    expect((await commentOf(id)).suggestion).toMatchObject({ startLine: 6, endLine: 6, outdated: false });
    await save(TEXT.replace('Trim', 'Cut'));
    expect((await commentOf(id)).suggestion).toMatchObject({ startLine: 4, endLine: 4, outdated: true });
    expect(problemOf(await apply([id]))).toEqual([
      'body.comments[0]',
      'Is outdated: its lines of “Start” have changed.',
    ]);
    await as(w.editor).post(`${url}/content`, {
      changes: [{ operation: 'delete_page', page: written.start.id }],
    });
    expect((await commentOf(id)).suggestion.outdated).toBe(true);
    expect(problemOf(await apply([id]))[1]).toContain('its page was deleted');
  });
});

describe('applySuggestions', () => {
  it('needs the permission to edit', async () => {
    const id = await suggested([3, 3], 'Fill it daily.');
    expect((await apply([id], w.commenter)).status).toBe(403);
    expect(await textNow()).toBe(TEXT);
  });

  it('tells who made them, once for all that are applied together, and not who applied them', async () => {
    const { db } = await testApp();
    await readAllEvents(db, notificationReader);
    const ids = [await suggested([3, 3], 'Fill it daily.'), await suggested([4, 4], 'Trim the wicks.')];
    expect((await apply(ids)).status).toBe(200);
    await readAllEvents(db, notificationReader);
    const toldTo = async (who: Parameters<typeof as>[0]) =>
      (await as(who).get('/v1/user/notifications?reasons=suggestion-applied')).body.items;
    expect(await toldTo(w.commenter)).toMatchObject([
      { count: 1, actors: [{ id: w.editor.id }], latest: { action: 'applySuggestions' } },
    ]);
    expect(await toldTo(w.editor)).toEqual([]);
  });

  it('applies several as one revision, names who made them, and resolves them', async () => {
    const before = (await as(w.reader).get(url)).body;
    const ids = [
      await suggested([6, 6], 'Light it.\nMind the flame.'),
      await suggested([3, 3], 'Fill it daily.'),
      await suggested([4, 5], ''),
    ];
    expect((await as(w.reader).get(url)).body.comments).toBe(3);
    const { status, body } = await apply(ids, w.editor, before.revision);
    expect(status).toBe(200);
    expect(await textNow()).toBe('# Lamps\n\nFill it daily.\nLight it.\nMind the flame.\n');
    const { revision, comments } = (await as(w.reader).get(url)).body;
    expect([revision, comments]).toEqual([body.revision, 0]);
    const { parents } = (await as(w.reader).get(`${url}/content`)).body;
    expect(parents).toEqual([before.revision]);
    const contributors = (await as(w.reader).get(`${url}/contributors`)).body.items;
    expect(contributors.map(({ id }: { id: string }) => id)).toContain(w.commenter.id);
    for (const id of ids) {
      expect(await commentOf(id)).toMatchObject({
        status: 'resolved',
        resolvedBy: { id: w.editor.id },
        suggestion: { outdated: false, applied: { by: { id: w.editor.id }, revision: body.revision } },
      });
    }
    expect(problemOf(await apply([ids[0] ?? '']))[1]).toBe('Is applied already.');
  });

  it('applies nothing where two replace the same line, and says which', async () => {
    const ids = [
      await suggested([6, 6], 'Light it well.'),
      await suggested([3, 4], 'Fill and trim it.'),
      await suggested([4, 4], 'Trim the wicks.'),
    ];
    const overlapping = await apply(ids);
    expect(overlapping.status).toBe(400);
    expect(problemOf(overlapping)).toEqual([
      'body.comments[2]',
      'Overlaps with body.comments[1]: both replace line 4 of “Start”.',
    ]);
    expect(await textNow()).toBe(TEXT);
    expect((await apply([ids[0] ?? '', ids[2] ?? ''])).status).toBe(200);
    expect(await textNow()).toBe(TEXT.replace('the wick', 'the wicks').replace('Light it', 'Light it well'));
  });

  it('applies those of several pages together', async () => {
    const first = await suggested([3, 3], 'Fill it daily.');
    const { body } = await as(w.commenter).post(`${url}/comments`, {
      page: written.deep.id,
      body: { markdown: 'Shorter?' },
      suggestion: { startLine: 1, endLine: 1, text: 'Deep' },
    });
    expect((await apply([first, body.id])).status).toBe(200);
    const deep = await as(w.reader).get(`${url}/content/page/${written.deep.id}?format=markdown`);
    expect(deep.body.markdown).toBe('Deep\n');
  });

  it('refuses comments without a suggestion, of other change requests, twice the same, and old revisions', async () => {
    const plain = (await as(w.commenter).post(`${url}/comments`, { body: { markdown: 'Hm.' } })).body.id;
    const id = await suggested([3, 3], 'Fill it daily.');
    for (const comments of [[plain], ['none'], [id, plain]]) {
      expect(problemOf(await apply(comments))[1]).toMatch(
        /^Is not a comment on this change request with a sugg/,
      );
    }
    expect(problemOf(await apply([id, id]))[1]).toContain('Is the same as body.comments[0]');
    const { revision } = (await as(w.reader).get(url)).body;
    await save(`${TEXT}\nMore.\n`);
    expect((await apply([id], w.editor, revision)).status).toBe(409);
    expect((await apply([id])).status).toBe(200);
    await as(w.reviewer).post(`${url}/merge`);
    expect((await apply([id])).status).toBe(409);
  });

  it('applies one for two calls at once', async () => {
    const id = await suggested([3, 3], 'Fill it daily.');
    const statuses = (await Promise.all([apply([id]), apply([id])])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });
});
