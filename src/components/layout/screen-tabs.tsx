import { Link, type LinkProps } from '@tanstack/react-router';
import { type Capability, useCan } from '#src/api/extensions.ts';
import { scrollToSelectedTab, tabRow } from '#src/ui/tabs.tsx';

export interface ScreenTab {
  label: string;
  link: LinkProps;
  /** Hides the tab where the server has no such thing. */
  needs?: Capability;
}

/** Tabs of a record; each is a screen with its own URL. */
export function ScreenTabs({ label, tabs }: { label: string; tabs: readonly ScreenTab[] }) {
  const can = useCan();
  return (
    <nav aria-label={label} className={tabRow} ref={scrollToSelectedTab}>
      {tabs
        .filter(({ needs }) => needs === undefined || can(needs) !== false)
        .map((tab) => (
          <Link key={tab.label} {...tab.link} className="tab">
            {tab.label}
          </Link>
        ))}
    </nav>
  );
}
