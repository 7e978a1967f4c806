import { createContext, type ReactNode } from 'react';

/**
 * What is known of conditions outside the structure: whether the site applies them, and what is wrong with one. The
 * screen puts it together, because it knows the site and what its visitors are known by.
 */
export interface ConditionChecks {
  /** Adaptive content is on. */
  areApplied: boolean;
  /** What is wrong or odd about a condition, shown while it is written. */
  findingsFor: (condition: string) => ReactNode;
  /** Asks where a condition has mistakes. @returns whether it may be saved */
  agreesTo: (condition: string) => Promise<boolean>;
  /** Leads to where conditions are switched on. */
  switchOn: ReactNode;
}

export const ConditionContext = createContext<ConditionChecks>({
  areApplied: true,
  findingsFor: () => null,
  agreesTo: async () => true,
  switchOn: null,
});
