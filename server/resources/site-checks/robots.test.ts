// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { robotsAllow } from './robots.ts';

const FILE = `# For all
User-agent: *
Disallow: /private
Allow: /private/open
Disallow: /*.pdf$
Disallow:

User-Agent: other
User-agent: Bindery-Links
Disallow: /own
`;

describe('robots.txt', () => {
  it.each([
    ['', '/a', true],
    [FILE, '/private', true],
    [FILE, '/own/page', false],
    [FILE.replace('Bindery-Links', 'third'), '/private/page', false],
    [FILE.replace('Bindery-Links', 'third'), '/private/open/page', true],
    [FILE.replace('Bindery-Links', 'third'), '/a/b.pdf', false],
    [FILE.replace('Bindery-Links', 'third'), '/a/b.pdf?x', true],
    [FILE.replace('Bindery-Links', 'third'), '/own', true],
    ['User-agent: *\nDisallow: /', '/', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['<html>Not found</html>', '/a', true],
    ['User-agent: *\r\nDisallow: /*a*b*c$\r\n', '/xaybzc', false],
    ['User-agent: *\r\nDisallow: /*a*b*c$\r\n', '/xaybz', true],
    ['Disallow: /', '/a', true],
  ])('%j: %s is allowed: %s', (robots, path, isAllowed) => {
    expect(robotsAllow(robots, path)).toBe(isAllowed);
  });

  it('is read quickly, whatever it has', () => {
    const robots = `User-agent: *\n${`Disallow: /${'*a'.repeat(500)}$\n`.repeat(500)}`;
    const start = performance.now();
    expect(robotsAllow(robots, `/${'a'.repeat(900)}b`)).toBe(true);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
