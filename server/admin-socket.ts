import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A command line that a running server is asked to carry out, as the words behind `bindery`. */
type CommandArgs = readonly string[];

/** What came of it: text for stdout, or a sentence for stderr. */
export type CommandResult = { output: string } | { error: string };

/** The longest path that a socket may have on every system. */
const MAX_SOCKET_PATH_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 64 * 1024;
const NOT_ACCEPTING_COMMANDS =
  "The process that uses the data folder isn't accepting commands: it is starting, stopping or busy. Try again in a moment.";

/** Where the server of a data folder takes commands. In the folder, unless its path is too long for a socket. */
export function socketPathOf(directory: string): string {
  const path = join(directory, 'admin.sock');
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_LENGTH) return path;
  const name = createHash('sha256').update(path).digest('hex').slice(0, 24);
  return join(tmpdir(), `bindery-${name}.sock`);
}

/** Takes commands on a socket that only the same user can open. Returns how to stop. */
export async function listenForCommands(
  path: string,
  execute: (words: CommandArgs) => Promise<CommandResult>,
): Promise<() => Promise<void>> {
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MAX_MESSAGE_LENGTH) socket.destroy();
    });
    socket.on('end', () => {
      const words = parseCommandArgs(text);
      void (words ? execute(words) : Promise.resolve({ error: 'The command is malformed.' })).then(
        (outcome) => socket.end(JSON.stringify(outcome)),
      );
    });
  });
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  } finally {
    process.umask(mask);
  }
  chmodSync(path, 0o600);
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        rmSync(path, { force: true });
        resolve();
      });
    });
}

/** Has a running server carry out a command. */
export function sendCommand(path: string, words: CommandArgs): Promise<CommandResult> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.end(JSON.stringify(words)));
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    // Between taking the folder and taking commands there is the start, and whatever else holds a folder takes none.
    socket.on('error', () => resolve({ error: NOT_ACCEPTING_COMMANDS }));
    socket.on('end', () => resolve(parseCommandResult(text)));
  });
}

function parseCommandArgs(text: string): CommandArgs | undefined {
  try {
    const words: unknown = JSON.parse(text);
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : undefined;
  } catch {
    return undefined;
  }
}

function parseCommandResult(text: string): CommandResult {
  try {
    const outcome: unknown = JSON.parse(text);
    if (typeof outcome === 'object' && outcome !== null) {
      if ('output' in outcome) return { output: String(outcome.output) };
      if ('error' in outcome) return { error: String(outcome.error) };
    }
  } catch {
    // Told below: the server ended before it had answered.
  }
  return { error: NOT_ACCEPTING_COMMANDS };
}
