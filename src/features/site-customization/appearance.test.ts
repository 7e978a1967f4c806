import { describe, expect, it } from 'vitest';
import type { SiteCustomizationSettings, SitePicture } from '#api/generated/types.gen.ts';
import { appearanceOf, appearanceSchema, changesBetween, isLinkTarget } from './appearance.ts';

const picture = (id: string): SitePicture => ({
  object: 'site-picture',
  id,
  contentType: 'image/png',
  url: `https://bindery.example/${id}`,
});

const settings = (fields: Partial<SiteCustomizationSettings> = {}): SiteCustomizationSettings => ({
  object: 'site-customization',
  styling: {},
  headerLinks: [],
  footerLinks: [],
  embedHosts: [],
  externalRequests: 'allowed',
  ...fields,
});

const empty = appearanceOf(settings());

describe('changesBetween', () => {
  it('has only what changed', () => {
    expect(changesBetween(empty, empty)).toEqual({});
    expect(changesBetween(empty, { ...empty, title: ' Handbook ', font: 'serif' })).toEqual({
      title: 'Handbook',
      styling: { font: 'serif' },
    });
    expect(changesBetween(empty, { ...empty, sidebarList: 'line', locale: 'de' })).toEqual({
      styling: { sidebar: { list: 'line' } },
      internationalization: { locale: 'de' },
    });
  });

  it('removes what is empty', () => {
    const full = appearanceOf(
      settings({
        title: 'Handbook',
        styling: { primaryColor: { light: '#112233', dark: '#445566' } },
        logo: { light: picture('a'), dark: picture('b') },
        favicon: picture('c'),
      }),
    );
    expect(changesBetween(full, empty)).toEqual({
      title: null,
      styling: { primaryColor: null },
      logo: null,
      favicon: null,
    });
    expect(changesBetween(empty, full)).toEqual({
      title: 'Handbook',
      styling: { primaryColor: { light: '#112233', dark: '#445566' } },
      logo: { light: 'a', dark: 'b' },
      favicon: 'c',
    });
  });

  it('takes one color and one logo for both modes', () => {
    const edited = { ...empty, tint: { light: '', dark: '#112233' }, logoDark: 'b' };
    expect(changesBetween(empty, edited)).toEqual({
      styling: { tint: { color: { light: '#112233', dark: '#112233' } } },
      logo: { light: 'b' },
    });
    const same = { light: '#112233', dark: '#112233' };
    expect(appearanceOf(settings({ styling: { primaryColor: same } })).primaryColor).toEqual({
      light: '#112233',
      dark: '',
    });
  });

  it('has all links of a list that changed', () => {
    const links = [{ title: ' Status ', url: ' https://status.example ' }];
    expect(changesBetween(empty, { ...empty, headerLinks: links })).toEqual({
      headerLinks: [{ title: 'Status', url: 'https://status.example' }],
    });
  });
});

describe('the schema', () => {
  const isValid = (fields: object) => appearanceSchema.safeParse({ ...empty, ...fields }).success;

  it.each([
    [{ primaryColor: { light: '#3451B2', dark: '' } }, true],
    [{ primaryColor: { light: '#345', dark: '' } }, false],
    [{ primaryColor: { light: 'red', dark: '' } }, false],
    [{ headerLinks: [{ title: 'A', url: '/a' }] }, true],
    [{ headerLinks: [{ title: ' ', url: '/a' }] }, false],
    [{ footerLinks: [{ title: 'A', url: 'javascript:alert(1)' }] }, false],
    [{ headerLinks: Array.from({ length: 7 }, () => ({ title: 'A', url: '/a' })) }, false],
  ])('%j: %s', (fields, expected) => {
    expect(isValid(fields)).toBe(expected);
  });
});

describe('isLinkTarget', () => {
  it.each(['/', '/guides#a', 'https://example.com', 'http://intranet/a?b', 'mailto:crew@example.com'])(
    'takes %s',
    (url) => expect(isLinkTarget(url)).toBe(true),
  );
  it.each([
    'guides',
    '//evil.example',
    '/\\evil',
    'javascript:alert(1)',
    'data:x',
    'https://',
    'mailto:',
    '/a b',
  ])('takes no %s', (url) => expect(isLinkTarget(url)).toBe(false));
});
