/** The settings of a drawn block: a small form below its label, each field of which changes one attribute. */
import type { EditorView } from '@codemirror/view';
import { readAttributes } from '#api/blocks/attributes.ts';
import type { AttributeType } from '#api/blocks/block.ts';
import { blockOf } from '#api/blocks/index.ts';
import type { LineTag } from '../structure/block-lines.ts';
import { isCondition } from '../structure/text-structure.ts';
import { element } from './draw-nodes.ts';
import { structureOf } from './structure-field.ts';
import { maxValueLength, readCondition, withAttribute, withCondition } from './tag-attributes.ts';

/** A value that the form shows, and the tag with another one. */
export interface BlockSetting {
  label: string;
  value: string;
  /** Undefined for free text. */
  choices?: readonly string[];
  change: (written: string, value: string) => string;
}

const titled = (name: string): string => {
  const words = name
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The name of a block on the screen. */
export function blockTitle(name: string): string {
  if (name === 'details') return 'Expandable';
  if (name === 'if') return 'Only if';
  if (isCondition(name)) return name === 'else' ? 'Otherwise' : 'Or if';
  return blockOf(name).name === name ? (blockOf(name).snippets?.[0]?.label ?? titled(name)) : titled(name);
}

const choicesOf = (type: AttributeType): readonly string[] | undefined => {
  if (type.kind === 'choice') return type.choices;
  return type.kind === 'flag' ? ['true', 'false'] : undefined;
};

/** What can be set of a tag. */
export function settingsOf(tag: LineTag): BlockSetting[] {
  const condition = readCondition(tag.text);
  if (condition !== undefined) return [{ label: 'Condition', value: condition, change: withCondition }];
  if (tag.name === 'details' || isCondition(tag.name)) return [];
  const block = blockOf(tag.name);
  const values = readAttributes(block, tag.attributes);
  return Object.entries(block.attributes).map(([name, type]) => {
    const choices = choicesOf(type);
    return {
      label: titled(name),
      value: values[name] ?? '',
      ...(choices && { choices }),
      change: (written, value) => withAttribute(written, name, value),
    };
  });
}

/** The attributes of a tag in words. */
export const valuesOf = (tag: LineTag): string =>
  settingsOf(tag)
    .map(({ value }) => value)
    .filter((value) => value !== '' && value !== 'true' && value !== 'false')
    .join(', ');

/** Replaces what is written in the line that a drawing begins in. */
function changeLine(view: EditorView, dom: HTMLElement, change: (written: string) => string): void {
  const structure = structureOf(view.state);
  const line = view.state.doc.line(structure.lineAt(view.posAtDOM(dom)) + 1);
  const next = change(line.text);
  if (next !== line.text)
    view.dispatch({ changes: { from: line.from, to: line.to, insert: next }, userEvent: 'input' });
}

function fieldFor(setting: BlockSetting): HTMLInputElement | HTMLSelectElement {
  if (!setting.choices) {
    const input = element('input', 'cm-setting');
    input.value = setting.value;
    input.maxLength = maxValueLength;
    return input;
  }
  const select = element('select', 'cm-setting');
  const isOptional = !setting.choices.includes(setting.value);
  for (const choice of isOptional ? ['', ...setting.choices] : setting.choices) {
    const option = element('option', '', choice === '' ? 'Default' : titled(choice));
    option.value = choice;
    option.selected = choice === setting.value;
    select.append(option);
  }
  return select;
}

/** Opens or closes the form; Escape and Enter lead back to the text. */
export function toggleSettings(
  view: EditorView,
  dom: HTMLElement,
  settings: readonly BlockSetting[],
  written: string,
  place: (line: string, next: string) => string = (line, next) => line.replace(written, () => next),
): void {
  const opened = dom.querySelector('.cm-settings');
  if (opened) {
    opened.remove();
    return;
  }
  const form = element('form', 'cm-settings');
  form.setAttribute('aria-label', 'Block settings');
  const apply = () => {
    const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.cm-setting');
    const next = settings.reduce((text, setting, index) => {
      const value = fields[index]?.value ?? setting.value;
      return value === setting.value ? text : setting.change(text, value);
    }, written);
    if (next !== written) changeLine(view, dom, (line) => place(line, next));
    view.focus();
  };
  for (const setting of settings)
    form.append(element('label', 'cm-setting-label', setting.label, fieldFor(setting)));
  const done = element('button', 'cm-small-button', 'Apply');
  form.append(done);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    apply();
  });
  form.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    form.remove();
    view.focus();
  });
  dom.append(form);
  form.querySelector<HTMLElement>('.cm-setting')?.focus();
  view.requestMeasure();
}
