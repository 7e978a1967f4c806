import { menuEntriesOf } from '#src/ui/menu.ts';
import type { PaletteEntry } from './palette-entries.ts';

const textOf = (element: Element | null | undefined) =>
  element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

/**
 * Palette entries for the heading's buttons, menu entries and tabs, read from the page so that screens need not declare
 * them twice. Disabled ones are omitted.
 */
export function headingActions(): PaletteEntry[] {
  const heading = document.querySelector('[data-page-heading]');
  if (!heading) return [];
  const group = textOf(heading.querySelector('h1'));
  const entry = (label: string, run: () => void, rest: Partial<PaletteEntry> = {}): PaletteEntry => ({
    ...rest,
    id: `heading:${label}`,
    group,
    label,
    run,
  });
  const controls = [...heading.querySelectorAll<HTMLElement>('button, a[href]')];
  // The primary button is last in the heading and comes first here.
  const buttons = controls.filter((control) => !control.closest('nav')).toReversed();
  const tabs = controls.filter((control) => control.closest('nav'));
  const found = [...buttons, ...tabs].flatMap((control) => {
    if (control.matches('[aria-disabled="true"], :disabled')) return [];
    const menu = menuEntriesOf(control);
    if (menu === null)
      return [entry(control.getAttribute('aria-label') ?? textOf(control), () => control.click())];
    return menu.flatMap((line) =>
      typeof line === 'object' && 'label' in line && !line.disabledReason
        ? [entry(line.label, line.onSelect, { icon: line.icon })]
        : [],
    );
  });
  return [...new Map(found.map((one) => [one.id, one])).values()];
}
