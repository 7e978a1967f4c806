// @module-tag without-database
import { gemoji } from 'gemoji';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withEmojiNames } from './emoji.ts';
import { printPages } from './print-pages.ts';
import { isInCodeFont, toPrintable, typefaceOf } from './printable.ts';

/** All characters of the basic plane that need the extended fonts. */
const EXTENDED_CHARACTERS = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (sign) =>
    /[^\p{Cn}\p{Cs}\p{M}]/u.test(sign) && toPrintable(sign) === sign && typefaceOf(sign) === 'extended',
);

async function print(markdown: string): Promise<string> {
  const pdf = await printPages({
    title: 'Letters',
    pages: [{ title: 'All', markdown, url: 'http://bindery.test/page', depth: 0 }],
    now: new Date('2026-11-21T09:30:00Z'),
    findImage: () => undefined,
    resolveUrl: (href) => href,
  });
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)].map(
    ([, stream = '']) => {
      try {
        return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    },
  );
  return streams.join('\n');
}

/** The glyph ids that a document shows; 0000 is the glyph for missing characters. */
function glyphsOf(streams: string): string[] {
  const hex = [...streams.matchAll(/<([0-9a-f]+)> [-\d.]+/g)].map(([, text = '']) => text);
  return hex.flatMap((text) => text.match(/.{4}/g) ?? []);
}

describe('printPages', () => {
  it('has a glyph for every character of the extended fonts, in each style', async () => {
    expect(EXTENDED_CHARACTERS.length).toBeGreaterThan(3000);
    const all = EXTENDED_CHARACTERS.join('').replaceAll(/.{8}/g, '$& ');
    // The upright fonts have all glyphs of the italic ones.
    for (const markdown of [`*${all}*`, `***${all}***`]) {
      const streams = await print(markdown);
      expect(glyphsOf(streams).length).toBeGreaterThan(EXTENDED_CHARACTERS.length);
      expect(glyphsOf(streams)).not.toContain('0000');
    }
  });

  it('prints code in a monospace font where it has the glyphs', async () => {
    const code = EXTENDED_CHARACTERS.filter(isInCodeFont);
    expect(code.length).toBeGreaterThan(1200);
    const glyphs = glyphsOf(await print(`\`\`\`\n${code.join(' ')}\n\`\`\``));
    expect(glyphs.length).toBeGreaterThan(code.length);
    expect(glyphs).not.toContain('0000');
  });

  it('has a glyph for every emoji, and names emoji in tables and code', async () => {
    const emoji = gemoji.map(({ emoji: one }) => one).filter((one) => !/^[\d#*]/.test(one));
    const streams = await print(emoji.map((one) => `${one} tide`).join('\n'));
    expect(glyphsOf(streams).length).toBeGreaterThan(1800);
    expect(glyphsOf(streams)).not.toContain('0000');
    expect(withEmojiNames('Owl 🦉, flag 🇩🇪, ✅')).toBe('Owl :owl:, flag :de:, :white_check_mark:');
  });
});
