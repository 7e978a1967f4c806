/**
 * Replaces `@codemirror/lang-html` (see vite.config.ts), which brings the grammars of HTML, CSS and
 * JavaScript: a third of the editor's size, for tags that few texts have. HTML is then shown without colors.
 */
import { defineLanguageFacet, Language, LanguageSupport } from '@codemirror/language';
import { NodeType, type Input, Parser, type PartialParse, Tree } from '@lezer/common';

const document = NodeType.define({ id: 0, name: 'Html', top: true });

/** Reads nothing: the whole text is one node. */
class OpaqueParser extends Parser {
  createParse(
    _input: Input,
    _fragments: unknown,
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    const from = ranges[0]?.from ?? 0;
    const to = ranges.at(-1)?.to ?? from;
    return {
      parsedPos: to,
      stoppedAt: null,
      stopAt: () => undefined,
      advance: () => new Tree(document, [], [], to - from),
    };
  }
}

const language = new Language(defineLanguageFacet(), new OpaqueParser(), [], 'html');

/** The language of HTML between Markdown. */
export const html = (): LanguageSupport => new LanguageSupport(language);

/** Completes no tags. */
export const htmlCompletionSource = (): null => null;
