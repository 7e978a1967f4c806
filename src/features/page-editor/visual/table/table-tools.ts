import { element } from '../drawing/draw-nodes.ts';
import {
  columnAfter,
  columnAligned,
  columnMoved,
  type Reshape,
  rowAfter,
  rowMoved,
  withoutColumn,
  withoutRow,
} from './table-shapes.ts';
import type { Alignment } from './table-text.ts';

const tools: readonly (readonly [text: string, label: string, reshape: Reshape])[] = [
  ['+ Row', 'Add row', rowAfter],
  ['+ Column', 'Add column', columnAfter],
  ['− Row', 'Delete row', withoutRow],
  ['− Column', 'Delete column', withoutColumn],
  ['↑', 'Move row up', rowMoved(-1)],
  ['↓', 'Move row down', rowMoved(1)],
  ['←', 'Move column left', columnMoved(-1)],
  ['→', 'Move column right', columnMoved(1)],
];

const alignmentLabels: readonly { value: Alignment; label: string }[] = [
  { value: '', label: 'Default' },
  { value: 'left', label: 'Left' },
  { value: 'center', label: 'Center' },
  { value: 'right', label: 'Right' },
];

/** The toolbar above a table, while one of its cells is a field. */
export function drawTools(alignment: Alignment, onReshape: (reshape: Reshape) => void): HTMLElement {
  const bar = element('div', 'cm-table-tools');
  bar.setAttribute('role', 'toolbar');
  bar.ariaLabel = 'Table';
  for (const [text, label, reshape] of tools) {
    const button = element('button', 'cm-small-button', text);
    button.type = 'button';
    button.ariaLabel = label;
    button.title = label;
    // The cell keeps the focus.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => onReshape(reshape));
    bar.append(button);
  }
  const select = element('select', 'cm-setting');
  select.ariaLabel = 'Alignment of column';
  for (const { value, label } of alignmentLabels) {
    const option = element('option', '', label);
    option.value = value;
    option.selected = value === alignment;
    select.append(option);
  }
  select.addEventListener('change', () => {
    const chosen = alignmentLabels.find(({ value }) => value === select.value);
    if (chosen) onReshape(columnAligned(chosen.value));
  });
  bar.append(select);
  return bar;
}
