import { changeBetween, movePosition, textChanges } from '#src/lib/compare/line-hunks.ts';
import { chooseBlockKey, chooseLinkKey, operationKeys } from '../text/keys.ts';
import type { TextEdit } from '../text/text-edit.ts';
import { type Place, placesAfter } from '../text/text-files.ts';
import { linkOverSelection } from '../text/text-marks.ts';
import { type BeginLines, type CreateTextField, filesOf, watchScrolling } from './text-field.ts';

/** Whether keys are the ones of a binding, such as `Mod-Shift-7`. */
function isPressed(key: string, event: KeyboardEvent): boolean {
  const parts = key.split('-');
  const last = parts.pop() ?? '';
  // A digit with Shift or Alt is another character on most keyboards.
  const isKey = /\d/.test(last) ? event.code === `Digit${last}` : event.key.toLowerCase() === last;
  return (
    isKey &&
    (event.ctrlKey || event.metaKey) &&
    event.shiftKey === parts.includes('Shift') &&
    event.altKey === parts.includes('Alt')
  );
}

/** The browser's own text field, for those whose tools work best with it, and where the other does not load. */
// oxlint-disable-next-line max-lines-per-function -- one text area: its listeners and the methods of the field share its places
export const createPlainField: CreateTextField = (parent, options) => {
  const { text, label, onChange, onScroll, onAsk, onFiles, convertHtml } = options;
  const field = document.createElement('textarea');
  field.className = 'plain-text-field';
  field.dir = 'auto';
  field.spellcheck = true;
  field.setAttribute('aria-label', label);
  field.value = text;
  parent.append(field);

  const edit = ({ from, to, insert, selection }: TextEdit) => {
    field.focus();
    field.setSelectionRange(selection.from, selection.to);
    if (from === to && insert === '') return;
    field.setSelectionRange(from, to);
    // The only way for a program to edit so that the browser's undo takes it back.
    const isDone =
      insert === '' && from < to
        ? document.execCommand('delete')
        : document.execCommand('insertText', false, insert);
    if (!isDone) {
      field.setRangeText(insert, from, to);
      onChange();
    }
    field.setSelectionRange(selection.from, selection.to);
  };
  const selected = () => ({ from: field.selectionStart, to: field.selectionEnd });
  const insertText = (insert: string) => {
    const { from, to } = selected();
    const end = from + insert.length;
    edit({ from, to, insert, selection: { from: end, to: end } });
  };

  let places: readonly Place[] = [];
  /**
   * The text at the last change, while there are places: the browser does not report where the typing
   * happened.
   */
  let lastText = '';
  const showPlaces = (next: readonly Place[]) => {
    places = next;
    lastText = next.length > 0 ? field.value : '';
  };
  const movePlaces = () => {
    if (places.length > 0) showPlaces(placesAfter(places, changeBetween(lastText, field.value)));
  };
  const takeFiles = (event: ClipboardEvent | DragEvent) => {
    const files = filesOf(event);
    if (files.length === 0) return false;
    event.preventDefault();
    onFiles(files, field.selectionEnd);
    return true;
  };

  /** Whether the browser has something to undo. */
  let isTyped = false;
  field.addEventListener('input', () => {
    isTyped = true;
    movePlaces();
    onChange();
  });
  field.addEventListener('drop', takeFiles);
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const ask = isPressed(chooseLinkKey, event)
      ? () => onAsk('link')
      : isPressed(chooseBlockKey, event) && (() => onAsk('block'));
    if (ask) {
      event.preventDefault();
      return ask();
    }
    const pressed = operationKeys.find(({ key }) => isPressed(key, event));
    if (!pressed) return;
    event.preventDefault();
    edit(pressed.operation(field.value, selected()));
  });
  field.addEventListener('paste', (event) => {
    if (takeFiles(event)) return;
    const plain = event.clipboardData?.getData('text/plain') ?? '';
    const html = event.clipboardData?.getData('text/html') ?? '';
    const link = linkOverSelection(field.value, selected(), plain);
    if (link) {
      event.preventDefault();
      edit(link);
    } else if (html !== '') {
      event.preventDefault();
      const { from, to } = selected();
      const before = field.value.slice(field.value.lastIndexOf('\n', from - 1) + 1, from);
      convertHtml(html, { before, after: /^.*/.exec(field.value.slice(to))?.[0] ?? '' }).then(
        (converted) => insertText(converted || plain),
        () => insertText(plain),
      );
    }
  });

  // Lines wrap, so these are near.
  const lineCount = () => field.value.split('\n').length;
  const scrolling = watchScrolling(field, () =>
    onScroll(1 + (field.scrollTop / field.scrollHeight) * lineCount()),
  );
  const showLines = ({ startLine, endLine }: BeginLines) => {
    const lines = field.value.split('\n');
    const lengthOf = (count: number) => lines.slice(0, count).join('\n').length;
    const from = startLine === 1 ? 0 : lengthOf(startLine - 1) + 1;
    field.focus();
    field.setSelectionRange(from, endLine === undefined ? from : lengthOf(endLine));
    field.scrollTop = ((startLine - 1) / lines.length) * field.scrollHeight - 24;
  };
  if (options.begin) showLines(options.begin);

  return {
    text: () => field.value,
    replaceText(next) {
      const changes = textChanges(field.value, next);
      const { from, to } = selected();
      const { scrollTop } = field;
      field.value = next;
      isTyped = false;
      movePlaces();
      field.setSelectionRange(movePosition(from, changes), movePosition(to, changes));
      field.scrollTop = scrollTop;
    },
    keepsHistory: () => !isTyped,
    apply: (operation) => edit(operation(field.value, selected())),
    edit(change, next) {
      const { activeElement } = document;
      const { scrollTop } = field;
      const { from, to } = selected();
      const grown = change.insert.length - (change.to - change.from);
      const move = (at: number) => (at < change.from ? at : Math.max(change.from, at + grown));
      edit({ ...change, selection: { from: move(from), to: move(to) } });
      showPlaces(next);
      field.scrollTop = scrollTop;
      if (activeElement instanceof HTMLElement && activeElement !== field) activeElement.focus();
    },
    places: () => places,
    showPlaces,
    selected,
    focus: () => field.focus(),
    showLine: (line) => showLines({ startLine: line + 1 }),
    caretLine: () => field.value.slice(0, field.selectionStart).split('\n').length,
    // The browser shows the caret of a text field that gets the focus.
    showCaret: () => field.focus(),
    scrollToLine: (line) =>
      scrolling.scroll(() => {
        field.scrollTop = ((line - 1) / lineCount()) * field.scrollHeight;
      }),
    destroy() {
      scrolling.end();
      field.remove();
    },
  };
};
