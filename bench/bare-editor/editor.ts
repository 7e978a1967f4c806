import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorView, keymap } from '@codemirror/view';

/** CodeMirror with the least that a text in Markdown needs. */
export function createEditor(parent: Element, doc: string): EditorView {
  return new EditorView({
    parent,
    doc,
    extensions: [
      history(),
      EditorView.lineWrapping,
      markdown({ base: markdownLanguage }),
      keymap.of([...historyKeymap, ...defaultKeymap]),
    ],
  });
}
