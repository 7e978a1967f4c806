import { menuEntriesOf } from '#src/ui/menu.ts';
import type { PaletteEntry } from './palette-entries.ts';

const textOf = (element: Element | null | undefined) =>
  element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

/**
 * What the heading of the open screen offers: its buttons, the lines of its menus, its tabs. It is read from the page,
 * so that no screen has to say again what it shows. What cannot be done now is left out, since here is no room for the
 * reason.
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
  // Of the buttons the most important one stands last, and is wanted first.
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
