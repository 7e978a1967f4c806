import {
  type CSSProperties,
  createContext,
  memo,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import { afterSecondPaint, whenIdle } from '#src/ui/browser/after-paint.ts';

const Remainder = createContext(1);

/** How much of a screen that was left is to be rendered, from 1 to 0. For texts, which can have thousands of elements. */
export const useRemainder = (): number => use(Remainder);

/** The number of elements removed per frame; each round costs some milliseconds besides. */
const ELEMENTS_AT_ONCE = 4000;
/** Of all: the last goes together, with what does not shrink. */
const LAST_STEP = 0.05;

/** Keeps the boxes, and paints nothing. Neither the focus nor screen readers get in. */
const outOfSight: CSSProperties = { contentVisibility: 'hidden' };

interface LeftScreenProps {
  /** Whether another screen has taken its place. */
  isLeft: boolean;
  children: ReactNode;
}

/**
 * A screen whose place another one takes. To remove a long text takes the browser longer than all else that opens the
 * other: what is left is put out of sight, does not change any more, and goes in steps once the other is painted.
 */
export function LeftScreen({ isLeft, children }: LeftScreenProps) {
  const screen = useRef<HTMLDivElement>(null);
  const [remainder, setRemainder] = useState(isLeft ? 0 : 1);
  const [visits, setVisits] = useState(1);
  if (!isLeft && remainder < 1) {
    setRemainder(1);
    setVisits(visits + 1);
  }
  useEffect(() => {
    if (!isLeft || remainder === 0) return undefined;
    const shrink = () => {
      if (screen.current && remainder === 1) keepDirections(screen.current);
      const count = screen.current?.getElementsByTagName('*').length ?? 0;
      const next = remainder * (1 - ELEMENTS_AT_ONCE / count);
      startTransition(() => setRemainder(next > LAST_STEP ? next : 0));
    };
    return remainder === 1 ? afterSecondPaint(shrink) : whenIdle(shrink);
  }, [isLeft, remainder]);
  if (isLeft && remainder === 0) return null;
  return (
    <div
      key={visits}
      ref={screen}
      data-left={isLeft || undefined}
      className={isLeft ? 'absolute inset-x-0 top-0' : undefined}
      style={isLeft ? outOfSight : undefined}
    >
      <Remainder value={remainder}>
        <Unchanged isLeft={isLeft}>{children}</Unchanged>
      </Remainder>
    </div>
  );
}

/** The browser would look for the direction of a text again with each block that goes, which takes ten times as long. */
function keepDirections(screen: HTMLElement): void {
  for (const text of screen.querySelectorAll<HTMLElement>('[dir="auto"]')) {
    text.dir = text.matches(':dir(rtl)') ? 'rtl' : 'ltr';
  }
}

const Unchanged = memo(
  ({ children }: LeftScreenProps) => children,
  (_, { isLeft }) => isLeft,
);
