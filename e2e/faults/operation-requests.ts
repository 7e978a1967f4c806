/** Maps operations to request patterns. */
import { readFileSync } from 'node:fs';
import type { RequestPattern } from './fault-proxy.ts';

interface Contract {
  paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>>;
}

let patterns: ReadonlyMap<string, RequestPattern> | undefined;

/**
 * The request of an operation: `createTeam` is `PUT /v1/orgs/…/teams`; what stands beside the contract is named by its
 * method and path: `POST /auth/join`. Throws if the contract has no such operation.
 */
export function requestPatternOf(operation: string): RequestPattern {
  const [, method, path] = /^([A-Z]+) (\/auth\/\S+)$/.exec(operation) ?? [];
  if (method !== undefined && path !== undefined) return { method, path: new RegExp(`^${path}$`) };
  patterns ??= loadRequestPatterns();
  const target = patterns.get(operation);
  if (!target) throw new Error(`Unknown operation “${operation}”.`);
  return target;
}

function loadRequestPatterns(): ReadonlyMap<string, RequestPattern> {
  const { paths } = readContract();
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId = '' }]) => [
        operationId,
        { method: method.toUpperCase(), path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) },
      ]),
    ),
  );
}

/** The tags of an operation of the contract. */
export function tagsOf(operation: string): readonly string[] {
  const operations = Object.values(readContract().paths).flatMap((methods) => Object.values(methods));
  return operations.find(({ operationId }) => operationId === operation)?.tags ?? [];
}

let contract: Contract | undefined;

function readContract(): Contract {
  const url = new URL('../../api/generated/openapi.json', import.meta.url);
  contract ??= JSON.parse(readFileSync(url, 'utf8')) as Contract;
  return contract;
}
