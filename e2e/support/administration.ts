/**
 * What only the operator of a server can do, such as making organizations and people. The words are those of the
 * command line `bindery`; they go to the running server over the socket that the command line uses, without a process for each.
 */
import { sendCommand, socketPathOf } from '../../server/admin-socket.ts';

/** Runs a command on the server that holds `dataFolder`; returns what it prints. Throws what it complains about. */
export async function runBinderyCommand(dataFolder: string, ...args: string[]): Promise<string> {
  const outcome = await sendCommand(socketPathOf(dataFolder), args);
  if ('error' in outcome) throw new Error(`bindery ${args.join(' ')}: ${outcome.error}`);
  return outcome.output.trim();
}
