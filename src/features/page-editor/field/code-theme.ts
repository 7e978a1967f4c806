import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colors of Markdown, by the tokens of the console, which a shadow root inherits. */
export const codeHighlights = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600', color: 'var(--ink)' },
  { tag: tags.heading1, fontWeight: '600', fontSize: '1.2em' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--accent-ink)' },
  { tag: tags.url, color: 'var(--info-ink)' },
  { tag: tags.monospace, color: 'var(--warning-ink)' },
  { tag: tags.quote, color: 'var(--ink-soft)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: 'var(--ink-soft)' },
  { tag: tags.comment, color: 'var(--ink-soft)' },
]);

/** The fields and buttons of the search panel. */
const control = { height: '28px', padding: '0 8px', borderRadius: '6px', color: 'var(--ink)' };

/** The look of the field, its search panel and its lists. */
export const codeTheme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', height: '100%', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '21px',
    overflow: 'auto',
  },
  '.cm-content': { padding: '16px 20px 40vh', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0', unicodeBidi: 'plaintext', textAlign: 'start' },
  '.cm-dropCursor': { borderLeftColor: 'var(--ink)' },
  '.cm-line::selection, .cm-line ::selection': { backgroundColor: 'var(--text-selection)' },
  '.cm-block-tag': { color: 'var(--info-ink)' },
  '.cm-broken-link': { textDecoration: 'underline wavy var(--danger-ink)', textUnderlineOffset: '3px' },
  '.cm-file-place': {
    color: 'var(--ink-soft)',
    fontFamily: 'var(--font-sans)',
    borderInlineStart: '2px solid var(--accent)',
    paddingInlineStart: '8px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)', outline: '1px solid var(--warning-line)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--warning-line)' },
  '.cm-panels': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontFamily: 'var(--font-sans)',
    zIndex: '1',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  // Its end is left to the button that closes it.
  '.cm-panel.cm-search': { padding: '8px 80px 8px 12px', fontSize: '13px' },
  '.cm-panel.cm-search :is(input, button, label)': { margin: '2px 8px 2px 0', verticalAlign: 'middle' },
  '.cm-panel.cm-search label': { fontSize: '12px', display: 'inline-flex', alignItems: 'center', gap: '6px' },
  '.cm-panel.cm-search [type=checkbox]': {
    width: '14px',
    height: '14px',
    margin: '0',
    accentColor: 'var(--accent)',
  },
  '.cm-panel.cm-search [name=close]': {
    top: '10px',
    right: '12px',
    display: 'inline-flex',
    alignItems: 'center',
    ...control,
    border: '1px solid var(--line-strong)',
    fontSize: '0',
  },
  // In place of a sign that is easily overlooked.
  '.cm-panel.cm-search [name=close]::after': { content: '"Close"', fontSize: '12px' },
  '.cm-panel.cm-search [name=close]:hover': { background: 'var(--hover)' },
  '.cm-textfield': {
    ...control,
    border: '1px solid var(--control-line)',
    background: 'var(--surface)',
    fontSize: '13px',
    boxSizing: 'border-box',
  },
  '.cm-button': {
    ...control,
    border: '1px solid var(--line-strong)',
    background: 'var(--surface)',
    backgroundImage: 'none',
    fontSize: '12px',
  },
  '.cm-button:hover': { background: 'var(--hover)' },
  '.cm-textfield:focus-visible, .cm-button:focus-visible, .cm-panel input:focus-visible, .cm-panel button:focus-visible':
    { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '8px',
    background: 'var(--surface)',
    color: 'var(--ink)',
    boxShadow: 'var(--floating)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-sans)', maxHeight: '18em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '20px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--selected, var(--hover))',
    color: 'var(--ink)',
  },
  '.cm-completion-sign': {
    display: 'inline-block',
    width: '20px',
    marginInlineEnd: '8px',
    textAlign: 'center',
  },
  '.cm-completion-sign > svg': { verticalAlign: '-3px' },
  '.cm-completionDetail': { color: 'var(--ink-soft)', fontStyle: 'normal', marginInlineStart: '8px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
});
