// @module-tag without-database
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ReaderAssets } from './reader-assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'reader-'));
writeFileSync(join(folder, 'reader.js'), 'void 0;');
writeFileSync(join(folder, 'reader.css'), 'body{margin:0}');
writeFileSync(join(folder, 'reference.css'), '.operation{margin:0}');
afterAll(() => rmSync(folder, { recursive: true }));

describe('the files of the reader', () => {
  it('are named after their content, and compressed', () => {
    const assets = new ReaderAssets(folder);
    const look = ':root{--accent:red}';
    const style = assets.style(look);
    expect(style?.name).toMatch(/^reader-[0-9a-f]{12}\.css$/);
    expect(style?.name).not.toBe(assets.style('')?.name);
    expect(String(style && brotliDecompressSync(style.brotli))).toBe(`body{margin:0}${look}`);
    expect(assets.style(look)).toBe(style);
    expect(assets.script?.type).toBe('text/javascript; charset=utf-8');
  });

  it('are found by name, for the look of the site', () => {
    const assets = new ReaderAssets(folder);
    const name = assets.style('a{}')?.name ?? '';
    expect(new ReaderAssets(folder).find(name, 'a{}')?.name).toBe(name);
    expect(assets.find(name, 'b{}')).toBeUndefined();
    for (const shared of [assets.script, assets.referenceStyle]) {
      expect(shared).toBeDefined();
      expect(assets.find(shared?.name ?? '', 'b{}')).toBe(shared);
    }
  });

  it('are missing where they are not built', () => {
    for (const directory of [undefined, join(folder, 'nothing')]) {
      const assets = new ReaderAssets(directory);
      expect([assets.script, assets.referenceStyle, assets.style('')]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });
});
