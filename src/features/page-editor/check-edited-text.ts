import type { TextProblem } from './check-text.ts';
import type { EditSession } from './edit-session.ts';
import type { LinkSource } from './link-source.ts';

/** Checks the text of a session, once it is known what its links lead to. */
export async function checkEditedText(session: EditSession, links: LinkSource): Promise<TextProblem[]> {
  const { checkText } = await import('./check-text.ts');
  links.update({ text: session.text });
  const check = () => checkText(session.text, links.problemOf);
  // The first pass asks for what is not known yet.
  check();
  await links.settled();
  return check();
}
