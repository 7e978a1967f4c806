import { strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import { escapeHtml } from '#server/content/html/escape.ts';
import { parseWithHtml } from '#server/content/html/parse-with-html.ts';
import { problemsOf } from '#server/content/html/testing/harmless-html.ts';
import { joinTextHtml } from '#server/content/html/text-html.ts';
import { ImportError } from '#server/content/import/import-error.ts';
import type { PlannedPage } from '#server/content/import/import-plan.ts';
import { planImport } from '#server/content/import/plan-import.ts';
import { readEntry } from '#server/content/import/source-entry.ts';
import { selectEntries, selectTexts } from '#server/resources/content-import/source/source-entries.ts';
import { listArchive } from '#server/resources/content-import/source/stored-archive.ts';
import type { SeededRandom } from '../random.ts';
import { type FuzzTarget, mustHold } from './fuzz-target.ts';
import { mutate } from './mutate.ts';

const WORDS = [
  ...[
    '# ',
    '## ',
    '---\n',
    'title: ',
    '\n\n',
    '* ',
    '1. ',
    '> ',
    '```\n',
    '~~~',
    '    ',
    '| a | b |\n',
    '|---|---|\n',
    '- [ ] ',
  ],
  ...[
    '[a](b.md)',
    '![x](i.png)',
    '[x]: ./y.md "t"\n',
    '<a href="x">',
    '<img src=x>',
    '<details>',
    '</details>',
    '<!--',
    '-->',
  ],
  ...[
    '**',
    '__',
    '*',
    '_',
    '`',
    '~~',
    '\\',
    '&amp;',
    '&#x',
    ';',
    '$$',
    '$',
    '{% hint %}',
    '{% endhint %}',
    '[^1]',
    '[^1]: ',
  ],
  ...[
    '](',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '//[',
    'http://',
    'https://1.2.3.4.5/',
    '../',
    './',
    '/',
    '#a',
    '?b',
    '%zz',
    '\0',
    '\r\n',
  ],
];
const PATHS = [
  'README.md',
  'a/README.md',
  'a/b/index.mdx',
  'a.md',
  'i.png',
  '.x.md',
  '__MACOSX/a.md',
  '../x.md',
  'a/../b.md',
  '/a.md',
];

/** Archives of Markdown files: listed, planned and made into HTML. */
export const archiveTarget: FuzzTarget = {
  examples: () => [
    zipSync({
      'README.md': strToU8('# Hello\n\n[next](guide/first.md) ![x](img/i.png)\n'),
      'guide/first.md': strToU8('---\ntitle: "First"\n---\n\n- a\n- b\n\n```js\nlet x = 1;\n```\n'),
    }),
    zipSync(
      {
        'docs/a.md': strToU8(
          '| a | b |\n|---|---|\n| 1 | `x` |\n\n> quote\n\n<details><summary>s</summary>t</details>\n',
        ),
      },
      { level: 0 },
    ),
    zipSync({
      'x/1.md': strToU8('a\n'),
      'x/2/index.md': strToU8('# B [c](../1.md#a)\n'),
      'x/i.gif': strToU8('GIF89a\x01\0\x01\0'),
    }),
  ],
  words: ['PK\u0003\u0004', 'PK\u0001\u0002', 'PK\u0005\u0006', 'PK\u0007\u0008', '\0\0', ...WORDS],
  maxBytes: 64 * 1024,
  budgetMs: 4000,
  restructure: changeEntries,
  run: async (input) => {
    try {
      await convert(Buffer.from(input));
    } catch (error) {
      if (error instanceof ImportError)
        return mustHold(error.message.endsWith('.'), 'The problem is not a sentence.');
      // Too much nesting, which the caller learns.
      if (!(error instanceof RangeError)) throw error;
    }
    return undefined;
  },
};

async function convert(bytes: Buffer): Promise<void> {
  const { entries } = await listArchive(new BufferReader(bytes), { size: bytes.length, name: 'fuzz.zip' });
  const outside = entries.find(({ path }) => path.startsWith('/') || path.split(/[/\\]/).includes('..'));
  mustHold(outside === undefined, `A path leads outside: ${outside?.path}`);
  const selected = selectEntries(entries);
  const texts = new Map<string, Uint8Array>();
  for (const entry of selectTexts(selected.entries).texts) texts.set(entry.path, await readEntry(entry));
  const files = selected.entries.map(({ path, size }) => ({ path, size }));
  const { books } = planImport({ files, texts });
  for (const page of books.flatMap(({ pages }) => flattenPlanned(pages))) {
    if (page.markdown === undefined) continue;
    const { html } = parseWithHtml(page.markdown);
    const written = joinTextHtml(JSON.parse(html ?? '[]'), ({ kind, href }) =>
      kind === 'link' ? ` href="${escapeHtml(href)}"` : ` src="${escapeHtml(href)}"`,
    );
    const [problem] = problemsOf(written);
    mustHold(problem === undefined, `The HTML is not harmless: ${problem}`);
  }
}

class BufferReader extends RandomAccessReader {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    super();
    this.#bytes = bytes;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from([this.#bytes.subarray(start, end)]);
  }
}

const flattenPlanned = (pages: readonly PlannedPage[]): PlannedPage[] =>
  pages.flatMap((page) => [page, ...flattenPlanned(page.pages)]);

/** Changes the texts and paths inside, so that what comes behind the format is reached too. */
function changeEntries(input: Uint8Array, random: SeededRandom, other: Uint8Array): Uint8Array | undefined {
  try {
    const entries: [string, Uint8Array][] = Object.entries(unzipSync(input));
    const [first = new Uint8Array()] = Object.values(unzipSync(other));
    const index = random.below(entries.length);
    const [path = 'a.md', content = new Uint8Array()] = entries[index] ?? [];
    const changed: [string, Uint8Array] = random.chance(0.8)
      ? [
          path,
          mutate({ ...archiveTarget, restructure: () => undefined, words: WORDS }, content, first, random),
        ]
      : [random.chance(0.5) ? random.pick(PATHS) : `${random.pick(['a/', 'b/', '0/', ''])}${path}`, content];
    const next: Zippable = Object.fromEntries(
      random.chance(0.9) ? entries.with(index, changed) : [...entries, changed],
    );
    // Compressing takes longer than all the rest.
    return zipSync(next, { level: random.chance(0.05) ? 6 : 0, mtime: '2026-01-01' });
  } catch {
    return undefined;
  }
}
