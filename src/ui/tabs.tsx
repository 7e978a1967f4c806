import type { KeyboardEvent, ReactNode } from 'react';
import { formatNumber } from '#src/lib/text/format.ts';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Number of items of the tab. */
  count?: number | undefined;
}

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
  className?: string;
}

/** Tabs within one page. Arrow keys select; use links for parts with their own URL. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  className,
}: TabsProps<Value>) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <div className={className}>
      <div role="tablist" aria-label={label} className={tabRow} ref={scrollToSelectedTab} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`tab-${tab.value}`}
            data-tab={tab.value}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `panel-${tab.value}` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className="tab"
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && <TabCount count={tab.count} />}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`panel-${value}`} aria-labelledby={`tab-${value}`}>
        {children}
      </div>
    </div>
  );
}

/** The classes of a row of tabs, for a `nav` of links; each link takes the class `tab`. */
export const tabRow = 'tab-row flex gap-5 overflow-x-auto border-b border-line';

/** Ref for a tab row: scrolls the selected tab into view, in the next frame, whose layout is made anyway. */
export function scrollToSelectedTab(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  const frame = requestAnimationFrame(() => {
    const activeTab = row.querySelector('[aria-current="page"], [aria-selected="true"]');
    if (!activeTab) return;
    const { left, width } = activeTab.getBoundingClientRect();
    row.scrollLeft += left + width / 2 - row.getBoundingClientRect().left - row.clientWidth / 2;
  });
  return () => cancelAnimationFrame(frame);
}

export function TabCount({ count }: { count: number }) {
  return <span className="text-xs text-ink-soft tabular-nums">{formatNumber(count)}</span>;
}
