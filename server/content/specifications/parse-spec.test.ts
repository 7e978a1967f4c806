// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { listSpecFiles, parseSpec } from './parse-spec.ts';
import { readReference } from './read-reference.ts';

const HEAD = "openapi: 3.0.3\ninfo: {title: Tides, version: '1'}\n";
const main = 'tides.yaml';

async function read(text: string, others: Record<string, string> = {}, missing: Record<string, string> = {}) {
  const result = await parseSpec({ files: { [main]: text, ...others }, main, missing });
  if (!result.isValid) throw new Error(`Refused: ${result.problem.message}`);
  const view = readReference(JSON.parse(result.filesystem));
  return { ...result, view, operations: view.groups.flatMap(({ operations }) => operations) };
}

async function refuse(text: string) {
  const result = await parseSpec({ files: { [main]: text }, main });
  return result.isValid ? undefined : result.problem;
}

describe('a specification with oddities', () => {
  it('is read with a warning for a parameter without schema, at its line', async () => {
    const text = `${HEAD}paths:\n  /tides:\n    get:\n      parameters:\n        - {name: port, in: query}\n      responses: {'200': {description: ok}}\n`;
    const { warnings, operations } = await read(text);
    expect(warnings).toEqual([
      {
        message: 'The parameter port has no schema.',
        file: main,
        line: 7,
        column: 11,
        path: '/paths/~1tides/get/parameters/0',
      },
    ]);
    expect(operations[0]?.parameters.query).toMatchObject([{ name: 'port' }]);
  });

  it('shows the type of a parameter that stands beside its name', async () => {
    const text = `${HEAD}paths:\n  /tides:\n    get:\n      summary: All tides\n      parameters: [{name: since, in: query, type: integer}]\n`;
    const { warnings, operations } = await read(text);
    expect(operations[0]).toMatchObject({
      title: 'All tides',
      parameters: { query: [{ schema: { type: { kind: 'name', name: 'integer' } } }] },
    });
    expect(warnings.map(({ message, line }) => `${line} ${message}`)).toEqual([
      '5 GET /tides has no responses.',
      '7 The type of the parameter since belongs into its schema.',
    ]);
  });

  it.each(['$id', '$anchor', '$dynamicAnchor', '$schema', '$ref'])(
    'takes %s in examples, defaults and extensions as data',
    async (name) => {
      const value = `{a: {${name}: '7'}, b: {${name}: '7'}}`;
      const schema = `{type: object, example: ${value}, default: ${value}, x-note: ${value}}`;
      const examples = `{one: {value: ${value}}}`;
      const text = `${HEAD}paths:\n  /tides:\n    get:\n      responses: {'200': {description: ok, content: {application/json: {schema: ${schema}, examples: ${examples}}}}}\n`;
      const { warnings, operations } = await read(text);
      expect(warnings).toEqual([]);
      expect(operations[0]?.responses[0]?.contents[0]?.examples[0]?.text).toContain(name);
    },
  );

  it('takes properties with the names of keywords as properties', async () => {
    const properties = '{$ref: {type: string}, example: {$ref: "#/components/schemas/Name"}}';
    const text = `${HEAD}paths: {}\ncomponents: {schemas: {Name: {type: string}, Tide: {type: object, properties: ${properties}}}}\n`;
    const { warnings, view } = await read(text);
    expect(warnings).toEqual([]);
    expect(view.definitions[1]?.schema.fields.map(({ name }) => name)).toContain('example');
  });

  it('keeps both operations with the same id, under anchors of their own', async () => {
    const operation = 'operationId: same\n      responses: {"200": {description: ok}}';
    const text = `${HEAD}paths:\n  /a:\n    get:\n      ${operation}\n  /b:\n    get:\n      ${operation}\n`;
    const { warnings, operations } = await read(text);
    expect(new Set(operations.map(({ anchor }) => anchor)).size).toBe(2);
    expect(warnings).toMatchObject([
      {
        line: 10,
        message: 'The operationId same is already used by GET /a.',
        path: '/paths/~1b/get/operationId',
      },
    ]);
  });

  it('names references that lead nowhere, and path parameters that nothing describes', async () => {
    const text = `${HEAD}paths:\n  /tides/{port}:\n    get:\n      responses:\n        '200': {$ref: '#/components/responses/Tide'}\n`;
    const { warnings } = await read(text);
    expect(warnings.map(({ message, path }) => [message, path])).toEqual([
      [
        'The reference #/components/responses/Tide leads nowhere.',
        '/paths/~1tides~1{port}/get/responses/200',
      ],
      ['The path parameter port is not described.', '/paths/~1tides~1{port}/get'],
    ]);
  });

  it('reads versions that it does not know, and documents without one', async () => {
    const paths = 'paths: {/a: {get: {responses: {"200": {description: ok}}}}}\n';
    for (const version of ['openapi: 4.0.0\n', 'openapi: 3.0\n', 'swagger: 2.0\n', '']) {
      const { warnings, operations } = await read(`${version}info: {title: T, version: "1"}\n${paths}`);
      expect(operations).toHaveLength(1);
      expect(warnings[0]?.message).toContain('The version');
    }
  });

  it('reads names that are used twice, several documents, comments in JSON, and characters that cannot be stored', async () => {
    const twice = await read(
      `${HEAD}paths: {}\npaths: {/a: {get: {responses: {'200': {description: ok}}}}}\n`,
    );
    expect(twice.warnings[0]).toMatchObject({ line: 4, message: expect.stringContaining('used twice') });
    expect(twice.operations).toHaveLength(1);
    const several = await read(`${HEAD}paths: {}\n---\nother: 1\n`);
    expect(several.warnings[0]?.message).toContain('several documents');
    const json = '{"openapi": "3.0.3", /* draft */ "info": {"title": "T", "version": "1"}, "paths": {},}';
    expect((await read(json)).warnings[0]?.message).toContain('comments');
    const odd = `{"openapi": "3.0.3", "info": {"title": "a\\u0000b \\ud800 \\\\u0000", "version": "1"}, "paths": {}}`;
    const { filesystem, warnings } = await read(odd);
    expect(JSON.parse(filesystem)[main].info.title).toBe('a\uFFFDb \uFFFD \\u0000');
    expect(warnings[0]?.message).toContain('cannot be stored');
  });

  it('finds the line of a place in JSON', async () => {
    const parameter = { name: 'port', in: 'query' };
    const get = { parameters: [parameter], responses: { 200: { description: 'ok' } } };
    const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': { get } } };
    const { warnings } = await read(JSON.stringify(document, null, 2));
    expect(warnings[0]).toMatchObject({ line: 11, path: '/paths/~1a/get/parameters/0' });
  });
});

describe('what cannot be read', () => {
  it.each([
    ['broken YAML', `${HEAD}paths:\n  /a: [get\n  x: 1\n`, 5, 'not valid YAML'],
    ['broken JSON', '{\n  "openapi": "3.0.3",\n  "paths" {}\n}', 3, 'not valid JSON'],
    ['something else', 'name: bindery\ndependencies: []\n', 1, 'not an OpenAPI document'],
    ['a web page', '<!doctype html><html><body>Sign in</body></html>', 1, 'not an object'],
    ['nothing', '', 1, 'not an object'],
    ['a version without content', "openapi: 3.0.3\ninfo: {title: T, version: '1'}\n", 1, 'nothing to show'],
    ['an endless nesting', `a: ${'['.repeat(5000)}`, undefined, 'nested more than 200 levels'],
  ])('is refused with the line: %s', async (_name, text, line, message) => {
    const problem = await refuse(text);
    expect(problem).toMatchObject({ file: main, message: expect.stringContaining(message) });
    expect(problem?.line).toBe(line);
  });
});

describe('a specification of several files', () => {
  const root = `${HEAD}paths:\n  /tides:\n    $ref: paths/tides.yaml\n  /ports:\n    get: {$ref: './paths/ports.yaml#/list'}\n`;
  const files = {
    'paths/tides.yaml':
      'get:\n  summary: All tides\n  responses:\n    "200":\n      description: {$ref: ../texts/tides.md}\n      content: {application/json: {schema: {$ref: "../schemas/Tide.yaml"}}}\n',
    'paths/ports.yaml': 'list:\n  summary: All ports\n  responses: {"200": {description: ok}}\n',
    'schemas/Tide.yaml':
      'type: object\nproperties: {port: {$ref: "port%20name.json"}, next: {$ref: Tide.yaml}}\n',
    'schemas/port name.json': '{"type": "string", "description": "Name of the port"}',
    'texts/tides.md': 'The **tides**',
    'unrelated.yaml': 'a: [',
  };

  it('is one reference, with relative names, blanks, texts and circles', async () => {
    const { operations, warnings, filesystem } = await read(root, files);
    expect(warnings).toEqual([]);
    expect(operations.map(({ title }) => title)).toEqual(['All tides', 'All ports']);
    const [response] = operations[0]?.responses ?? [];
    expect(response?.description).toBe('The **tides**');
    const [port, next] = response?.contents[0]?.schema?.fields ?? [];
    expect(port?.schema.description).toBe('Name of the port');
    expect(next?.schema).toMatchObject({ isCut: true, name: 'Tide' });
    expect(Object.keys(JSON.parse(filesystem))).not.toContain('unrelated.yaml');
  });

  it('has warnings for files that are missing, elsewhere or broken', async () => {
    const { warnings } = await read(
      `${HEAD}paths:\n  /a: {$ref: gone.yaml}\n  /b: {$ref: later.yaml}\n  /c: {$ref: 'https://elsewhere.example/c.yaml'}\n  /d: {$ref: broken.yaml}\n`,
      { 'broken.yaml': 'get:\n  - [' },
      { 'later.yaml': 'The URL did not respond in time.' },
    );
    expect(warnings.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      expect.stringMatching(/^broken\.yaml:2 The document is not valid YAML/),
      `${main}:4 The file of the reference gone.yaml is not in this specification.`,
      `${main}:5 The file of the reference later.yaml is missing: The URL did not respond in time.`,
      `${main}:6 The file of the reference https://elsewhere.example/c.yaml is at another address.`,
    ]);
  });

  it('names the files that it refers to, not those in examples', () => {
    const text = `${root}components: {schemas: {A: {example: {$ref: no.yaml}}, B: {$ref: 'b.yaml#/B'}}}\nx-code: {$ref: no.yaml}\n`;
    expect(
      listSpecFiles({ files: { [main]: text, 'deep/c.yaml': 'properties: {d: {$ref: ../../d.yaml}}' } }),
    ).toEqual(['paths/tides.yaml', 'paths/ports.yaml', 'b.yaml', '../d.yaml']);
  });
});
