import { describe, expect, it } from 'vitest';
import { parseHref } from './page-href.ts';

const from = { spaceId: 's1', path: 'guides/start' };

describe('parseHref', () => {
  it.each([
    ['/pages/p1#setup', { kind: 'page', spaceId: 's1', pageId: 'p1', anchor: 'setup' }],
    ['/spaces/s2/pages/p2', { kind: 'page', spaceId: 's2', pageId: 'p2', anchor: '' }],
    ['/spaces/s2', { kind: 'space', spaceId: 's2' }],
    ['/files/f1', { kind: 'file', fileId: 'f1' }],
    ['#setup', { kind: 'here', anchor: 'setup' }],
    ['../api/tokens.md#make', { kind: 'path', path: 'api/tokens', anchor: 'make' }],
    ['next', { kind: 'path', path: 'guides/next', anchor: '' }],
    ['https://press.example/a', { kind: 'external', url: 'https://press.example/a' }],
    ['mailto:help@press.example', { kind: 'external', url: 'mailto:help@press.example' }],
  ])('%s', (href, address) => {
    expect(parseHref(href, from)).toEqual(address);
  });

  it.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', '//press.example'])(
    'does not follow %s',
    (href) => {
      expect(parseHref(href, from)).toEqual({ kind: 'none' });
    },
  );
});
