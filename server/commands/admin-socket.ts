import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The arguments after `bindery` of a command that a running server executes. */
type CommandArgs = readonly string[];

/** The result of a command: text for stdout, or an error message for stderr. */
export type CommandResult = { output: string } | { error: string };

const MAX_SOCKET_PATH_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 64 * 1024;
const NOT_ACCEPTING_COMMANDS =
  "The process that uses the data folder isn't accepting commands: it is starting, stopping or busy. Try again in a moment.";

/** The command socket of a data folder. It lies in the folder unless the path would be too long for a socket. */
export function socketPathOf(directory: string): string {
  const path = join(directory, 'admin.sock');
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_LENGTH) return path;
  const name = createHash('sha256').update(path).digest('hex').slice(0, 24);
  return join(tmpdir(), `bindery-${name}.sock`);
}

/** Accepts commands on a socket that only the same user can open. Returns a function that stops it. */
export async function listenForCommands(
  path: string,
  execute: (args: CommandArgs) => Promise<CommandResult>,
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
      const args = parseCommandArgs(text);
      void (args ? execute(args) : Promise.resolve({ error: 'The command is malformed.' })).then((outcome) =>
        socket.end(JSON.stringify(outcome)),
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

/** Sends a command to a running server. */
export function sendCommand(path: string, args: CommandArgs): Promise<CommandResult> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.end(JSON.stringify(args)));
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    // A server that has locked the folder may not listen yet, and other processes that lock it never do.
    socket.on('error', () => resolve({ error: NOT_ACCEPTING_COMMANDS }));
    socket.on('end', () => resolve(parseCommandResult(text)));
  });
}

function parseCommandArgs(text: string): CommandArgs | undefined {
  try {
    const args: unknown = JSON.parse(text);
    return Array.isArray(args) && args.every((word) => typeof word === 'string') ? args : undefined;
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
    // Handled below: the server ended before it responded.
  }
  return { error: NOT_ACCEPTING_COMMANDS };
}
