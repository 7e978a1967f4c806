import type { BrowserContext } from '@playwright/test';
/** Simulates a server with the documented operations only. */
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

function isExtension(method: string, path: string): boolean {
  return operationAt(method, path)?.tags?.includes('extensions') ?? false;
}

/** Responds 404 to extension operations and passes everything else on. Returns the rejected paths. */
export async function withoutExtensions(context: BrowserContext): Promise<string[]> {
  const rejected: string[] = [];
  await context.route(
    ({ pathname }) => /^\/v1(\/|$)/.test(pathname),
    async (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (!isExtension(request.method(), pathname)) return route.continue();
      rejected.push(pathname);
      const error = { code: 404, message: 'Not found.' };
      return route.fulfill({ status: 404, json: { error } });
    },
  );
  return rejected;
}
