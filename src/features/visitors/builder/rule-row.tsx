import { Split, X } from 'lucide-react';
import { type Ref, useState } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { MAX_CLAIM_VALUE } from '../claim-value.ts';
import type { Claim } from '../claims.ts';
import type { Literal } from '../condition-literals.ts';
import { formatRule, type Rule, type RuleFields } from './condition-rules.ts';
import {
  hasList,
  hasValue,
  listFromText,
  listText,
  operatorLabels,
  operatorsFor,
  withClaimOf,
  withOperator,
} from './rule-choices.ts';

interface RuleRowProps {
  /** "Rule 2", the start of the names of its controls. */
  name: string;
  rule: Rule;
  claims: readonly Claim[];
  onChange: (rule: RuleFields) => void;
  onRemove: () => void;
  /** Puts another rule beside it; undefined where rules are nested deep enough. */
  onAlternative: (() => void) | undefined;
  /** "Add alternative" or "Add requirement". */
  alternativeLabel: string;
  claimRef: Ref<HTMLSelectElement>;
}

/** A rule: claim, operator and value. */
export function RuleRow(props: RuleRowProps) {
  const { name, rule, claims, onChange, onRemove, onAlternative, alternativeLabel, claimRef } = props;
  const claim = claims.find((each) => each.name === rule.claim) ?? { name: rule.claim, description: '' };
  const find = (wanted: string) =>
    claims.find((each) => each.name === wanted) ?? { name: wanted, description: '' };
  return (
    <div role="group" aria-label={name} className="flex items-start gap-1">
      <div className="flex min-w-0 flex-1 flex-wrap gap-1.5">
        <Select
          ref={claimRef}
          aria-label={`${name}: claim`}
          className="min-w-0 flex-1 basis-32 font-mono"
          options={claims.map((each) => ({ value: each.name, label: each.name }))}
          value={rule.claim}
          onChange={(next) => onChange(withClaimOf(find(next), rule))}
        />
        <Select
          aria-label={`${name}: operator`}
          className="min-w-0 flex-1 basis-24"
          options={operatorsFor(claim, rule.operator).map((operator) => ({
            value: operator,
            label: operatorLabels[operator],
          }))}
          value={rule.operator}
          onChange={(operator) => onChange(withOperator(claim, rule, operator))}
        />
        {hasValue(rule.operator) && (
          <RuleValue
            key={rule.operator}
            name={`${name}: value`}
            rule={rule}
            claim={claim}
            onChange={onChange}
          />
        )}
      </div>
      {onAlternative && (
        <IconButton label={`${alternativeLabel} to ${name.toLowerCase()}`} onClick={onAlternative}>
          <Split />
        </IconButton>
      )}
      <IconButton label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
        <X />
      </IconButton>
    </div>
  );
}

interface RuleValueProps {
  name: string;
  rule: Rule;
  claim: Claim;
  onChange: (rule: RuleFields) => void;
}

function RuleValue({ name, rule, claim, onChange }: RuleValueProps) {
  const send = (values: readonly Literal[]) => onChange({ ...rule, values });
  const [value = ''] = rule.values;
  const known = [...(claim.values ?? []), ...(claim.compared ?? [])];
  const suggestions = known.flatMap((each) => (typeof each === 'string' ? each : []));
  if (hasList(rule.operator)) {
    const text = listText(rule.values);
    // Only the text of the condition tells such values apart.
    if (text === null)
      return (
        <code className="flex-1 basis-full self-center font-mono text-xs wrap-anywhere">
          {formatRule(rule)}
        </code>
      );
    return (
      <DraftInput
        name={`${name}s, separated by commas`}
        text={text}
        placeholder="free, pro"
        suggestions={[]}
        isNumber={false}
        onText={(next) => {
          const values = listFromText(next, rule.values);
          if (values) send(values);
        }}
      />
    );
  }
  if (typeof value === 'boolean')
    return (
      <Select
        aria-label={name}
        className="min-w-0 flex-1 basis-24"
        options={[
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
        ]}
        value={String(value)}
        onChange={(next) => send([next === 'true'])}
      />
    );
  return (
    <DraftInput
      name={name}
      text={String(value)}
      placeholder={typeof value === 'number' ? '0' : 'Text'}
      suggestions={suggestions}
      isNumber={typeof value === 'number'}
      onText={(next) => {
        if (typeof value === 'string') send([next]);
        else if (next !== '' && Number.isFinite(Number(next))) send([Number(next)]);
      }}
    />
  );
}

interface DraftInputProps {
  name: string;
  text: string;
  placeholder: string;
  suggestions: readonly string[];
  isNumber: boolean;
  onText: (text: string) => void;
}

/** Shows what is typed while it is typed, as "1." and "free," are not yet what they will be. */
function DraftInput({ name, text, placeholder, suggestions, isNumber, onText }: DraftInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const listId = `${name.replaceAll(/\W+/g, '-')}-values`;
  return (
    <>
      <Input
        aria-label={name}
        className="min-w-0 flex-1 basis-24"
        type={isNumber ? 'number' : 'text'}
        step="any"
        maxLength={MAX_CLAIM_VALUE}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        list={suggestions.length > 0 ? listId : undefined}
        value={draft ?? text}
        onChange={({ target: { value } }) => {
          setDraft(value);
          onText(value);
        }}
        onBlur={() => setDraft(null)}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion}>{suggestion}</option>
          ))}
        </datalist>
      )}
    </>
  );
}
