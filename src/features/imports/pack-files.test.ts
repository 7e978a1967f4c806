import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { PickedFile } from '#src/domain/uploads/picked-files.ts';
import { isSentAsIs, packFiles } from './pack-files.ts';

const pick = (path: string, content: string): PickedFile => ({
  path,
  file: new File([content], path.split('/').at(-1) ?? path),
});
const options = { name: 'docs', onPacked: () => {}, signal: new AbortController().signal };

it('packs the files of a folder with their paths', async () => {
  const sizes: number[] = [];
  const files = [
    pick('docs/README.md', '# Home\n'),
    pick('docs/.gitbook/assets/a b.png', 'bytes'),
    pick('docs/empty.md', ''),
    pick('docs/über/日本.md', '# 日本\n'),
  ];
  const archive = await packFiles(files, { ...options, onPacked: (bytes) => sizes.push(bytes) });
  expect(archive.name).toBe('docs.zip');
  const unpacked = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  expect(Object.keys(unpacked)).toEqual(files.map(({ path }) => path));
  expect(new TextDecoder().decode(unpacked['docs/über/日本.md'])).toBe('# 日本\n');
  expect(sizes.at(-1)).toBe(files.reduce((sum, { file }) => sum + file.size, 0));
});

it('sends an archive, a document and a single file as they are', async () => {
  for (const name of ['export.zip', 'Manual.DOCX', 'guide.md']) {
    const files = [pick(name, 'bytes')];
    expect(isSentAsIs(files)).toBe(true);
    expect((await packFiles(files, options)).name).toBe(name);
  }
  // Alone in its folder, it keeps its path.
  expect(isSentAsIs([pick('docs/guide.md', 'text')])).toBe(false);
  expect(isSentAsIs([pick('a.md', ''), pick('b.md', '')])).toBe(false);
});

it('stops when it is canceled', async () => {
  const controller = new AbortController();
  const files = [pick('docs/a.md', 'text'), pick('docs/b.md', 'text')];
  const packing = packFiles(files, {
    ...options,
    signal: controller.signal,
    onPacked: () => controller.abort(),
  });
  await expect(packing).rejects.toThrow(/abort/i);
});
