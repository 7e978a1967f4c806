import { createContext, type ReactNode } from 'react';
import type { TextControl } from '#src/components/form/fields.tsx';

/**
 * The rules of conditions for the structure editor. Provided by the screen, which knows the site and its
 * claims.
 */
export interface ConditionChecks {
  /** Whether the site applies conditions: adaptive content is enabled. */
  areApplied: boolean;
  /** The condition as rules that can be changed. */
  rulesFor: (condition: string, onChange: (condition: string) => void) => ReactNode;
  /** The control of its text. */
  textFor: (control: TextControl) => ReactNode;
  /** Errors and warnings of a condition, and who would see the items that get it, while it is edited. */
  findingsFor: (condition: string, ids: readonly string[]) => ReactNode;
  /** Asks for confirmation if the condition has errors.  @returns whether it may be saved */
  confirmSave: (condition: string) => Promise<boolean>;
  /** Link to where adaptive content is enabled. */
  switchOn: ReactNode;
}

export const ConditionContext = createContext<ConditionChecks>({
  areApplied: true,
  rulesFor: () => null,
  textFor: () => null,
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
