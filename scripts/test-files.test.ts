import { describe, expect, it } from 'vitest';
import { isMeant, listTestFiles, replaceNames } from './test-files.ts';

describe('a name after `npm test -- server` or `npm test -- browser`', () => {
  it.each([
    ['members', 'e2e/members/members-bulk.spec.ts'],
    ['members', 'e2e/teams/add-members.spec.ts'],
    ['Members', 'server/resources/members/members.test.ts'],
    ['teams.test', 'server/resources/teams/teams.test.ts'],
    ['teams.spec.ts', 'e2e/teams/teams.spec.ts'],
    ['e2e/teams/teams.spec.ts', 'e2e/teams/teams.spec.ts'],
    ['./e2e/teams/', 'e2e/teams/add-members.spec.ts'],
    ['add-members', 'e2e/teams/add-members.spec.ts'],
    ['teams/add', 'e2e/teams/add-members.spec.ts'],
  ])('%s means %s', (name, path) => expect(isMeant(path, name)).toBe(true));

  it.each([
    ['member', 'e2e/members/members.spec.ts'],
    ['members', 'e2e/published/nonmembers.spec.ts'],
    ['teams/teams', 'e2e/teams/add-members.spec.ts'],
    ['test', 'e2e/teams/teams.spec.ts'],
  ])('%s does not mean %s', (name, path) => expect(isMeant(path, name)).toBe(false));

  it('is replaced by files once each, up to the first flag', () => {
    const files = ['e2e/teams/teams.spec.ts', 'e2e/teams/add-members.spec.ts', 'e2e/home/home.spec.ts'];
    const args = ['teams', 'add', '-g', 'home', '--headed'];
    expect(replaceNames(args, files)).toEqual([files[0], files[1], '-g', 'home', '--headed']);
    expect(() => replaceNames(['steams'], files)).toThrow('No test file has the words “steams”');
  });

  it('finds files of its stage', () => {
    expect(replaceNames(['teams'], listTestFiles('browser'))).toContain('e2e/teams/teams.spec.ts');
    expect(replaceNames(['teams'], listTestFiles('server'))).toContain(
      'server/resources/teams/teams.test.ts',
    );
  });
});
