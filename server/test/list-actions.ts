import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import contract from '#api/generated/openapi.json' with { type: 'json' };

/** Operations that change something, and actions that the server's sources name beside them. */
export function listActions(): string[] {
  const paths: Record<string, Record<string, { operationId?: string }>> = contract.paths;
  const operations = Object.values(paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      method === 'get' || operationId === undefined ? [] : [operationId],
    ),
  );
  const folder = join(import.meta.dirname, '..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/(\.test|\.contract-cases)\.ts$|^(test|seed)\//.test(path),
  );
  const named = sources.flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return [...text.matchAll(/\baction: (?:[^\n{}]*\? '(\w+)' : )?'(\w+)'/g)].flatMap((match) =>
      match.slice(1),
    );
  });
  return [...new Set([...operations, ...named])].filter((action) => action !== undefined).toSorted();
}
