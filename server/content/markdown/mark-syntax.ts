/** Noncharacters of Unicode: texts have none. */
export const MARK_START = '\uFDD0';
export const MARK_END = '\uFDD1';
/** The beginning of a branch, its end, or the place of a reusable content. */
export const MARK = /\uFDD0(\d+|\/|\+\d+)\uFDD1/g;

/** A text in pieces of which each is a mark or has none. */
export const piecesAtMarks = (text: string): string[] => text.split(/(\uFDD0[^\uFDD1]*\uFDD1)/);

/** Whether a text consists of marks, and has some. */
export function isOnlyMarks(text: string): boolean {
  return text.includes(MARK_START) && text.replace(MARK, '').trim() === '';
}
