import { readFileSync } from 'node:fs';

interface Operation {
  operationId: string;
  tags?: string[];
}

/** Operations by path and method. */
const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync('api/generated/openapi.json', 'utf8'),
);

const operationPatterns = Object.entries(paths)
  .map(([path, operations]) => ({
    operations,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length,
  }))
  // Literal paths take precedence over parameterized ones.
  .toSorted((a, b) => a.parameters - b.parameters);

/** The operation of a request. */
export function operationAt(method: string, path: string): Operation | undefined {
  const address = operationPatterns.find(({ pattern }) => pattern.test(path));
  return address?.operations[method.toLowerCase()];
}
