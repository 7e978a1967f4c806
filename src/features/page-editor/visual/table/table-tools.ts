import { element } from '../drawing/draw-nodes.ts';
import type { Alignment } from './table-text.ts';

interface TableTool {
  text: string;
  label: string;
  run: () => void;
}

const alignmentLabels: readonly { value: Alignment; label: string }[] = [
  { value: '', label: 'Default' },
  { value: 'left', label: 'Left' },
  { value: 'center', label: 'Center' },
  { value: 'right', label: 'Right' },
];

/** The toolbar above a table, while one of its cells is a field. */
export function drawTools(
  tools: readonly TableTool[],
  alignment: Alignment,
  onAlign: (alignment: Alignment) => void,
): HTMLElement {
  const bar = element('div', 'cm-table-tools');
  bar.setAttribute('role', 'toolbar');
  bar.ariaLabel = 'Table';
  for (const { text, label, run } of tools) {
    const button = element('button', 'cm-small-button', text);
    button.type = 'button';
    button.ariaLabel = label;
    button.title = label;
    // The cell keeps the focus.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', run);
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
    if (chosen) onAlign(chosen.value);
  });
  bar.append(select);
  return bar;
}
