// @module-tag without-database
import fc from 'fast-check';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parsePage } from '#server/published/testing/parse-page.ts';
import { tidelineDocument } from '#server/seed/model/skerry-openapi.ts';
import { nasty, specification } from '#server/test/any-specification.ts';
import { escapeHtml } from '../html/escape.ts';
import { problemsOf } from '../html/testing/harmless-html.ts';
import { joinTextHtml } from '../html/text-html.ts';
import { parseBlocks } from '../markdown/markdown-tokens.ts';
import { readReference } from '../specifications/read-reference.ts';
import { referenceLabels } from './reference-labels.ts';
import { renderReferenceMarkdown } from './write-markdown.ts';
import { renderReferenceHtml } from './write-reference.ts';

const MORE = {
  elements: ['section', 'wbr'],
  classes:
    /^(prose|operation|with-samples|explained|samples|own|endpoint|method|get|put|post|delete|options|head|patch|trace|query|part|access|deprecated|about|limits|media|option|fields|field|type|flag|inside|item|choice|response|status|definition)$/,
};

function render(document: unknown, markdown = '') {
  const specification = JSON.stringify({ 'openapi.json': document });
  const source = { markdown, specification, labels: referenceLabels, withDefinitions: true };
  const { parts, headings } = renderReferenceHtml(source);
  const html = joinTextHtml({ parts, headings }, ({ kind, href }) =>
    kind === 'link' ? ` href="${escapeHtml(href)}"` : ` src="${escapeHtml(href)}"`,
  );
  return { html, headings, page: parsePage(`<!doctype html><body>${html}</body>`) };
}

const all = (root: ParentNode, selector: string): Element[] => Array.from(root.querySelectorAll(selector));
const markdownOf = (document: unknown): string =>
  renderReferenceMarkdown({ 'openapi.json': document }, { labels: referenceLabels, withDefinitions: true });

describe('the page of a specification', () => {
  const { html, headings, page } = render(tidelineDocument('2.2.0'), '## Before\n\nRead me.\n');

  it('is harmless, and a browser does not repair it', () => {
    expect(problemsOf(html, MORE)).toEqual([]);
  });

  it('has what people wrote, then everything else, in its contents', () => {
    expect(headings.slice(0, 5)).toEqual([
      { level: 2, anchor: 'before', title: 'Before' },
      { level: 2, anchor: 'servers', title: 'Servers' },
      { level: 2, anchor: 'authentication', title: 'Authentication' },
      { level: 2, anchor: 'stations', title: 'Stations' },
      { level: 3, anchor: 'listStations', title: 'List stations', method: 'get' },
    ]);
    const ids = all(page, '[id]').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(headings.filter(({ anchor }) => !ids.includes(anchor))).toEqual([]);
    const links = all(page, 'a[href^="#"]').map((link) => link.getAttribute('href')?.slice(1) ?? '');
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
  });

  it('has headings in the order of an outline', () => {
    const levels = all(page, 'h1, h2, h3, h4, h5, h6').map(({ localName }) => Number(localName.charAt(1)));
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 1) + 1)).toEqual([]);
  });

  it('has samples in three languages, and responses by status', () => {
    const section = page.getElementById('createStation')?.closest('section');
    const groups = section ? all(section, '.samples > .tabs') : [];
    expect(
      groups.map((group) => [group.className, all(group, 'label').map((label) => label.textContent)]),
    ).toEqual([
      ['tabs', ['cURL', 'JavaScript', 'Python']],
      ['tabs own', ['201', '401', '429', 'default']],
    ]);
    for (const group of groups) expect(all(group, 'input[checked]')).toHaveLength(1);
    expect(all(page, '.samples code:not([class*="language-"])')).toEqual([]);
  });

  it('shows fields as a tree, with a link where it would never end', () => {
    const definition = page.getElementById('schema-Station');
    const link = definition?.querySelector('a.type');
    expect([link?.textContent, link?.getAttribute('href')]).toEqual(['array of Station', '#schema-Station']);
    const section = page.getElementById('listAlerts')?.closest('section');
    const nested = section ? all(section, 'details details details') : [];
    expect(nested.map((one) => one.querySelector('summary')?.textContent)).toEqual(['Fields of condition']);
  });

  it('marks what is deprecated', () => {
    const section = page.getElementById('getLatest')?.closest('section');
    expect(section?.querySelector('.deprecated')?.textContent).toContain('This operation is deprecated.');
  });

  it('is light: ten operations in less than 12 KB', () => {
    expect(brotliCompressSync(html).length).toBeLessThan(12 * 1024);
  });
});

describe('the Markdown of a specification', () => {
  it('says the same', () => {
    const markdown = markdownOf(tidelineDocument('2.2.0'));
    const view = readReference({ 'openapi.json': tidelineDocument('2.2.0') });
    for (const { operations } of view.groups) {
      for (const { title, method, path, samples } of operations) {
        expect(markdown).toContain(`### ${title}\n\n\`${method.toUpperCase()} ${path}\``);
        expect(markdown).toContain(samples[0]?.text);
      }
    }
    expect(markdown).toContain(
      '- `slug` (string, required). Unique in the organization. Maximum length `60`',
    );
    expect(markdown).toContain('> [!WARNING]\n> This operation is deprecated.');
    expect(markdown).toContain('### Station\n\nobject\n\nA place with one or more instruments.');
  });

  it('is not changed by texts that would not end', () => {
    const markdown = markdownOf({
      openapi: '3.1.0',
      info: { title: 'A *b*', version: '1', description: '# Top\n\n```\nopen' },
      paths: {
        '/a': { get: { summary: 'First | <b>', description: '<!-- open\n\n# Inside' } },
        '/b': { get: { summary: 'Second', description: '~~~~\nopen' } },
        '/c': { get: { summary: 'Third' } },
      },
    });
    const headings = parseBlocks(markdown).flatMap((block) => (block.type === 'heading' ? [block.text] : []));
    expect(headings).toEqual(['Top', 'First \\| \\<b\\>', 'Second', 'Third']);
  });
});

describe('a specification that is made to hurt', () => {
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const getOf = (schema: unknown, more: object = {}) => ({
    get: { responses: { 200: { description: 'x', content: { 'application/json': { schema } } } }, ...more },
  });
  const range = (count: number) => Array.from({ length: count }, (_, n) => n);
  const wide = Object.fromEntries(range(60).map((n) => [`field${n}`, refTo('Wide')]));
  const doubled = Object.fromEntries(
    range(40).map((n) => [`D${n}`, { properties: { a: refTo(`D${n + 1}`), b: refTo(`D${n + 1}`) } }]),
  );
  let deep: unknown = { type: 'string' };
  for (const _ of range(180)) deep = { type: 'object', properties: { deep } };
  const long = 'A long text. '.repeat(100);
  const cases: Record<string, { paths: object; schemas?: object }> = {
    'a definition that contains itself sixty times': {
      paths: { '/a': getOf(refTo('Wide')) },
      schemas: { Wide: { properties: wide } },
    },
    'definitions that double at each level': { paths: { '/a': getOf(refTo('D0')) }, schemas: doubled },
    'a deep schema': { paths: { '/a': getOf(deep) } },
    'parts of parts in a circle': {
      paths: { '/a': getOf(refTo('A')) },
      schemas: {
        A: { allOf: [refTo('B'), refTo('B')] },
        B: { allOf: [refTo('A'), refTo('A')], oneOf: [refTo('A'), refTo('B')] },
      },
    },
    'many fields': {
      paths: Object.fromEntries(range(300).map((n) => [`/p${n}`, getOf(refTo('Many'))])),
      schemas: {
        Many: { properties: Object.fromEntries(range(20_000).map((n) => [`f${n}`, { type: 'string' }])) },
      },
    },
    'many operations with everything': {
      paths: Object.fromEntries(
        range(1500).map((n) => [
          `/p${n}/{id}`,
          {
            ...getOf(
              { properties: wide },
              {
                description: long,
                parameters: range(50).map((m) => ({
                  name: `q${m}`,
                  in: 'query',
                  description: long,
                  schema: {},
                })),
              },
            ),
            post: { requestBody: { content: { 'application/json': { example: { text: long.repeat(4) } } } } },
          },
        ]),
      ),
      schemas: { Wide: { description: long } },
    },
    'long texts': {
      paths: {
        '/a': {
          get: {
            summary: 'x'.repeat(500_000),
            description: 'a_'.repeat(200_000),
            tags: ['y'.repeat(500_000)],
          },
        },
      },
    },
  };

  it.each(Object.entries(cases))('%s: a page that is bounded', (_, { paths, schemas = {} }) => {
    const document = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths, components: { schemas } };
    const { html, headings } = render(document);
    expect(html.length).toBeLessThan(6_000_000);
    const operations = headings.filter(({ method }) => method !== undefined);
    const written = Object.values(paths).flatMap((item: object) => Object.keys(item)).length;
    expect(operations.length).toBe(Math.min(written, 2000));
    expect(markdownOf(document).length).toBeLessThan(6_000_000);
  });

  it('says how many operations are left out', () => {
    const paths = Object.fromEntries(range(2500).map((n) => [`/p${n}`, { get: {} }]));
    const { html } = render({ openapi: '3.1.0', paths });
    expect(html).toContain('The specification has 500 more operations.');
  });
});

describe('any specification', () => {
  it('is a harmless page with all its operations', () => {
    fc.assert(
      fc.property(specification, nasty, (document, markdown) => {
        const { html, headings, page } = render(document, markdown);
        expect(problemsOf(html, MORE)).toEqual([]);
        expect(html.length).toBeLessThan(6_000_000);
        const written = [document.paths, document.webhooks ?? {}]
          .flatMap((one) => Object.values(one))
          .flatMap((item) => Object.keys(item));
        const operationHeadings = headings.filter(({ method }) => method !== undefined);
        expect(operationHeadings.map(({ method }) => method).toSorted()).toEqual(written.toSorted());
        const ids = all(page, '[id]').map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(markdownOf(document).length).toBeLessThan(6_000_000);
      }),
      { numRuns: 60 },
    );
  });
});
