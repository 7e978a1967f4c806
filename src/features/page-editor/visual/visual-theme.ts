import { EditorView } from '@codemirror/view';
import blocksSheet from '#src/components/document/blocks.css?inline';

let sheet: CSSStyleSheet | undefined;

/** The look of blocks as the console draws them everywhere, in the shadow root of the field. */
export function adoptBlockStyles(root: ShadowRoot): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(blocksSheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

const tones = {
  ...{ info: 'var(--info-line)', success: 'var(--success-line)', warning: 'var(--warning-line)' },
  ...{ danger: 'var(--danger-line)', plain: 'var(--line-strong)', quote: 'var(--line)' },
};
const depths = [1, 2, 3, 4, 5, 6] as const;

/** Each frame is a line at the side, one beside the other. */
const frameShadow = (count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const left = at * 20;
    const gap = at === 0 ? [] : [`inset ${left}px 0 0 var(--surface)`];
    return [...gap, `inset ${left + 3}px 0 0 var(--frame-${at + 1})`];
  })
    .flat()
    // The first shadow is on top.
    .toSorted((a, b) => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0]))
    .join(', ');

const frames = Object.fromEntries(
  depths.flatMap((depth) => [
    [`.cm-frames-${depth}`, { '--frames': String(depth), boxShadow: frameShadow(depth) }],
    ...Object.entries(tones).map(([name, color]) => [
      `.cm-frame-${depth}-${name}`,
      { [`--frame-${depth}`]: color },
    ]),
  ]),
);

const levels = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8].map((level) => [`.cm-level-${level}`, { '--level': String(level) }]),
);

/** As in the style sheet of published pages (`reader.css`), which a test compares. */
const font =
  "-apple-system, 'Segoe UI', Roboto, Inter, Ubuntu, Cantarell, 'Noto Sans', 'Liberation Sans', system-ui, sans-serif";
const code = {
  fontFamily: "ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSize: '0.875em',
  background: 'var(--sunken)',
};
const smallButton = {
  ...{ padding: '0 6px', border: '1px solid transparent', borderRadius: '6px', background: 'transparent' },
  ...{ color: 'var(--ink-soft)', font: '12px/20px var(--font-sans)', cursor: 'pointer' },
};

/** The look of the visual view: as texts look where they are read. */
export const visualTheme = EditorView.theme({
  '&': { fontSize: '16px' },
  '.cm-scroller': { fontFamily: font, lineHeight: '1.7' },
  '.cm-content': { padding: '16px 28px 40vh 52px', maxWidth: '58rem' },
  '.cm-line.cm-v, .cm-block': {
    paddingInlineStart: 'calc(var(--frames, 0) * 20px + var(--level, 0) * 24px)',
  },
  ...frames,
  ...levels,
  // The margins of published pages.
  '.cm-line.cm-v-gap': {
    height: 'var(--gap, 20px)',
    lineHeight: 'var(--gap, 20px)',
    overflow: 'hidden',
  },
  '.cm-before-2': { '--gap': '48px' },
  '.cm-before-3': { '--gap': '36px' },
  '.cm-before-4': { '--gap': '28px' },
  '.cm-after-2': { '--gap': '16px' },
  '.cm-after-3': { '--gap': '12px' },
  '.cm-after-4': { '--gap': '8px' },
  '.cm-between-items': { '--gap': '6px' },
  '.cm-next-item': { paddingTop: '6px' },
  '.cm-v-heading': { fontWeight: '650', lineHeight: '1.25' },
  '.cm-v-h1, .cm-v-h2': { fontSize: '1.5em' },
  '.cm-v-h3': { fontSize: '1.25em' },
  '.cm-v-summary': { fontWeight: '600' },
  '.cm-v-done': { color: 'var(--ink-soft)', textDecoration: 'line-through' },
  '.cm-item-sign': {
    ...{ display: 'inline-block', boxSizing: 'border-box', width: '24px', marginInlineStart: '-24px' },
    ...{ paddingInlineEnd: '0.5em', textAlign: 'end', color: 'var(--ink-soft)', whiteSpace: 'nowrap' },
  },
  '.cm-task': {
    width: '14px',
    height: '14px',
    margin: '0',
    verticalAlign: '-1px',
    accentColor: 'var(--accent)',
  },
  '.cm-mark-strong': { fontWeight: '700' },
  '.cm-mark-emphasis': { fontStyle: 'italic' },
  '.cm-mark-strikethrough': { textDecoration: 'line-through' },
  '.cm-mark-code': { ...code, padding: '0.1em 0.4em', border: '1px solid var(--line)', borderRadius: '6px' },
  '.cm-mark-link': { color: 'var(--accent-ink)', textDecoration: 'underline', textUnderlineOffset: '2px' },
  '.cm-mark-element': { background: 'var(--sunken)', borderRadius: '4px' },
  '.cm-inside': { boxShadow: '0 2px 0 0 var(--focus)' },
  '.cm-sign': {
    ...{
      padding: '0 4px',
      border: '1px solid var(--line)',
      borderRadius: '4px',
      background: 'var(--sunken)',
    },
    ...{ color: 'var(--ink-soft)', fontSize: '0.8em' },
  },
  '.cm-icon': { display: 'inline-block', verticalAlign: '-0.15em' },
  '.cm-icon > svg': { display: 'block', width: '1.1em', height: '1.1em' },
  '.cm-line.cm-v-code': {
    ...code,
    paddingInlineStart: 'calc(var(--frames, 0) * 20px + 19px)',
  },
  '.cm-line.cm-v-source': { ...code, lineHeight: '1.5', color: 'var(--ink-soft)' },
  '.cm-code-start, .cm-code-end': { height: '17px', background: 'var(--sunken)' },
  '.cm-code-start': { position: 'relative', borderRadius: '8px 8px 0 0' },
  '.cm-code-end': { borderRadius: '0 0 8px 8px' },
  '.cm-code-start > .cm-block-label': {
    ...{ position: 'absolute', zIndex: '1', top: '6px', insetInlineEnd: '6px' },
  },
  '.cm-container-start': { paddingTop: '13px', lineHeight: '28px' },
  '.cm-container-end': { height: '13px' },
  '.cm-hidden-line': { height: '0' },
  '.cm-block-label': { ...smallButton, display: 'inline-block', cursor: 'default' },
  // Its words begin where those of its block do.
  '.cm-container-start > .cm-block-label': { marginInlineStart: '-7px' },
  'button.cm-block-label': { cursor: 'pointer' },
  'button.cm-block-label:hover': { background: 'var(--hover)', color: 'var(--ink)' },
  '.cm-block button:focus-visible, .cm-settings :focus-visible': {
    ...{ outline: '2px solid var(--focus)', outlineOffset: '1px' },
  },
  '.cm-drawn': { cursor: 'default' },
  '.cm-drawn.cm-selected': { outline: '2px solid var(--focus)', borderRadius: '6px' },
  '.cm-drawn-bar': { display: 'flex', gap: '4px' },
  '.cm-drawn-code': {
    ...code,
    margin: '0',
    padding: '8px 12px',
    borderRadius: '6px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.cm-drawn-text': { margin: '0' },
  '.cm-drawn table': {
    ...{ width: '100%', border: '1px solid var(--line)', borderSpacing: '0', borderRadius: '8px' },
    ...{ fontSize: '0.875em', lineHeight: '1.5' },
  },
  '.cm-drawn :is(th, td)': {
    ...{ padding: '8px 16px', textAlign: 'start', verticalAlign: 'top' },
    ...{ minWidth: '3em', overflowWrap: 'anywhere' },
  },
  '.cm-drawn td': { borderTop: '1px solid var(--line)' },
  '.cm-drawn th': { background: 'var(--sunken)', fontWeight: '600' },
  '.cm-drawn [data-align=center]': { textAlign: 'center' },
  '.cm-drawn [data-align=right]': { textAlign: 'end' },
  '.cm-cell-selected': { background: 'var(--selected)' },
  '.cm-has-cells .cm-selectionBackground, .cm-has-cells .cm-cursor': { display: 'none' },
  '.cm-table': { position: 'relative' },
  // Nothing moves when a cell gets the focus, or a double click would reach another one.
  '.cm-table-tools': {
    position: 'absolute',
    top: '100%',
    zIndex: '5',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px',
    paddingBlock: '4px',
    background: 'var(--surface)',
  },
  // Not over a comment that stands below the table.
  '.cm-table:has(+ .cm-place-below) .cm-table-tools': { position: 'static' },
  '.cm-drawn .cm-editor': {
    height: 'auto',
    fontSize: 'inherit',
    outline: '2px solid var(--focus)',
    outlineOffset: '5px',
  },
  '.cm-drawn .cm-content': { padding: '0' },
  '.cm-drawn .cm-scroller': { overflow: 'visible', lineHeight: 'inherit', fontFamily: 'inherit' },
  '.cm-drawn hr': { margin: '20px 0', border: '0', borderTop: '1px solid var(--line-strong)' },
  '.cm-figure': { margin: '0' },
  '.cm-picture': { maxWidth: '100%', maxHeight: '32rem', borderRadius: '6px', verticalAlign: 'bottom' },
  '.cm-picture-line': { height: '1.2em', verticalAlign: 'text-bottom', borderRadius: '0' },
  '.cm-picture-popover': {
    boxSizing: 'border-box',
    width: 'max-content',
    maxWidth: 'min(22rem, 92vw)',
    padding: '8px',
  },
  '.cm-picture-bar, .cm-picture-row': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px' },
  '.cm-picture-row': { flexWrap: 'nowrap', alignItems: 'end' },
  '.cm-picture-row > .cm-setting-label': { flex: '1', minWidth: '0' },
  '.cm-picture-form': {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    width: '21rem',
    maxWidth: '100%',
  },
  '.cm-picture-hint': { color: 'var(--ink-soft)', font: '12px/16px var(--font-sans)', whiteSpace: 'normal' },
  '.cm-picture-name': {
    color: 'var(--ink)',
    font: '13px/28px var(--font-sans)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-picture-apply': { alignSelf: 'end' },
  '.cm-no-picture': {
    ...{ display: 'inline-block', padding: '4px 8px', border: '1px dashed var(--line)', borderRadius: '6px' },
    ...{ color: 'var(--ink-soft)', fontSize: '12px' },
  },
  '.cm-caption': { color: 'var(--ink-soft)', fontSize: '0.85em' },
  '.cm-settings': {
    ...{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'end',
      gap: '8px',
      maxWidth: '32rem',
      margin: '4px 0',
    },
    ...{ padding: '8px', border: '1px solid var(--line)', borderRadius: '8px', background: 'var(--surface)' },
  },
  '.cm-setting-label': {
    display: 'flex',
    flexDirection: 'column',
    color: 'var(--ink-soft)',
    fontSize: '12px',
  },
  '.cm-setting': {
    ...{ height: '28px', padding: '0 8px', border: '1px solid var(--control-line)', borderRadius: '6px' },
    ...{ background: 'var(--surface)', color: 'var(--ink)', font: '13px var(--font-sans)' },
  },
  '.cm-small-button': {
    ...{ height: '28px', padding: '0 10px', border: '1px solid var(--line-strong)', borderRadius: '6px' },
    ...{
      background: 'var(--surface)',
      color: 'var(--ink)',
      font: '12px var(--font-sans)',
      cursor: 'pointer',
    },
  },
  '.cm-link-form': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '6px 8px',
  },
  '.cm-link-address': { width: '16rem', maxWidth: '60vw' },
  '.cm-block-button': {
    ...smallButton,
    position: 'absolute',
    insetInlineStart: '4px',
    width: '20px',
    padding: '0',
    fontSize: '16px',
  },
  '.cm-block-handle': { insetInlineStart: '26px', cursor: 'grab', touchAction: 'none' },
  '.cm-drop-line': {
    ...{ position: 'absolute', insetInline: '52px 28px', height: '2px', background: 'var(--accent)' },
    ...{ borderRadius: '1px', pointerEvents: 'none' },
  },
  '.cm-drop-line[hidden]': { display: 'none' },
  '.cm-block-button:hover, .cm-block-entry:hover, .cm-block-entry:focus': { background: 'var(--hover)' },
  '.cm-block-menu': {
    ...{
      position: 'absolute',
      insetInlineStart: '4px',
      zIndex: '2',
      display: 'flex',
      flexDirection: 'column',
    },
    ...{ minWidth: '16rem', padding: '4px', border: '1px solid var(--line)', borderRadius: '8px' },
    ...{ background: 'var(--surface)', boxShadow: 'var(--floating)' },
  },
  '.cm-block-entry': {
    ...{
      display: 'flex',
      justifyContent: 'space-between',
      padding: '4px 8px',
      border: '0',
      borderRadius: '6px',
    },
    ...{
      background: 'transparent',
      color: 'var(--ink)',
      font: '13px/20px var(--font-sans)',
      textAlign: 'start',
    },
  },
  '.cm-block-keys': { color: 'var(--ink-soft)', fontSize: '12px' },
  '.cm-placeholder': { color: 'var(--ink-soft)' },
  // Last, as what it changes is above.
  '@media (width < 40rem)': {
    '.cm-content': { paddingInlineStart: '28px', minWidth: '0' },
    // The field scrolls for a wide table, whose words are not broken.
    '.cm-drawn :is(th, td)': { overflowWrap: 'normal', minWidth: '6rem' },
    // The menu has the same.
    '.cm-block-plus': { display: 'none' },
    // At the lower edge, where it covers neither the toolbar nor what is above it.
    '.cm-picture-popover:has(form)': {
      ...{ position: 'fixed !important', inset: 'auto 0 0 !important', width: '100%', maxWidth: '100%' },
      ...{ maxHeight: '60dvh', overflow: 'hidden auto', borderRadius: '8px 8px 0 0' },
    },
    '.cm-picture-popover > .cm-picture-form': { width: '100%' },
    '.cm-block-handle': { insetInlineStart: '4px' },
  },
});
