import fc from 'fast-check';
// @module-tag without-database
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mergeMarkdown, mergeText } from './merge-text.ts';

/** Three versions of a text: base, ours and theirs. */
type Versions = readonly [string, string, string];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merge-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What `git merge-file` makes of each: a text, or undefined where it finds conflicts. One process starts them all. */
async function mergeWithGit(cases: readonly Versions[]): Promise<(string | undefined)[]> {
  await Promise.all(
    cases.flatMap(([base, ours, theirs], at) =>
      Object.entries({ base, ours, theirs }).map(([name, text]) =>
        writeFile(join(folder, `${name}-${at}`), text),
      ),
    ),
  );
  const script = `for at in $(seq 0 ${cases.length - 1}); do
    git merge-file -q -p ours-$at base-$at theirs-$at > merged-$at; echo $?
  done`;
  const { stdout } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  const codes = stdout.trim().split('\n').map(Number);
  return Promise.all(
    codes.map((code, at) => (code === 0 ? readFile(join(folder, `merged-${at}`), 'utf8') : undefined)),
  );
}

const words = fc.constantFrom('lamp', 'oil', 'wick', 'salt', 'sea', 'fog', 'bell');
const sentence = fc.array(words, { minLength: 1, maxLength: 4 }).map((all) => `${all.join(' ')}.`);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const line = fc.oneof(
  { weight: 5, arbitrary: paragraph },
  { weight: 1, arbitrary: fc.constantFrom('---', '```', '{% endhint %}', '* a', '') },
);
const edit = fc.record({ kind: fc.constantFrom('remove', 'add', 'change'), place: fc.nat(30), line });

function applied(lines: readonly string[], edits: readonly { kind: string; place: number; line: string }[]) {
  const result = [...lines];
  for (const { kind, place, line: text } of edits) {
    const added = kind === 'remove' ? [] : [text];
    result.splice(place % (result.length + 1), kind === 'add' ? 0 : 1, ...added);
  }
  return result;
}

/** Few words and many equal lines: most texts can be compared in several ways. */
const versions = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 14 }),
    ours: fc.array(edit, { maxLength: 4 }),
    theirs: fc.array(edit, { maxLength: 4 }),
    separator: fc.constantFrom('\n', '\n\n'),
  })
  .map(({ lines, ours, theirs, separator }): Versions => {
    const write = (all: readonly string[]) => `${all.join(separator)}\n`;
    return [write(lines), write(applied(lines, ours)), write(applied(lines, theirs))];
  });

it('what git merges is merged in the same way, and what is a conflict there is one here', async () => {
  const count = 4 * (fc.readConfigureGlobal().numRuns ?? 100);
  const cases = fc.sample(versions, count);
  const merged = await mergeWithGit(cases);
  expect(merged).toHaveLength(count);
  expect(merged.filter((text) => text !== undefined).length).toBeGreaterThan(count / 4);
  for (const [at, text] of merged.entries()) {
    const [base = '', ours = '', theirs = ''] = cases[at] ?? [];
    expect({ base, ours, theirs, text: mergeText(base, ours, theirs) }).toEqual({ base, ours, theirs, text });
    if (text !== undefined) expect(mergeMarkdown(base, ours, theirs)).toEqual({ text, paragraphs: [] });
  }
});
