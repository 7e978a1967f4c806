import { Link, type LinkProps } from '@tanstack/react-router';
import { type Capability, useCan } from '#src/api/extensions.ts';
import { scrollToSelectedTab, TabCount, tabRow } from '#src/ui/tabs.tsx';

export interface ScreenTab {
  label: string;
  link: LinkProps;
  /** Behind the label, unless it is 0. */
  count?: number;
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
        .map(({ label: name, link, count = 0 }) => (
          <Link key={name} {...link} className="tab">
            {name}
            {count > 0 && <TabCount count={count} />}
          </Link>
        ))}
    </nav>
  );
}
