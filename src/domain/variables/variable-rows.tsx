import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { maxVariables, type Variable, variableProblems } from './variables.ts';

interface VariableRowsProps {
  variables: readonly Variable[];
  /** Names the group: "Variables". */
  label: string;
  /** What expressions name. */
  owner: 'page' | 'space';
  onChange: (variables: Variable[]) => void;
  /** Why the server refused them. */
  problem?: string | undefined;
}

/** Names and values, one row each. */
export function VariableRows({ variables, label, owner, onChange, problem }: VariableRowsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const problems = variableProblems(variables);
  const isAtRow = problems.some((row) => row !== undefined);
  const focusName = (at: number) =>
    requestAnimationFrame(() => {
      const fields = group.current?.querySelectorAll<HTMLElement>('input[data-name]');
      (fields?.[at] ?? group.current?.querySelector<HTMLElement>('button[data-add]'))?.focus();
    });
  return (
    <fieldset ref={group} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <p className="text-xs text-ink-soft">
        In the text:{' '}
        <code className="wrap-anywhere">{`<code class="expression">${owner}.vars.name</code>`}</code>
      </p>
      {variables.map((variable, index) => (
        <VariableRow
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other name than their place
          key={index}
          number={index + 1}
          variable={variable}
          problem={problems[index]}
          onChange={(next) => onChange(variables.map((row, at) => (at === index ? next : row)))}
          onRemove={() => {
            onChange(variables.filter((_, at) => at !== index));
            focusName(Math.max(0, index - 1));
          }}
        />
      ))}
      {problem !== undefined && !isAtRow && <p className="text-xs text-danger-ink">{problem}</p>}
      <div>
        <Button
          data-add=""
          size="small"
          icon={<Plus />}
          disabledReason={variables.length >= maxVariables && `There can be at most ${maxVariables}.`}
          onClick={() => {
            onChange([...variables, { name: '', value: '' }]);
            focusName(variables.length);
          }}
        >
          Add variable
        </Button>
      </div>
    </fieldset>
  );
}

interface VariableRowProps {
  /** From 1. */
  number: number;
  variable: Variable;
  problem: string | undefined;
  onChange: (variable: Variable) => void;
  onRemove: () => void;
}

function VariableRow({ number, variable, problem, onChange, onRemove }: VariableRowProps) {
  const problemId = useId();
  const { name, value } = variable;
  const shared = {
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': problem === undefined ? undefined : problemId,
  } as const;
  return (
    <div>
      <div className="flex items-center gap-1.5">
        <Input
          {...shared}
          data-name=""
          aria-label={`Name of variable ${number}`}
          placeholder="name"
          value={name}
          className="min-w-0 flex-1 font-mono text-xs"
          onChange={(event) => onChange({ ...variable, name: event.target.value })}
        />
        <Input
          {...shared}
          aria-label={`Value of variable ${number}`}
          placeholder="Value"
          dir="auto"
          value={value}
          className="min-w-0 flex-1"
          onChange={(event) => onChange({ ...variable, value: event.target.value })}
        />
        <IconButton label={`Remove variable ${name === '' ? number : name}`} size="small" onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      {problem !== undefined && (
        <p id={problemId} className="mt-1 text-xs text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}
