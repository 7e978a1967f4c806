// @module-tag without-database
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendCommand, listenForCommands, socketPathOf } from './admin-socket.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-socket-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('socketPathOf', () => {
  it('is in the data folder, or in the temporary folder if that path is too long for a socket', () => {
    expect(socketPathOf('/data')).toBe('/data/admin.sock');
    const long = socketPathOf(`/${'deep/'.repeat(40)}`);
    expect(long.length).toBeLessThan(100);
    expect(long).toBe(socketPathOf(`/${'deep/'.repeat(40)}`));
    expect(long).not.toBe(socketPathOf(`/${'deep/'.repeat(41)}`));
  });
});

describe('the command socket', () => {
  it('transfers commands and results, for this user only', async () => {
    const path = join(folder, 'admin.sock');
    const stop = await listenForCommands(path, async (args) =>
      args[0] === 'fail' ? { error: 'It failed.' } : { output: args.join('|') },
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await sendCommand(path, ['token', 'list', 'ä "x"'])).toEqual({ output: 'token|list|ä "x"' });
    expect(await sendCommand(path, ['fail'])).toEqual({ error: 'It failed.' });
    const response = await new Promise<string>((resolve) => {
      const socket = createConnection(path, () => socket.end('not json'));
      socket.on('data', (chunk: Buffer) => resolve(chunk.toString()));
    });
    expect(JSON.parse(response)).toEqual({ error: 'The command is malformed.' });
    await stop();
    expect(await sendCommand(path, ['token', 'list'])).toEqual({
      error: expect.stringContaining("isn't accepting commands"),
    });
  });
});
