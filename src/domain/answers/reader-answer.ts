/** What a reader answered when a published page asked if it was helpful. */
export interface ReaderAnswer {
  siteId: string;
  feedbackId: string;
  helpful: boolean;
  /** '' for none. */
  sentence: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The answer that a page is changed for. */
    readerAnswer?: ReaderAnswer;
  }
}

/** Who said it, as the beginning of a sentence or a title. */
export const titleOfAnswer = ({ helpful }: Pick<ReaderAnswer, 'helpful'>): string =>
  `A reader found this page ${helpful ? 'helpful' : 'not helpful'}`;

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** An answer as Markdown, for a comment or a description. What a stranger wrote stays as written: no link, no mention, no picture. */
export function quoteAnswer(answer: Pick<ReaderAnswer, 'helpful' | 'sentence'>): string {
  const title = titleOfAnswer(answer);
  if (answer.sentence === '') return `${title}.`;
  const lines = answer.sentence.split(/\r\n|[\r\n]/);
  return [
    `${title}:`,
    '',
    ...lines.map((line) => `> ${line.trim().replaceAll(PUNCTUATION, String.raw`\$&`)}`),
  ].join('\n');
}
