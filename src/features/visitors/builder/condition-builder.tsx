import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { type Claim, listClaims, schemaOf, type SitePath } from '../claims.ts';
import { withComparedValues } from '../lint-condition.ts';
import {
  addAlternative,
  addRule,
  groupFrom,
  partsOf,
  replaceNode,
  type Rule,
  ruleFrom,
  type RuleFields,
  type RuleGroup,
  type RuleNode,
  rulesOf,
} from './condition-rules.ts';
import { newRule } from './rule-choices.ts';
import { RuleRow } from './rule-row.tsx';

interface ConditionBuilderProps {
  path: SitePath;
  /** All conditions of the site, as saved. */
  conditions: readonly string[];
  /** The text of the condition. */
  condition: string;
  onChange: (condition: string) => void;
}

/** A group inside a group has rules, and no groups. */
const MAX_LEVEL = 2;

/** The rules of a condition, in step with its text. Shows nothing until the claims are loaded. */
export function ConditionBuilder({ path, conditions, condition, onChange }: ConditionBuilderProps) {
  const { data } = useQuery(schemaOf(path));
  const headingId = useId();
  if (!data) return null;
  const claims = withComparedValues(listClaims(data.jsonSchema), [...conditions, condition]);
  const text = condition.trim();
  const root = text === '' ? null : rulesOf(text);
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h3 id={headingId} className="font-medium">
        Who sees this
      </h3>
      {text !== '' && root === null ? (
        <p className="text-ink-soft">This condition says more than rules can. Edit it as text.</p>
      ) : (
        <Rules root={root} claims={claims} onChange={(next) => onChange(next?.source ?? '')} />
      )}
    </section>
  );
}

const allRules = (node: RuleNode | null): Rule[] =>
  node === null ? [] : node.kind === 'rule' ? [node] : node.parts.flatMap(allRules);

interface RulesProps {
  root: RuleNode | null;
  claims: readonly Claim[];
  onChange: (root: RuleNode | null) => void;
}

function Rules({ root, claims, onChange }: RulesProps) {
  /** The rule whose claim gets the focus once it is there, by its path. */
  const focused = useRef<string | null>(null);
  const rules = allRules(root);
  const fields = newRule(claims, rules);
  const added = fields && ruleFrom(fields);
  const change = (next: RuleNode | null, focus: readonly number[] | null) => {
    focused.current = focus && focus.join('.');
    onChange(next);
  };
  const claimRef = (path: readonly number[]) => (element: HTMLSelectElement | null) => {
    if (!element || focused.current !== path.join('.')) return;
    focused.current = null;
    element.focus();
  };
  return (
    <div className="flex flex-col gap-2">
      {root === null ? (
        <p className="text-ink-soft">Everyone. Add a rule to limit it.</p>
      ) : (
        <GroupParts group={root} path={[]} tools={{ root, claims, added, claimRef, change }} />
      )}
      <Button
        icon={<Plus />}
        className="self-start"
        disabledReason={!added && 'This site has no claims yet. An administrator adds them under Visitors.'}
        onClick={() => {
          if (added) change(addRule(root, [], added), [partsOf(root).length]);
        }}
      >
        Add rule
      </Button>
    </div>
  );
}

/** What all groups of a condition share. */
interface Tools {
  root: RuleNode;
  claims: readonly Claim[];
  added: Rule | null;
  /** Takes the control of the claim of the rule at a path, which may get the focus. */
  claimRef: (path: readonly number[]) => (element: HTMLSelectElement | null) => void;
  change: (root: RuleNode | null, focus: readonly number[] | null) => void;
}

const joins = [
  { value: 'and', label: 'All of these are true' },
  { value: 'or', label: 'Any of these is true' },
  { value: 'not-and', label: 'Not all of these are true' },
  { value: 'not-or', label: 'None of these is true' },
] as const;

interface GroupPartsProps {
  /** A group, or the one rule of a condition. */
  group: RuleNode;
  path: readonly number[];
  tools: Tools;
}

/** The rules of a group with the word between them. */
function GroupParts({ group, path, tools }: GroupPartsProps): ReactNode {
  const parts = partsOf(group);
  const isOr = group.kind === 'group' && group.join === 'or';
  return (
    <>
      {group.kind === 'group' && <JoinSelect group={group} path={path} tools={tools} />}
      <ul className="flex flex-col gap-2">
        {parts.map((part, place) => {
          const key = [...path, place].join('.');
          return (
            <li key={key} className="flex flex-col gap-2">
              {place > 0 && (
                <span aria-hidden="true" className="text-xs font-medium text-ink-soft">
                  {isOr ? 'or' : 'and'}
                </span>
              )}
              {part.kind === 'rule' ? (
                <PlacedRule rule={part} path={[...path, place]} isOr={isOr} tools={tools} />
              ) : (
                <div className="flex flex-col gap-2 border-l-2 border-line pl-3">
                  <GroupParts group={part} path={[...path, place]} tools={tools} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function JoinSelect({ group, path, tools }: { group: RuleGroup; path: readonly number[]; tools: Tools }) {
  const value = joins.find((each) => each.value === (group.isNegated ? `not-${group.join}` : group.join));
  return (
    <Select
      aria-label={path.length === 0 ? 'How the rules are joined' : 'How these rules are joined'}
      className="self-start"
      options={joins}
      value={value?.value ?? 'and'}
      onChange={(next) => {
        const join = next.endsWith('or') ? 'or' : 'and';
        tools.change(
          replaceNode(tools.root, path, () => groupFrom(join, next.startsWith('not-'), group.parts)),
          null,
        );
      }}
    />
  );
}

interface PlacedRuleProps {
  rule: Rule;
  path: readonly number[];
  /** Whether the group around it is true with one of its rules. */
  isOr: boolean;
  tools: Tools;
}

function PlacedRule({ rule, path, isOr, tools }: PlacedRuleProps) {
  const { root, claims, added, claimRef, change } = tools;
  const canNest = path.length < MAX_LEVEL && root.kind === 'group' && added !== null;
  return (
    <RuleRow
      name={`Rule ${allRules(root).indexOf(rule) + 1}`}
      rule={rule}
      claims={claims}
      claimRef={claimRef(path)}
      onChange={(next: RuleFields) =>
        change(
          replaceNode(root, path, () => ruleFrom(next)),
          null,
        )
      }
      onRemove={() =>
        change(
          replaceNode(root, path, () => null),
          [...path.slice(0, -1), Math.max(0, (path.at(-1) ?? 0) - 1)],
        )
      }
      alternativeLabel={isOr ? 'Add requirement' : 'Add alternative'}
      onAlternative={canNest ? () => change(addAlternative(root, path, added), [...path, 1]) : undefined}
    />
  );
}
