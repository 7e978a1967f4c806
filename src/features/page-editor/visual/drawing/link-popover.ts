/** The address of the link with the caret, below its words: read, changed or taken away. */
import { type EditorState, StateField, type Extension } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import { changeLink, linkAt, maxAddressLength } from '../commands/link-edits.ts';
import type { VisualContext } from './block-drawing.ts';
import { element } from './draw-nodes.ts';
import { structureOf } from './structure-field.ts';

function tooltipFor(state: EditorState, context: VisualContext): Tooltip | null {
  const { head, empty } = state.selection.main;
  const link = empty ? linkAt(structureOf(state), head) : undefined;
  if (link?.address === undefined) return null;
  const { from, address } = link;
  return { pos: from, create: (view) => ({ dom: drawForm(view, context, address) }) };
}

function drawForm(view: EditorView, { targets }: VisualContext, address: string): HTMLElement {
  const form = element('form', 'cm-link-form');
  form.ariaLabel = 'Link';
  const title = targets.titleOf(address);
  if (title !== undefined) form.append(element('strong', '', title));
  const input = element('input', 'cm-setting cm-link-address');
  input.ariaLabel = 'Address of link';
  input.value = address;
  input.maxLength = maxAddressLength;
  const apply = (next: string) => {
    const structure = structureOf(view.state);
    const link = linkAt(structure, view.state.selection.main.head);
    view.focus();
    if (link && next !== address)
      view.dispatch({ changes: changeLink(structure, link, next), userEvent: 'input' });
  };
  const remove = element('button', 'cm-small-button', 'Remove link');
  remove.type = 'button';
  remove.addEventListener('click', () => apply(''));
  form.append(input, element('button', 'cm-small-button', 'Apply'), remove);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    apply(input.value);
  });
  form.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') view.focus();
  });
  return form;
}

/** Goes to the address of the link with the caret; false where there is none. */
export function focusLink(view: EditorView): boolean {
  const input = view.dom.querySelector<HTMLInputElement>('.cm-link-address');
  input?.select();
  return input !== null;
}

export const linkPopover = (context: VisualContext): Extension =>
  StateField.define<Tooltip | null>({
    create: () => null,
    update(tooltip, { state, startState, docChanged, selection }) {
      if (!docChanged && !selection) return tooltip;
      const next = tooltipFor(state, context);
      const link = linkAt(structureOf(state), state.selection.main.head);
      const before = linkAt(structureOf(startState), startState.selection.main.head);
      // The same one stays, so that it does not blink with each key.
      return next && tooltip?.pos === next.pos && link?.address === before?.address ? tooltip : next;
    },
    provide: (field) => showTooltip.from(field),
  });
