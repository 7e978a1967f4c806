/**
 * The colors of code, as published pages have them. The server is asked for them when typing pauses, for blocks in view
 * only, and its answers are remembered by language and code. Until then code has the colors that it had, which move with
 * what is typed.
 */
import { type Extension, type Range, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { CodeBlock, CodeToken, HighlightedCode } from '#api/generated/types.gen.ts';
import type { TextStructure } from '../structure/text-structure.ts';

/** Finds the colors of blocks of code; rejects where the server can't. */
export type Highlight = (blocks: CodeBlock[]) => Promise<readonly HighlightedCode[]>;

/** Typing and scrolling pause for this time before the server is asked. */
const pauseMs = 300;

/** Published pages show longer code plain. */
const maxCode = 20_000;
/** The limits of a request. */
const maxBlocks = 20;
const maxRequestedCode = 40_000;
/** More blocks are not remembered; the oldest ones are forgotten. */
const maxRemembered = 500;

/** A fenced block of code with a language. */
export interface CodePart {
  language: string;
  code: string;
  /** Where each of its lines begins in the text, behind the signs of lists and quotes around it. */
  lines: readonly { from: number; length: number }[];
}

const keyOf = ({ language, code }: CodePart): string => `${language}\n${code}`;

/** The fenced code that has lines in ranges of a text, in its order; what is too long or has no language is left out. */
export function findCode(
  structure: TextStructure,
  ranges: readonly { from: number; to: number }[],
): CodePart[] {
  const parts: CodePart[] = [];
  let next = 0;
  for (const { from, to } of ranges) {
    const last = structure.lineAt(to);
    let index = Math.max(next, structure.lineAt(from));
    // The range may begin in the midst of code.
    while (index > next && structure.lineOf(index).kind === 'code') index -= 1;
    for (; index <= last; index = next) {
      next = index + 1;
      const { kind, sign } = structure.lineOf(index);
      if (kind !== 'fence') continue;
      while (structure.findLine(next)?.kind === 'code') next += 1;
      const part = structure.drawnWhole(index) ? undefined : readPart(structure, sign, index + 1, next);
      if (part) parts.push(part);
    }
  }
  return parts;
}

/** @param end the line behind the last one of the code */
function readPart(structure: TextStructure, info: string, first: number, end: number): CodePart | undefined {
  const [language] = /^[\w+#.-]{1,40}/.exec(info) ?? [];
  if (language === undefined || first === end) return undefined;
  if (structure.endOf(end - 1) - structure.startOf(first) > maxCode) return undefined;
  const contents = Array.from({ length: end - first }, (_, at) => structure.contentOf(first + at));
  return {
    language,
    code: contents.map(({ from, to }) => structure.doc.sliceString(from, to)).join('\n'),
    lines: contents.map(({ from, to }) => ({ from, length: to - from })),
  };
}

/** The colors of code, where it is in the text. */
export function rangesOf({ lines }: CodePart, tokens: readonly CodeToken[]): Range<Decoration>[] {
  const ranges: Range<Decoration>[] = [];
  let next = 0;
  let start = 0;
  for (const { from, length } of lines) {
    const end = start + length;
    for (let token = tokens[next]; token && token.start < end; token = tokens[(next += 1)]) {
      if (token.start < start || token.end > end || token.start >= token.end) continue;
      const color = Decoration.mark({ class: `cm-code-${token.kind}` });
      ranges.push(color.range(from + token.start - start, from + token.end - start));
    }
    // With the end of the line.
    start = end + 1;
  }
  return ranges;
}

/** By `keyOf`, the latest last. */
const remembered = new Map<string, readonly CodeToken[]>();

function remember(part: CodePart, tokens: readonly CodeToken[]): void {
  remembered.set(keyOf(part), tokens);
  const [oldest] = remembered.keys();
  if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
}

/** Those whose colors are not known, as many as one request may have. */
function findMissing(parts: readonly CodePart[]): CodePart[] {
  const missing = new Map<string, CodePart>();
  let length = 0;
  for (const part of parts) {
    const key = keyOf(part);
    if (remembered.has(key) || missing.has(key)) continue;
    length += part.code.length;
    if (missing.size === maxBlocks || length > maxRequestedCode) break;
    missing.set(key, part);
  }
  return [...missing.values()];
}

const draw = StateEffect.define();

class CodeColors implements PluginValue {
  decorations: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  readonly #highlight: Highlight;
  readonly #structureOf: (state: EditorView['state']) => TextStructure;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isEnded = false;

  constructor(
    view: EditorView,
    highlight: Highlight,
    structureOf: (state: EditorView['state']) => TextStructure,
  ) {
    this.#view = view;
    this.#highlight = highlight;
    this.#structureOf = structureOf;
    this.#draw();
    this.#pause(0);
  }

  update({ docChanged, viewportChanged, changes, transactions, view }: ViewUpdate): void {
    if (docChanged) this.decorations = this.decorations.map(changes);
    const isAsked = transactions.some(({ effects }) => effects.some((effect) => effect.is(draw)));
    if (isAsked || (viewportChanged && !docChanged && !view.composing)) this.#draw();
    if (docChanged || viewportChanged) this.#pause(pauseMs);
  }

  destroy(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  #parts(): CodePart[] {
    return findCode(this.#structureOf(this.#view.state), this.#view.visibleRanges);
  }

  /** Draws what is known of the code in view; the rest of it has the colors that it had. */
  #draw(): void {
    const ranges: Range<Decoration>[] = [];
    for (const part of this.#parts()) {
      const tokens = remembered.get(keyOf(part));
      if (tokens) ranges.push(...rangesOf(part, tokens));
      else {
        const { from = 0 } = part.lines[0] ?? {};
        const last = part.lines.at(-1);
        this.decorations.between(from, last ? last.from + last.length : from, (start, end, value) => {
          ranges.push(value.range(start, end));
        });
      }
    }
    this.decorations = Decoration.set(ranges, true);
  }

  #pause(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), ms);
  }

  #refresh(): void {
    // What is composed must stay where it is.
    if (this.#view.composing) return this.#pause(pauseMs);
    const parts = this.#parts();
    if (parts.length > 0 || this.decorations.size > 0) this.#view.dispatch({ effects: draw.of(null) });
    const missing = findMissing(parts);
    if (missing.length > 0 && !this.#isAsking) void this.#ask(missing);
  }

  async #ask(parts: readonly CodePart[]): Promise<void> {
    this.#isAsking = true;
    try {
      const answers = await this.#highlight(parts.map(({ language, code }) => ({ language, code })));
      parts.forEach((part, index) => remember(part, answers[index]?.tokens ?? []));
      // What was typed or scrolled to since is asked for next.
      if (!this.#isEnded) this.#pause(0);
    } catch {
      // It stays as it is until something is typed or scrolled to.
    } finally {
      this.#isAsking = false;
    }
  }
}

const colors = EditorView.baseTheme({
  '.cm-code-keyword': { color: 'var(--code-keyword)' },
  '.cm-code-string': { color: 'var(--code-string)' },
  '.cm-code-number': { color: 'var(--code-number)' },
  '.cm-code-name': { color: 'var(--code-name)' },
  '.cm-code-comment': { color: 'var(--code-comment)' },
});

/** @param structureOf given by the visual view, so that this file shares no code with it */
export const codeColors = (
  highlight: Highlight,
  structureOf: (state: EditorView['state']) => TextStructure,
): Extension => [
  colors,
  ViewPlugin.define((view) => new CodeColors(view, highlight, structureOf), {
    decorations: ({ decorations }) => decorations,
  }),
];
