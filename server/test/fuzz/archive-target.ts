import { strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { escapeHtml } from '#server/content/html/escape.ts';
import { problemsOf } from '#server/content/html/testing/harmless-html.ts';
import { joinTextHtml } from '#server/content/html/text-html.ts';
import { buildPages } from '#server/content/import/build-content.ts';
import { convertArchive } from '#server/content/import/convert-archive.ts';
import type { PackedPage } from '#server/content/import/imported-page.ts';
import { unpackZip } from '#server/content/import/unpack-zip.ts';
import type { SeededRandom } from '../random.ts';
import { type FuzzTarget, mustHold } from './fuzz-target.ts';
import { mutate } from './mutate.ts';

const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;
const MAX_PAGES = 3000;

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

/** Archives of Markdown files: unpacked, converted and made into pages in a task process. */
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
    const unpacked = unpackZip({ bytes: input });
    if ('files' in unpacked) {
      const size = unpacked.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
      mustHold(size <= MAX_UNPACKED_BYTES, `${size} bytes were unpacked.`);
      const outside = unpacked.files.find(
        ({ path }) => path.startsWith('/') || path.split(/[/\\]/).includes('..'),
      );
      mustHold(outside === undefined, `A path leads outside: ${outside?.path}`);
    }
    try {
      await convert(input);
    } catch (error) {
      // Too much nesting, which the caller learns.
      if (!(error instanceof RangeError)) throw error;
    }
  },
};

async function convert(bytes: Uint8Array): Promise<void> {
  const converted = convertArchive({ bytes });
  if ('problem' in converted)
    return mustHold(converted.problem.endsWith('.'), 'The problem is not a sentence.');
  mustHold(countPages(converted.pages) <= MAX_PAGES, 'There are more pages than files and folders.');
  const built = await buildPages({
    pages: converted.pages,
    fileIds: new Map(),
    now: '2026-01-01T00:00:00.000Z',
  });
  for (const { html } of built.texts) {
    const written = joinTextHtml(JSON.parse(html ?? '[]'), ({ kind, href }) =>
      kind === 'link' ? ` href="${escapeHtml(href)}"` : ` src="${escapeHtml(href)}"`,
    );
    const [problem] = problemsOf(written);
    mustHold(problem === undefined, `The HTML is not harmless: ${problem}`);
  }
  return undefined;
}

const countPages = (pages: readonly PackedPage[]): number =>
  pages.reduce((sum, page) => sum + 1 + countPages(page.pages), 0);

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
