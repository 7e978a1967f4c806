/** Compares texts in a thread: a page of 20,000 lines takes longer than a screen may stand still. */
import { answerQuestions } from '#src/lib/start-worker.ts';
import { type BlockChange, compareTexts } from './compare-texts.ts';
import { compareLines, type LineChange } from './compare-lines.ts';

/** Two texts, and how to compare them. */
export interface DifferencesQuestion {
  base: string;
  next: string;
  view: 'blocks' | 'lines';
}

/** The changes in the asked view; the other list is empty. */
export interface DifferencesAnswer {
  blocks: BlockChange[];
  lines: LineChange[];
}

answerQuestions<DifferencesQuestion, DifferencesAnswer>(({ base, next, view }) => ({
  blocks: view === 'blocks' ? compareTexts(base, next) : [],
  lines: view === 'lines' ? compareLines(base, next) : [],
}));
