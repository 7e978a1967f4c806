import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listOperations, listParameters, nameOf, readContract, type Operation } from './contract.ts';
import specified from './specified-operations.json' with { type: 'json' };

const contract = readContract();
const operations = listOperations(contract).map(({ method, path, operation }) => ({
  name: `${method} ${path}`,
  path,
  operation,
  parameters: listParameters(contract, operation),
}));
const specifiedNames = specified.map(({ method, path }) => `${method} ${path}`);

function findOperation(name: string): Operation {
  const operation = operations.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`${name} is not in the contract`);
  return operation.operation;
}

function isListed(operation: Operation): boolean {
  const reference = operation.responses['200']?.content?.['application/json']?.schema.$ref ?? '';
  const schema = contract.components.schemas[nameOf(reference)];
  return schema?.properties?.count !== undefined && schema.properties.items !== undefined;
}

/** The sorted matches of a pattern with one group in a generated file. */
function findAll(file: string, pattern: RegExp): string[] {
  return Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, found]) => found ?? '').toSorted();
}

describe('the operations of the contract', () => {
  const isExtension = ({ operation }: { operation: Operation }) => operation.tags.includes('extensions');

  test('are those of the specification, none missing and none added', () => {
    const standard = operations.filter((found) => !isExtension(found)).map(({ name }) => name);
    expect(specified).toHaveLength(135);
    expect(standard.toSorted()).toEqual(specifiedNames.toSorted());
  });

  test('outside the specification are tagged as extensions', () => {
    const others = operations.filter(({ name }) => !specifiedNames.includes(name));
    expect(others.length).toBeGreaterThan(0);
    expect(operations.filter(isExtension)).toEqual(others);
  });

  test.each(specified)('$method $path succeeds with $status', ({ method, path, status, list }) => {
    const operation = findOperation(`${method} ${path}`);
    const successes = Object.keys(operation.responses).filter((code) => code.startsWith('2'));
    expect(successes).toEqual([String(status)]);
    expect(operation.responses[status]?.content === undefined).toBe(status === 204 || status === 205);
    expect(isListed(operation)).toBe(list);
  });
});

describe.each(operations)('$name', ({ path, operation, parameters }) => {
  test('is described', () => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description).toMatch(/^[A-Z][\s\S]*\.$/);
    expect(contract.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags));
    for (const parameter of parameters) expect(parameter.description).toMatch(/\.$/);
  });

  test('declares the parameters of its path', () => {
    const declared = parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(declared.every(({ required }) => required === true)).toBe(true);
  });

  test('describes its errors', () => {
    const failures = Object.entries(operation.responses).filter(([code]) => !code.startsWith('2'));
    expect(failures.map(([code]) => code)).toEqual(expect.arrayContaining(['401', 'default']));
    for (const [, { content }] of failures) {
      expect(content?.['application/json']?.schema.$ref).toBe('#/components/schemas/ErrorBody');
    }
  });
});

describe('lists', () => {
  const lists = operations.filter(({ operation }) => isListed(operation));

  test.each(lists)('$name is paginated', ({ parameters }) => {
    const page = parameters.find(({ name }) => name === 'page');
    const limit = parameters.find(({ name }) => name === 'limit');
    expect(page).toMatchObject({ in: 'query', required: false, schema: { type: 'string' } });
    expect(limit).toMatchObject({ in: 'query', required: false });
    expect(limit?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 1000, default: 50 });
  });

  test('can be paginated by the console', () => {
    const options = findAll(
      'api/generated/@tanstack/react-query.gen.ts',
      /^export const (\w+)InfiniteOptions = /gm,
    );
    expect(options).toEqual(expect.arrayContaining(lists.map(({ operation }) => operation.operationId)));
  });
});

describe('the schemas of the contract', () => {
  test.each(Object.entries(contract.components.schemas))(
    '%s is described, with all its fields',
    (_, schema) => {
      expect(schema.description).toMatch(/\S/);
      for (const field of Object.values(schema.properties ?? {})) expect(field.description).toMatch(/\.$/);
    },
  );
});

describe('generated code', () => {
  const ids = operations.map(({ operation }) => operation.operationId).toSorted();

  test('handles every operation on the server', () => {
    expect(findAll('api/generated/fastify.gen.ts', /^ {4}(\w+): RouteHandler</gm)).toEqual(ids);
  });

  test('calls every operation from the console', () => {
    expect(findAll('api/generated/sdk.gen.ts', /^export const (\w+) = /gm)).toEqual(ids);
  });

  test('contains the same contract for the server', () => {
    expect(JSON.parse(readFileSync('api/generated/openapi.json', 'utf8'))).toEqual(contract);
  });
});
