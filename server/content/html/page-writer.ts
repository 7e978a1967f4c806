import { HeadingAnchors } from '#api/heading-anchors.ts';
import type { TextHeading, TextHtml, TextPart } from '#server/database/tables/stored-texts.ts';
import { withoutIncludeMarks } from '../visitor-text/marked-conditions.ts';
import { attribute, HtmlWriter, type StartTag } from './html-writer.ts';

/** The shared state of the texts of a page: their positions, and the values that may occur only once. */
export class PageWriter {
  readonly anchors = new HeadingAnchors();
  readonly writer = new HtmlWriter({ takeId: (id) => this.anchors.takeAlias(id) });
  readonly headings: TextHeading[] = [];
  #blocks = 0;
  readonly #notes = new Map<string, number>();
  readonly #noteRefs = new Set<string>();
  readonly #shownNotes = new Set<string>();

  /** An id for the next block, or for a place of this name. No anchor of a heading has a tilde. */
  nextBlock(place?: string): string {
    if (place !== undefined) return this.anchors.take(`~${place}`);
    this.#blocks += 1;
    return `~${this.#blocks}`;
  }

  /** The number of a note, in the order in which notes are mentioned. */
  noteNumber(label: string): number {
    const number = this.#notes.get(label) ?? this.#notes.size + 1;
    this.#notes.set(label, number);
    return number;
  }

  /** Whether a note is mentioned for the first time. */
  noteRef(label: string): boolean {
    return isNew(this.#noteRefs, label);
  }

  isFirstNote(label: string): boolean {
    return isNew(this.#shownNotes, label);
  }

  /** A heading with a link to itself. */
  heading(
    { level, anchor, title, method }: Omit<TextHeading, 'guard'>,
    content: () => void,
    { aliases = [], direction = '' }: { aliases?: readonly string[]; direction?: string } = {},
  ): void {
    const { writer } = this;
    const { guard } = writer;
    this.headings.push({
      ...{ level, anchor, title },
      ...(method !== undefined && { method }),
      ...(guard !== undefined && { guard }),
    });
    writer.element(
      `h${level}`,
      [attribute('id', anchor) + direction],
      () => {
        for (const alias of aliases) writer.element('span', [attribute('id', alias)], () => {});
        content();
        // A link can't be in a link: one that was never closed ends here, one around the heading stays.
        writer.closeRaw('a');
        if (writer.isInside('a')) return;
        const href = attribute('href', `#${anchor}`);
        const start: StartTag = [
          ` class="anchor"${href} aria-label="`,
          { label: 'heading', text: title },
          '"',
        ];
        writer.element('a', start, () => {});
      },
      true,
    );
  }

  finish(): TextHtml {
    this.writer.end();
    const text = { parts: withoutIds(this.writer.parts, this.anchors.lost), headings: this.headings };
    const hasIncludes = (this.writer.includes ?? []).length > 0;
    return hasIncludes ? JSON.parse(withoutIncludeMarks(JSON.stringify(text))) : text;
  }
}

function isNew(labels: Set<string>, label: string): boolean {
  const isKnown = labels.has(label);
  labels.add(label);
  return !isKnown;
}

/** Parts without the first place of each of these ids: a heading has taken it. */
function withoutIds(parts: readonly TextPart[], ids: ReadonlySet<string>): TextPart[] {
  if (ids.size === 0) return [...parts];
  const remaining = new Set([...ids].map((id) => attribute('id', id)));
  const cut = (some: readonly TextPart[]): TextPart[] =>
    some.map((part) => {
      if (typeof part !== 'string') return 'guard' in part ? { ...part, parts: cut(part.parts) } : part;
      let html = part;
      for (const id of remaining) {
        const at = html.indexOf(id);
        if (at < 0) continue;
        html = html.slice(0, at) + html.slice(at + id.length);
        remaining.delete(id);
      }
      return html;
    });
  return cut(parts);
}
