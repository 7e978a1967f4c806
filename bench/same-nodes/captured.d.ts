/** The modules that the build makes of captured screens; see `capture.ts`. */

declare module 'virtual:frame' {
  import type { ReactNode } from 'react';

  export const frame: (main: ReactNode) => ReactNode;
}

declare module 'virtual:screens' {
  import type { CapturedScreen } from './main.tsx';

  export const screens: { path: string; load: () => Promise<CapturedScreen> }[];
}
