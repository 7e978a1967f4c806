import { EditorState } from '@codemirror/state';

/** The words of the search panel, as those of "Find and replace" on all pages, and what is read out. */
export const codePhrases = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  'by word': 'Whole words',
  regexp: 'Regular expression',
  Replace: 'Replace with',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  go: 'Go',
  'current match': 'Current match',
  'replaced match on line $': 'Replaced the match on line $',
  'replaced $ matches': 'Replaced $ matches',
});
