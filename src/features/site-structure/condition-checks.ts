import { createContext, type ReactNode } from 'react';

/**
 * The rules of conditions for the structure editor. Provided by the screen, which knows the site and its
 * claims.
 */
export interface ConditionChecks {
  /** Whether the site applies conditions: adaptive content is enabled. */
  areApplied: boolean;
  /** Errors and warnings of a condition, shown while it is edited. */
  findingsFor: (condition: string) => ReactNode;
  /** Asks for confirmation if the condition has errors.  @returns whether it may be saved */
  confirmSave: (condition: string) => Promise<boolean>;
  /** Link to where adaptive content is enabled. */
  switchOn: ReactNode;
}

export const ConditionContext = createContext<ConditionChecks>({
  areApplied: true,
  findingsFor: () => null,
  confirmSave: async () => true,
  switchOn: null,
});

/** The text field of a condition; 1,024 characters is the contract's limit. */
export const conditionField = {
  name: 'condition',
  label: 'Condition',
  optional: true,
  multiline: true,
  code: true,
  limit: 1024,
  placeholder: 'visitor.claims.isBetaUser',
} as const;
