import { describe, expect, it } from 'vitest';
import { isRepositoryAddress, placeOf } from './repository-address.ts';

describe('the place of a repository', () => {
  it.each([
    ['https://github.com/acme/docs', 'https://codeload.github.com/acme/docs/zip/HEAD', ''],
    [
      'https://github.com/acme/docs/tree/main/site/en',
      'https://codeload.github.com/acme/docs/zip/main',
      'site/en',
    ],
    [
      'https://gitlab.com/acme/team/docs/-/tree/v2/site',
      'https://gitlab.com/acme/team/docs/-/archive/v2/docs.zip',
      'site',
    ],
    [
      'https://codeberg.org/acme/docs/src/branch/main/site',
      'https://codeberg.org/acme/docs/archive/main.zip',
      'site',
    ],
    ['https://bitbucket.org/acme/docs.git', 'https://bitbucket.org/acme/docs/get/HEAD.zip', ''],
  ])('of %s is the archive of its host', (url, archive, folder) => {
    expect(placeOf({ url })).toMatchObject({ archive, folder });
    expect(isRepositoryAddress(url)).toBe(true);
  });

  it.each([
    ['https://github.com/acme/docs/wiki/Getting-started', 'https://github.com/acme/docs.wiki.git'],
    ['https://github.com/acme/docs.wiki.git', 'https://github.com/acme/docs.wiki.git'],
    ['https://gitlab.com/acme/team/docs/-/wikis/home', 'https://gitlab.com/acme/team/docs.wiki.git'],
    ['https://codeberg.org/acme/docs/wiki', 'https://codeberg.org/acme/docs.wiki.git'],
    ['https://bitbucket.org/acme/docs/wiki/Home', 'https://bitbucket.org/acme/docs.git/wiki'],
    ['https://git.press.example/srv/press/docs.git', 'https://git.press.example/srv/press/docs.git'],
  ])('of %s is what Git receives', (url, clone) => {
    expect(placeOf({ url })).toMatchObject({ archive: undefined, clone });
    expect(isRepositoryAddress(url)).toBe(true);
  });

  it('of a link at a host that is not known is the repository, with its branch and folder', () => {
    expect(placeOf({ url: 'https://git.press.example/press/docs/src/branch/main/site/en' })).toEqual({
      archive: undefined,
      clone: 'https://git.press.example/press/docs',
      revision: 'main',
      folder: 'site/en',
    });
  });

  it('is not that of pages about something else', () => {
    for (const url of ['https://github.com/acme', 'https://press.example/docs/wiki', 'docs'])
      expect(isRepositoryAddress(url)).toBe(false);
    expect(() => placeOf({ url: 'git@github.com:acme/docs.git' })).toThrow(/https/);
  });
});
