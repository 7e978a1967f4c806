import { describe, expect, it } from 'vitest';
import { mainCandidates, readSpecFiles } from './spec-files.ts';

const picked = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({ path, file: new File([text], path) }));

describe('the files of a specification', () => {
  it('are those of the chosen folder, with the one that has the version as the main one', async () => {
    const files = await readSpecFiles(
      picked({
        'api/openapi.yaml': 'openapi: 3.1.0',
        'api/parts/a.json': '{"type": "string"}',
        'api/a.png': 'x',
      }),
    );
    expect(files).toEqual({
      items: [
        { name: 'openapi.yaml', text: 'openapi: 3.1.0' },
        { name: 'parts/a.json', text: '{"type": "string"}' },
      ],
      main: 'openapi.yaml',
      leftOut: 'Left out 1 other file: \u2068api/a.png\u2069.',
    });
  });

  it('leave the choice to the author where several may be the main one', async () => {
    const texts = {
      'b/v2.json': '{ "swagger": "2.0" }',
      'v1.yaml': 'info: {}\nopenapi: 3.0.0',
      'part.yml': 'a: b',
    };
    const files = await readSpecFiles(picked(texts));
    expect(files).toMatchObject({ main: '' });
    if (!('items' in files)) throw new Error(files.problem);
    expect(mainCandidates(files.items)).toEqual(['v1.yaml', 'b/v2.json']);
    expect(
      mainCandidates([
        { name: 'b.yaml', text: '' },
        { name: 'a.yaml', text: '' },
      ]),
    ).toEqual(['a.yaml', 'b.yaml']);
  });

  it.each([
    [{ 'a.md': 'x' }, 'There are no JSON or YAML files among them.'],
    [{ 'a.json': 'a\0\0\0b' }, '“a.json” isn’t a text file.'],
    [{ [`${'x'.repeat(500)}.json`]: '{}' }, /^“x+…” has a path of more than 500 characters\.$/],
    [{ 'a.json': ' '.repeat(6_000_000), 'b.json': ' '.repeat(6_000_000) }, /more than 10,000,000 characters/],
  ])('say why they can’t be used', async (files, expected) => {
    expect(await readSpecFiles(picked(files))).toEqual({ problem: expect.stringMatching(expected) });
  });
});
