// @module-tag without-database
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SeededRandom } from '#server/test/random.ts';
import { mergeText } from './merge-text.ts';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-merge-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The merge of Git; undefined where it finds conflicts. */
async function gitMerge(base: string, ours: string, theirs: string): Promise<string | undefined> {
  const names = Object.entries({ ours, base, theirs });
  const paths = await Promise.all(
    names.map(async ([name, text]) => {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    }),
  );
  try {
    return (await run('git', ['merge-file', '-p', '-q', ...paths])).stdout;
  } catch {
    return undefined;
  }
}

/** A text with some lines that were added, changed or deleted. */
function edit(random: SeededRandom, text: string, who: string): string {
  const lines = text.split('\n');
  for (let number = random.below(4); number >= 0; number -= 1) {
    const at = random.below(lines.length);
    const added = random.chance(0.7) ? [`${who} ${random.below(1000)}`] : [];
    lines.splice(at, random.below(2), ...added);
  }
  return lines.join('\n');
}

test('a merge without conflicts is the one that Git makes', async () => {
  const random = new SeededRandom(7);
  let clean = 0;
  for (let round = 0; round < 150; round += 1) {
    const base = `${Array.from({ length: 30 }, () => `line ${random.below(40)}`).join('\n')}\n`;
    const ours = edit(random, base, 'ours');
    const theirs = edit(random, base, 'theirs');
    const expected = await gitMerge(base, ours, theirs);
    const merged = mergeText(base, ours, theirs);
    if (expected === undefined || merged === undefined) continue;
    clean += 1;
    expect(merged).toBe(expected);
  }
  expect(clean).toBeGreaterThan(50);
});
