import type { TextHeading, TextHtml } from '#server/database/tables/stored-texts.ts';
import { HeadingAnchors } from '../pages/heading-anchors.ts';
import { attribute, HtmlWriter, type StartTag } from './html-writer.ts';

/** The shared state of the texts of a page: their positions, and the values that may occur only once. */
export class PageWriter {
  readonly writer = new HtmlWriter();
  readonly anchors = new HeadingAnchors();
  readonly headings: TextHeading[] = [];
  #blocks = 0;

  /** An id for the next block. No anchor has a tilde. */
  nextBlock(): string {
    this.#blocks += 1;
    return `~${this.#blocks}`;
  }

  /** A heading with a link to itself. */
  heading({ level, anchor, title, method }: Omit<TextHeading, 'guard'>, content: () => void): void {
    const { writer } = this;
    const { guard } = writer;
    this.headings.push({
      ...{ level, anchor, title },
      ...(method !== undefined && { method }),
      ...(guard !== undefined && { guard }),
    });
    writer.element(
      `h${level}`,
      [attribute('id', anchor)],
      () => {
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
    return { parts: this.writer.parts, headings: this.headings };
  }
}
