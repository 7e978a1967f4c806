import { beforeAll, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let url: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
  const { space } = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  url = `/v1/spaces/${space.id}/code-highlights`;
});

const highlight = (blocks: object[]) => as(w.reader).post(url, { blocks });

describe('highlightCode', () => {
  it('answers the colors of each block, by the names of languages that fences have', async () => {
    const code = '{"light": true}';
    const { body } = await highlight([
      { language: 'JSON', code },
      { language: 'klingon', code },
      { language: 'json', code },
    ]);
    const tokens = [
      { start: 1, end: 8, kind: 'name' },
      { start: 10, end: 14, kind: 'keyword' },
    ];
    expect(body).toEqual({ object: 'code-highlights', blocks: [{ tokens }, { tokens: [] }, { tokens }] });
  });

  it('answers the same for long code, in a task process', async () => {
    const line = 'let lamp = 1;\n';
    const { body } = await highlight([{ language: 'js', code: line.repeat(400) }]);
    const [{ tokens }] = body.blocks;
    expect(tokens.length).toBe(800);
    expect(tokens.at(-1)).toEqual({ start: 399 * 14 + 11, end: 399 * 14 + 12, kind: 'number' });
  });

  it('has limits for each block and for all of them', async () => {
    const code = 'x'.repeat(20_000);
    expect((await highlight([])).status).toBe(400);
    expect((await highlight(Array.from({ length: 21 }, () => ({ language: 'js', code: '' })))).status).toBe(
      400,
    );
    expect((await highlight([{ language: 'js', code: `${code}x` }])).status).toBe(400);
    expect((await highlight([{ language: 'j'.repeat(41), code }])).status).toBe(400);
    const { status, body } = await highlight(Array.from({ length: 3 }, () => ({ language: 'js', code })));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('40,000')]);
  });
});
