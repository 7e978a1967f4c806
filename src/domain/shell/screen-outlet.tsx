import { Outlet, useChildMatches } from '@tanstack/react-router';
import { Component, type ReactNode } from 'react';

/** The screen inside the shell. */
export function ScreenOutlet() {
  const routeId = useChildMatches({ select: ([match]) => match?.routeId });
  return (
    <FocusRelease routeId={routeId}>
      <Outlet />
    </FocusRelease>
  );
}

interface FocusReleaseProps {
  routeId: string | undefined;
  children: ReactNode;
}

/**
 * Takes the focus from a screen before the next one replaces it: otherwise the browser does so while React removes the
 * screen, and updates the styles and layout of a half changed page for it. No hook runs that early.
 */
class FocusRelease extends Component<FocusReleaseProps> {
  override getSnapshotBeforeUpdate({ routeId }: FocusReleaseProps): null {
    const focused = document.activeElement;
    if (routeId !== this.props.routeId && focused instanceof HTMLElement && focused.closest('#main'))
      focused.blur();
    return null;
  }

  // React asks for it beside `getSnapshotBeforeUpdate`.
  override componentDidUpdate(): void {}

  override render(): ReactNode {
    return this.props.children;
  }
}
