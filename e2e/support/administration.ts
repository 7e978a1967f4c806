/** Operator commands, such as creating organizations and users, sent over the running server's admin socket. */
import { sendCommand, socketPathOf } from '../../server/commands/admin-socket.ts';

/** Runs a command on the server of `dataFolder`; returns its output or throws its error. */
export async function runBinderyCommand(dataFolder: string, ...args: string[]): Promise<string> {
  const outcome = await sendCommand(socketPathOf(dataFolder), args);
  if ('error' in outcome) throw new Error(`bindery ${args.join(' ')}: ${outcome.error}`);
  return outcome.output.trim();
}
