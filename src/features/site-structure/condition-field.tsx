import { type ReactNode, use } from 'react';
import type { TextControl } from '#src/components/form/fields.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { ConditionContext } from './condition-checks.ts';

interface ConditionFieldProps {
  /** The text as typed. */
  condition: string;
  /** The items that get it. */
  ids: readonly string[];
  isReadOnly: boolean;
  onChange: (condition: string) => void;
  /** The field of the text, with its control. */
  children: (renderControl: (control: TextControl) => ReactNode) => ReactNode;
}

/** A condition as rules and as text, with what is wrong with it and who would see the items. */
export function ConditionField({ condition, ids, isReadOnly, onChange, children }: ConditionFieldProps) {
  const conditions = use(ConditionContext);
  return (
    <>
      {!isReadOnly && conditions.rulesFor(condition, onChange)}
      {children(conditions.textFor)}
      {!isReadOnly && conditions.findingsFor(condition, ids)}
      {condition.trim() !== '' && !conditions.areApplied && (
        <Callout tone="warning" title="Adaptive content is off">
          {ids.length === 1 ? 'The condition is ignored. Everyone sees this. ' : 'Conditions are ignored. '}
          {conditions.switchOn}
        </Callout>
      )}
    </>
  );
}
