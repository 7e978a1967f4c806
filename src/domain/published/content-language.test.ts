import { describe, expect, it } from 'vitest';
import { describePathLanguage, describeSiteTexts } from './content-language.ts';

describe('a language of content', () => {
  it.each(['en', 'de', 'ar', 'de-AT', 'EN', 'pt-BR', 'zh-CN'])(
    'needs no remark where the site has texts in it: %s',
    (tag) => {
      expect(describeSiteTexts(tag)).toBeUndefined();
    },
  );

  it.each(['nl', 'zh-TW', 'sv'])('is said to leave the site’s own words in English: %s', (tag) => {
    expect(describeSiteTexts(tag)).toMatch(/stay English/);
  });
});

describe('a path', () => {
  it('that names a language says which', () => {
    expect(describePathLanguage('nl')).toMatch(/in Dutch\. .* stay English/);
  });

  it.each(['', 'v2', 'guides', 'de', 'qq', 'start-here'])('needs no remark otherwise: “%s”', (path) => {
    expect(describePathLanguage(path)).toBeUndefined();
  });
});
