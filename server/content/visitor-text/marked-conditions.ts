import type { TextConditions } from '#server/database/tables/stored-texts.ts';
import { MARK, MARK_END, MARK_START } from '../markdown/mark-syntax.ts';
import { findCode } from './code-ranges.ts';
import { findConditionProblem } from './conditions.ts';
import { findIncludes } from './include-tags.ts';
import {
  CodeReader,
  type Condition,
  conditionsOf,
  type ConditionTag,
  cutConditions,
} from './visitor-text.ts';

/** A text whose conditions have marks in place of their tags. */
export interface MarkedText extends TextConditions {
  markdown: string;
  /** The text without the condition that a branch belongs to, with the tags of the others. */
  without: (guard: number) => string;
}

const INCLUDE_MARK = /\uFDD0\+\d+\uFDD1/g;
const ANY_MARK = /[\uFDD0\uFDD1]/g;

/** Longer expressions are not evaluated, as those of sections. */
const MAX_EXPRESSION_LENGTH = 1024;
/** Conditions with more tags in a text, and in one another, are shown to no visitor. */
const MAX_TAGS = 400;
const MAX_DEPTH = 10;
const MAX_ROUNDS = 3;

/** A piece of text, the beginning of a branch or its end, or the place of a reusable content. */
export type MarkedPiece = string | { guard: number | 'end' } | { include: number };

/** Splits a text at its marks; undefined where it has none. */
export function splitMarks(text: string): MarkedPiece[] | undefined {
  if (!text.includes(MARK_START)) return undefined;
  const pieces: MarkedPiece[] = [];
  let end = 0;
  for (const { 0: mark, 1: name = '', index } of text.matchAll(MARK)) {
    if (index > end) pieces.push(text.slice(end, index));
    if (name.startsWith('+')) pieces.push({ include: Number(name.slice(1)) });
    else pieces.push({ guard: name === '/' ? 'end' : Number(name) });
    end = index + mark.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** The branch of the first mark in a text that begins one; undefined where no mark does. */
export function markedBranch(text: string): number | undefined {
  const name = /\uFDD0(\d+)\uFDD1/.exec(text)?.[1];
  return name === undefined ? undefined : Number(name);
}

/**
 * Puts marks in place of the tags of a text's conditions (without marks from elsewhere: `markIncludes`), so that its HTML can be divided into branches. Conditions that
 * cannot be decided are left out with all that is in them: they aren't closed or opened, their expressions can't be read,
 * or something in them reaches beyond them.
 *
 * @returns undefined where no condition remains
 */
export function markConditions(source: string): MarkedText | undefined {
  let text = source;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const conditions = conditionsOf(text);
    const count = conditions.reduce((sum, { tags }) => sum + tags.length, 0);
    if (count === 0 || count > MAX_TAGS) return undefined;
    const code = new CodeReader(findCode(text));
    const undecidable = conditions.filter(
      (condition) =>
        !readBranches(condition) || hasDefinition(text, condition, code) || isBetweenRows(text, condition),
    );
    if (undecidable.length === 0) return writeMarks(text, conditions);
    text = cutConditions(text, undecidable);
  }
  return undefined;
}

/** A text without marks that its author wrote. */
export function withoutMarks(text: string): string {
  return text.replace(ANY_MARK, '');
}

/** A text without the marks of reusable contents where none can be shown, such as in the name of a picture. */
export function withoutIncludeMarks(text: string): string {
  return text.replace(INCLUDE_MARK, '');
}

/** A text with marks in place of the tags that include reusable contents. */
export interface MarkedIncludes {
  markdown: string;
  addresses: string[];
  /** The text in order. Line ends of marks are none of the source. */
  pieces: { text: string; isMark: boolean }[];
}

/** Puts marks in place of the tags that include reusable contents, each as a block. */
export function markIncludes(source: string): MarkedIncludes {
  const text = withoutMarks(source);
  const addresses: string[] = [];
  const pieces: MarkedIncludes['pieces'] = [];
  let end = 0;
  for (const tag of findIncludes(text)) {
    const mark = `${MARK_START}+${addresses.push(tag.address) - 1}${MARK_END}`;
    pieces.push(
      { text: text.slice(end, tag.start), isMark: false },
      { text: placeMark(text, tag, mark), isMark: true },
    );
    end = tag.end;
  }
  pieces.push({ text: text.slice(end), isMark: false });
  return { markdown: pieces.map((piece) => piece.text).join(''), addresses, pieces };
}

/** A branch of a condition, between two of its tags. */
export interface Branch {
  tag: ConditionTag;
  /** The expressions that decide it, and the outcome that each must have. */
  outcomes: (readonly [expression: string, isTrue: boolean])[];
}

/**
 * The branches of a condition and of those in it, by the order of their tags. Undefined where it isn't known what its
 * author meant.
 */
export function readBranches({ tags, problem }: Condition): Branch[] | undefined {
  if (problem !== undefined) return undefined;
  const branches: Branch[] = [];
  const open: { outer: Branch['outcomes']; failed: Branch['outcomes']; hasElse: boolean }[] = [];
  let current: Branch['outcomes'] = [];
  for (const tag of tags) {
    if (tag.isUnsure || tag.end === undefined) return undefined;
    if (tag.kind === 'if') {
      open.push({ outer: current, failed: [], hasElse: false });
      if (open.length > MAX_DEPTH) return undefined;
    }
    const level = open.at(-1);
    if (!level) return undefined;
    if (tag.kind === 'endif') {
      current = level.outer;
      open.pop();
      continue;
    }
    if (level.hasElse) return undefined;
    current = [...level.outer, ...level.failed];
    if (tag.kind === 'else') level.hasElse = true;
    else {
      const expression = cleanExpression(tag.expression ?? '');
      if (expression === undefined) return undefined;
      current.push([expression, true]);
      level.failed.push([expression, false]);
    }
    branches.push({ tag, outcomes: current });
  }
  return branches;
}

function cleanExpression(source: string): string | undefined {
  const expression = source.replace(/[-+~]$/, '').trim();
  const isReadable = expression.length <= MAX_EXPRESSION_LENGTH && findConditionProblem(expression) === null;
  return isReadable ? expression : undefined;
}

/** Whether something in a condition may be the target of a link or note outside of it: it is shown where it is used. */
function hasDefinition(text: string, { start, end }: Condition, code: CodeReader): boolean {
  for (let at = text.indexOf(']:', start); at >= 0 && at < end; at = text.indexOf(']:', at + 1)) {
    if (code.at(at) !== 'code') return true;
  }
  return false;
}

/** Whether a tag stands on its own line between rows of a table, which a mark would end. */
function isBetweenRows(text: string, { tags }: Condition): boolean {
  return tags.some((tag) => {
    const { before, after } = surroundings(text, tag);
    if (before.trim() !== '' || after.trim() !== '') return false;
    const lineStart = tag.start - before.length;
    const lineEnd = (tag.end ?? tag.start) + after.length;
    const previous = text.slice(text.lastIndexOf('\n', Math.max(0, lineStart - 2)) + 1, lineStart);
    const [next = ''] = text.slice(lineEnd + 1, lineEnd + 1 + MAX_LINE).split('\n', 1);
    return lineStart > 0 && previous.includes('|') && next.includes('|');
  });
}

/** More of a line is not looked at. */
const MAX_LINE = 1000;

/** The rest of the line before a tag, and of the line behind it. */
function surroundings(
  text: string,
  { start, end = start }: Pick<ConditionTag, 'start' | 'end'>,
): { before: string; after: string } {
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  return {
    before: text.slice(lineStart, start),
    after: text.slice(end, lineEnd < 0 ? text.length : lineEnd),
  };
}

/** The marks of lines that a block in containers begins with. */
const CONTAINER = /^[ \t>]*((?:[-*+]|\d{1,9}[.)])[ \t]+)?$/;

function writeMarks(text: string, conditions: readonly Condition[]): MarkedText | undefined {
  const expressions: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (expression: string) => {
    const known = places.get(expression) ?? expressions.push(expression) - 1;
    places.set(expression, known);
    return known;
  };
  const guards: TextConditions['guards'] = [];
  const conditionOf: number[] = [];
  const pieces: string[] = [];
  let end = 0;
  for (const [place, condition] of conditions.entries()) {
    const branches = new Map(readBranches(condition)?.map((branch) => [branch.tag, branch]));
    for (const tag of condition.tags) {
      const branch = branches.get(tag);
      let mark = tag.kind === 'if' ? '' : `${MARK_START}/${MARK_END}`;
      if (branch) {
        const guard = branch.outcomes.map(([source, isTrue]) => [placeOf(source), isTrue] as const);
        mark += `${MARK_START}${guards.push(guard) - 1}${MARK_END}`;
        conditionOf.push(place);
      }
      pieces.push(text.slice(end, tag.start), placeMark(text, tag, mark));
      end = tag.end ?? tag.start;
    }
  }
  const markdown = [...pieces, text.slice(end)].join('');
  // Without a tag, more may be text, and have tags.
  if (conditionsOf(markdown).length > 0) return undefined;
  const without = (guard: number) =>
    cutConditions(text, conditions.slice(conditionOf[guard], (conditionOf[guard] ?? 0) + 1));
  return { markdown, expressions, guards, without };
}

/** A mark that is a block where its tag has a line to itself. */
function placeMark(text: string, tag: Pick<ConditionTag, 'start' | 'end'>, mark: string): string {
  const { before, after } = surroundings(text, tag);
  if (before.length > MAX_LINE || after.trim() !== '') return mark;
  const container = CONTAINER.exec(before);
  if (!container) return mark;
  const blank = `\n${before.slice(0, before.lastIndexOf('>') + 1)}`;
  return container[1] === undefined ? `\n${before}${mark}${blank}` : `${mark}${blank}`;
}
