/** Goals as ratios to a baseline of the same run, which are comparable across machines. */
import type { ByTarget } from './browser/browser.ts';
import type { Figure } from './statistics.ts';

/** A goal, what was measured, and whether that meets it. */
export interface Check {
  goal: string;
  measured: string;
  isMet: boolean;
}

/** A ratio of two figures of the same run; the range is that of the first. */
export function ratio(measured: Figure, baseline: Figure): Figure {
  const { value } = baseline;
  return { value: measured.value / value, low: measured.low / value, high: measured.high / value };
}

export function atMost(goal: string, measured: number | Figure, max: number, unit = '× baseline'): Check {
  return check(`${goal} ≤ ${max} ${unit}`, measured, unit, (value) => value <= max);
}

/**
 * A goal beside the baseline. Where that is missed, beside the same nodes instead, with what these take themselves: if
 * it is more than the goal, no code with these nodes reaches it beside the baseline.
 */
export function atMostOfEither<T>(
  goal: string,
  value: (of: T) => Figure,
  { console, baseline, 'same-nodes': sameNodes }: ByTarget<T>,
  max: number,
): Check {
  const check = (other: T, unit: string): Check => ({
    ...atMost(goal, ratio(value(console), value(other)), max, unit),
    goal: `${goal} ≤ ${max} × baseline or same nodes`,
  });
  const besideBaseline = check(baseline, '× baseline');
  if (besideBaseline.isMet) return besideBaseline;
  const besideNodes = check(sameNodes, '× same nodes');
  const nodesRatio = formatValue(ratio(value(sameNodes), value(baseline)).value);
  return { ...besideNodes, measured: `${besideNodes.measured}, which take ${nodesRatio} × baseline` };
}

export function atLeast(goal: string, measured: number | Figure, min: number, unit = '× baseline'): Check {
  return check(`${goal} ≥ ${min} ${unit}`, measured, unit, (value) => value >= min);
}

/** The largest value of all rounds must meet the goal. */
export function alwaysAtMost(goal: string, measured: Figure, max: number, unit = '× baseline'): Check {
  return { ...atMost(`${goal}, in every round`, measured, max, unit), isMet: measured.high <= max };
}

function check(
  goal: string,
  measured: number | Figure,
  unit: string,
  isMet: (value: number) => boolean,
): Check {
  const value = typeof measured === 'number' ? measured : measured.value;
  const range =
    typeof measured === 'number' || measured.low === measured.high
      ? ''
      : ` (${formatValue(measured.low)} to ${formatValue(measured.high)})`;
  return { goal: goal.trim(), measured: `${formatValue(value)} ${unit}`.trim() + range, isMet: isMet(value) };
}

/** Two decimals below a hundred. */
export function formatValue(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2).replace(/\.?0+$/, '');
}

/** Tables in Markdown. */
export function markdownTable(head: string[], lines: string[][]): string {
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}
