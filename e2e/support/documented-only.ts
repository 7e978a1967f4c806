/** A model of a server that has the documented operations and no other. */
import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';

interface Operation {
  operationId: string;
  tags?: string[];
}

/** The operations of the contract by address, and by method in it. */
const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync('api/generated/openapi.json', 'utf8'),
);

const operationPatterns = Object.entries(paths)
  .map(([path, operations]) => ({
    operations,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length,
  }))
  // An address in so many words goes before one with a parameter in the same place.
  .toSorted((a, b) => a.parameters - b.parameters);

/** The operation of the contract that a request asks for. */
export function operationAt(method: string, path: string): Operation | undefined {
  const address = operationPatterns.find(({ pattern }) => pattern.test(path));
  return address?.operations[method.toLowerCase()];
}

function isExtension(method: string, path: string): boolean {
  return operationAt(method, path)?.tags?.includes('extensions') ?? false;
}

/**
 * Answers 404 to what a browser asks beyond the documented operations, as a server would that does not have them; the rest
 * reaches the real server. Returns the paths that were answered so.
 */
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
