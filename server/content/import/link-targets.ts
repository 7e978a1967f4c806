/** The target of a link or image, and its position in the Markdown. */
export interface LinkTarget {
  start: number;
  end: number;
  target: string;
  isImage: boolean;
}

/** Finds the targets of all links and images in Markdown, in order, except in code. Runs in linear time. */
export function findTargets(markdown: string): LinkTarget[] {
  const targets: LinkTarget[] = [];
  for (const { start, end } of proseRanges(markdown)) new LinkScanner(markdown, start, end, targets).run();
  return targets;
}

/** Replaces targets in a text; `change` returns undefined for a target that stays. */
export function replaceTargets(
  markdown: string,
  targets: readonly LinkTarget[],
  change: (target: string) => string | undefined,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, target } of targets) {
    const changed = change(target);
    if (changed === undefined) continue;
    parts.push(markdown.slice(at, start), changed);
    at = end;
  }
  return parts.join('') + markdown.slice(at);
}

/** The ranges of a text outside fenced code. */
function proseRanges(markdown: string): { start: number; end: number }[] {
  const ranges = [];
  let fence: string | undefined;
  let start = 0;
  for (let at = 0; at < markdown.length;) {
    const next = markdown.indexOf('\n', at);
    const end = next === -1 ? markdown.length : next + 1;
    const opening = /^ {0,3}(`{3,}|~{3,})/.exec(markdown.slice(at, Math.min(end, at + 200)))?.[1];
    if (fence === undefined && opening !== undefined) {
      ranges.push({ start, end: at });
      fence = opening;
    } else if (fence !== undefined && opening?.startsWith(fence)) {
      fence = undefined;
      start = end;
    }
    at = end;
  }
  if (fence === undefined) ranges.push({ start, end: markdown.length });
  return ranges;
}

/** Scans one range of prose. */
class LinkScanner {
  readonly #text: string;
  readonly #end: number;
  readonly #found: LinkTarget[];
  /** Positions of open brackets. */
  readonly #open: number[] = [];
  /** Positions of backtick runs by length, the last one first. */
  readonly #ticks = new Map<number, number[]>();
  #at: number;

  constructor(text: string, start: number, end: number, found: LinkTarget[]) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
    this.#found = found;
    for (const { 0: run, index } of text.slice(start, end).matchAll(/`+/g)) {
      const positions = this.#ticks.get(run.length) ?? [];
      positions.push(start + index);
      this.#ticks.set(run.length, positions);
    }
    for (const places of this.#ticks.values()) places.reverse();
  }

  run(): void {
    while (this.#at < this.#end) this.#step();
  }

  #step(): void {
    switch (this.#text[this.#at]) {
      case '\\':
        this.#at += 2;
        return;
      case '`':
        this.#skipCode();
        return;
      case '[':
        this.#open.push(this.#at);
        break;
      case ']':
        this.#close();
        return;
      default:
    }
    this.#at += 1;
  }

  /** Skips a code span, or the backticks if nothing closes them. */
  #skipCode(): void {
    let length = 1;
    while (this.#text[this.#at + length] === '`') length += 1;
    const positions = this.#ticks.get(length) ?? [];
    while ((positions.at(-1) ?? Infinity) <= this.#at) positions.pop();
    this.#at = (positions.at(-1) ?? this.#at) + length;
  }

  #close(): void {
    const opening = this.#open.pop();
    const next = this.#text[this.#at + 1];
    this.#at += 1;
    if (opening === undefined || (next !== '(' && next !== ':')) return;
    if (next === ':' && !this.#isAtLineStart(opening)) return;
    this.#at += 1;
    while (this.#text[this.#at] === ' ') this.#at += 1;
    this.#parseTarget(this.#text[opening - 1] === '!');
  }

  #isAtLineStart(position: number): boolean {
    const before = this.#text.slice(Math.max(0, position - 4), position);
    return /(^|\n) {0,3}$/.test(before) && (position < 4 || before.includes('\n'));
  }

  #parseTarget(isImage: boolean): void {
    const start = this.#at;
    const isWrapped = this.#text[start] === '<';
    let depth = 0;
    for (; this.#at < this.#end; this.#at += 1) {
      const sign = this.#text[this.#at] ?? '';
      if (sign === '\n' || (isWrapped ? sign === '>' : /\s/.test(sign))) break;
      if (sign === '(') depth += 1;
      if (sign === ')' && !isWrapped && (depth -= 1) < 0) break;
    }
    if (isWrapped && this.#text[this.#at] === '>') this.#at += 1;
    const label = this.#text.slice(start, this.#at);
    const target = isWrapped ? label.slice(1, -1) : label;
    if (target !== '') this.#found.push({ start, end: this.#at, target, isImage });
  }
}
