import type { EditSession } from '../session/edit-session.ts';
import type { TextProblem } from './check-text.ts';
import type { LinkSource } from './link-source.ts';

export interface CheckedText {
  problems: TextProblem[];
  /** False if it could not be found out what some links lead to. */
  isComplete: boolean;
}

/** Checks the text of a session, once it is known what its links lead to. */
export async function checkEditedText(session: EditSession, links: LinkSource): Promise<CheckedText> {
  const { checkText } = await import('./check-text.ts');
  links.retryFailed();
  links.update({ text: session.text });
  // Its lines are those of the field.
  const check = () => checkText(links.show(session.text), links.problemOf);
  // The first pass asks for what is not known yet.
  check();
  const isComplete = await links.settled();
  return { problems: check(), isComplete };
}
