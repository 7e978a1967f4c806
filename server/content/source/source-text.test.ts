import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredPage } from '../pages/storage.ts';
import { readSourceText, type SourcePage, type SourceText, writeSourceText } from './source-text.ts';
import { escapeHeading, findTitleHeading, renameTitleHeading } from './title-heading.ts';

const bytesOf = (text: string) => Buffer.from(text, 'utf8');

function read(text: string): SourceText {
  const source = readSourceText(bytesOf(text));
  if (!source) throw new Error('It is no text.');
  return source;
}

/** The page that an import makes of a file. */
function pageOf({ fields, source, heading }: SourceText): SourcePage {
  const { cover: _cover, condition: _condition, title, ...rest } = fields;
  return { ...rest, title: heading ?? title ?? 'Page', source };
}

function write(text: string, change: Partial<StoredPage>, markdown?: string): string {
  const source = read(text);
  return writeSourceText({ ...pageOf(source), ...change }, markdown ?? source.markdown).toString('utf8');
}

const line = fc.constantFrom(
  '---',
  '...',
  '',
  '# Title',
  'Title',
  '===',
  'description: A: b # c',
  'description: >-',
  '  folded',
  'icon: "book"',
  'hidden: true',
  'tags: [a, b]',
  'tags:',
  '- tag: x',
  'vars:',
  '  v: 1.10',
  'layout:',
  '  title:',
  '    visible: false',
  'cover: ../a.png',
  'if: visitor.claims.x',
  '<!-- a',
  '-->',
  'ü\u{1f989}',
  '\uFEFF',
  ' ',
);
const texts = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r')), { maxLength: 30 })
  .map((lines) => lines.flat().join(''));

describe('readSourceText', () => {
  test('reads every text so that it is written as the same bytes', () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), fc.boolean(), (text, isWide) => {
        const bytes = isWide ? Buffer.from(`\uFEFF${text}`, 'utf16le') : bytesOf(text);
        const source = readSourceText(bytes);
        if (!source) return text.includes('\0') || /\p{Cs}/u.test(text);
        expect(writeSourceText(pageOf(source), source.markdown)).toEqual(bytes);
        return true;
      }),
      { numRuns: 2000 },
    );
  });

  test('reads UTF-16 of both orders and leaves other bytes alone', () => {
    const big = Buffer.from('\uFEFF# Ü\r\nText\r\n', 'utf16le').swap16();
    const source = readSourceText(big);
    expect(source).toMatchObject({ markdown: '# Ü\nText\n', heading: 'Ü' });
    expect(source && writeSourceText(pageOf(source), source.markdown)).toEqual(big);
    expect(readSourceText(Buffer.from([0xe9, 0x74, 0xe9]))).toBeUndefined();
    expect(readSourceText(Buffer.from([0x50, 0x4b, 0, 0]))).toBeUndefined();
  });

  test('reads the fields of the front matter, and the text below it', () => {
    const text = [
      '---',
      'description: >-',
      '  What it is',
      '  for',
      'icon: book-open # of the sidebar',
      'cover: ../.gitbook/assets/a (1).png',
      'coverY: -12.5',
      'hidden: true',
      'noRobotsIndex: true',
      'layout:',
      '  width: wide',
      '  cover: { visible: true, size: hero }',
      '  title: { visible: false }',
      'vars: { version: 1.10 }',
      'tags: [beta, "new"]',
      'if: visitor.claims.unsigned.isBeta',
      '---',
      '',
      '<!-- a comment -->',
      '# The `title` <a href="#x" id="x"></a>',
      '',
    ].join('\r\n');
    expect(read(text)).toMatchObject({
      markdown: '<!-- a comment -->\n# The `title` <a href="#x" id="x"></a>\n',
      heading: 'The title',
      source: { lineEnds: 'crlf', titleHeading: true },
      fields: {
        description: 'What it is for',
        icon: 'book-open',
        cover: { path: '../.gitbook/assets/a (1).png', yPos: -12.5 },
        hidden: true,
        noRobotsIndex: true,
        layout: { width: 'wide', cover: true, coverSize: 'hero', title: false },
        vars: { version: '1.10' },
        tags: ['beta', 'new'],
        condition: 'visitor.claims.unsigned.isBeta',
      },
    });
  });

  test('reads a value that lacks its quotes', () => {
    expect(read('---\ndescription: Ports: what they are\nicon: @at\n---\nText').fields).toEqual({
      description: 'Ports: what they are',
      icon: '@at',
    });
  });

  test('takes a rule at the start of a text for no front matter', () => {
    expect(read('---\n\nOne *rule*\n\n---\n').source).toEqual({});
  });

  test('keeps the ends of lines where they differ', () => {
    expect(read('a\r\nb\nc\r\n').source).toMatchObject({
      lineEnds: 'crlf',
      otherLineEnds: { runs: '1,1,1' },
    });
    expect(write('a\r\nb\nc\r\n', {}, 'a\nb\nd\n')).toBe('a\r\nb\r\nd\r\n');
  });
});

describe('writeSourceText', () => {
  const text =
    '---\n# of the page\nicon: "book"   # an icon\n\ndescription: >-\n  One\n  two\nother: [ 1,2 ]\nlayout:\n  title:\n    visible: true\n  extra: 1\n---\n\n# Title\n';

  test('changes the keys of edited fields only', () => {
    expect(write(text, { icon: 'owl' })).toBe(text.replace('"book"   #', '"owl" #'));
    expect(write(text, { description: 'Three four' })).toBe(text.replace('  One\n  two', '  Three four'));
    expect(write(text, { description: '' })).toBe(text.replace('description: >-\n  One\n  two\n', ''));
    expect(write(text, { layout: { title: false, outline: false } })).toBe(
      text.replace(
        'visible: true\n  extra: 1\n',
        'visible: false\n  extra: 1\n  outline:\n    visible: false\n',
      ),
    );
    expect(write(text, { hidden: true, tags: ['a'] })).toBe(
      text.replace('  extra: 1\n', '  extra: 1\nhidden: true\ntags:\n  - a\n'),
    );
  });

  test('adds front matter to a text without one, and removes what is empty', () => {
    expect(write('# Title\r\n\r\nText', { description: 'Why: so' })).toBe(
      '---\r\ndescription: "Why: so"\r\n---\r\n\r\n# Title\r\n\r\nText',
    );
    expect(write('---\nhidden: true\n---\n\nText', { hidden: false })).toBe('Text');
  });

  test('writes any fields so that they are read again', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((one) => !/[\0\uFEFF\p{Cc}\p{Cs}]/u.test(one))
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const pages = fc.record(
      {
        description: name,
        icon: fc.constantFrom('book', 'owl'),
        hidden: fc.constant(true),
        noIndex: fc.constant(true),
        layout: fc.record({
          title: fc.boolean(),
          cover: fc.boolean(),
          coverSize: fc.constantFrom('hero' as const, 'full' as const),
        }),
        vars: fc.dictionary(fc.constantFrom('a', 'b_1'), name, { minKeys: 1 }),
        tags: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
      },
      { requiredKeys: [] },
    );
    const keys = fc
      .uniqueArray(
        fc.constantFrom(
          'description: >-\n  A\n  B\n',
          'icon: "x" # why\n',
          '# of it\nhidden: true\n',
          'tags:\n- tag: a\n- tag: b\n\n',
          'layout:\n  title: { visible: true }\n  width: wide\n',
          'vars:\n  a: 1\n',
          'if: visitor.claims.a\n',
          'other: [1,\n  2]\n',
        ),
        { minLength: 1 },
      )
      .map((blocks) => `---\n${blocks.join('')}---\nText`);
    fc.assert(
      fc.property(keys, pages, (body, page) => {
        const before = readSourceText(bytesOf(body));
        if (!before) return;
        const { condition, title: _title, cover: _cover } = before.fields;
        const bytes = writeSourceText({ title: 'T', ...page, source: before.source }, before.markdown);
        const after = readSourceText(bytes);
        const { title: _written, cover: _same, ...fields } = after?.fields ?? {};
        expect(fields).toEqual({ ...page, ...(condition !== undefined && { condition }) });
      }),
      { numRuns: 500 },
    );
  });
});

describe('title headings', () => {
  test('are found behind comments, by either form', () => {
    expect(findTitleHeading('\n<!-- a\n b -->\n\n# One *two* {#x}\nText')?.title).toBe('One two');
    expect(findTitleHeading('One\n===\n')).toEqual({ title: 'One', lines: { start: 0, end: 2 } });
    for (const text of ['Text\n# One', '## One', '#', '#One', '<!-- open', '> # One', '']) {
      expect(findTitleHeading(text)).toBeUndefined();
    }
  });

  test('are renamed in their line, and keep their ids', () => {
    expect(renameTitleHeading('<!-- a -->\n#  One <a href="#x" id="x"></a>\n\nOne', 'Two')).toBe(
      '<!-- a -->\n#  Two <a href="#x" id="x"></a>\n\nOne',
    );
    expect(renameTitleHeading('One\n===\nText', 'Two')).toBe('Two\n===\nText');
  });

  test('show any title', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('a_b_c', '# a #', '*a* `b` <c>', '&amp;')),
        (title) => {
          const plain = title.replaceAll(/\s+/g, ' ').trim();
          if (plain === '' || /\p{Cc}/u.test(plain)) return;
          expect(findTitleHeading(`# ${escapeHeading(plain)}`)?.title).toBe(plain);
        },
      ),
    );
  });
});
