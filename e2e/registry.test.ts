import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import specified from '#api/specified-operations.json' with { type: 'json' };
import { faultGroups, faultsAt, uncoveredChanges } from './faults/fault-cases.ts';
import { faultsFor } from './faults/fault-run.ts';
import { otherRoutes, screens } from './screens/screens.ts';
import { screenOfOperation, unusedOperations } from './support/operations-map.ts';

const paths: Record<string, Record<string, { operationId?: string }>> = contract.paths;
const documented = specified.map(
  ({ method, path }) => paths[path]?.[method.toLowerCase()]?.operationId ?? `${method} ${path}`,
);
const cases = faultGroups.flatMap((group) => group.cases);

describe('the operations map', () => {
  it('has every documented operation', () => {
    expect(Object.keys(screenOfOperation).toSorted()).toEqual(documented.toSorted());
  });

  it('is compared with the requests of a run', () => {
    expect(unusedOperations(documented)).toEqual([]);
    expect(unusedOperations(documented.slice(1))).toEqual(documented.slice(0, 1));
  });
});

describe('the screen table', () => {
  it('has unique screen names', () => {
    const names = screens.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has reasons only for routes without a screen', () => {
    expect(screens.filter(({ route }) => Object.keys(otherRoutes).includes(route))).toEqual([]);
  });
});

describe('the journeys', () => {
  it('are of every noun that has screens', () => {
    const foldersOf = (files: Record<string, unknown>): string[] => Object.keys(files).map(dirname);
    const foldersWithScreens = foldersOf(import.meta.glob('./*/screens.ts'));
    const tested = foldersOf(import.meta.glob('./*/*.spec.ts'));
    expect(foldersWithScreens).not.toEqual([]);
    expect(foldersWithScreens.filter((folder) => !tested.includes(folder))).toEqual([]);
  });
});

describe('the fault cases', () => {
  it('cover every operation that changes something, unless there is a reason', () => {
    const changing = Object.values(paths).flatMap((methods) =>
      Object.entries(methods).flatMap(([method, { operationId = '' }]) =>
        method === 'get' ? [] : [operationId],
      ),
    );
    const coveredOperations = new Set([
      ...cases.map(({ operation }) => operation),
      ...Object.keys(uncoveredChanges),
    ]);
    expect([...coveredOperations].toSorted()).toEqual(changing.toSorted());
  });

  it('have unique names', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it('get every fault, similar ones equally often', () => {
    for (const fault of [
      500,
      503,
      429,
      412,
      'offline',
      'no response',
      'lost response',
      'cut response',
      401,
    ] as const)
      expect(cases.filter((faultCase) => faultsAt(faultCase).includes(fault)).length).toBeGreaterThan(
        cases.length / 24,
      );
  });

  it('get every fault in the deep tests, with one kind of lost response', () => {
    for (const index of cases.keys())
      expect(faultsFor(index, true)).toEqual([
        ...[500, 503, 429, 412, 'offline', 'no response'],
        expect.stringMatching(/^(lost|cut) response$/),
        401,
      ]);
  });
});
