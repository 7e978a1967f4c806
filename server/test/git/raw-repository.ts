/** Repositories that `git` would not make: objects are written as bytes. */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import type { GitPeer } from './git-peer.ts';

const run = promisify(execFile);

export interface RawObject {
  oid: string;
  type: string;
  bytes: Buffer;
  /** Objects that it names. */
  below?: RawObject[];
}

export interface RawLine {
  mode: string;
  name: string | Buffer;
  object: RawObject;
}

/** An object; a tree is made of its lines, in the order that is given. */
export function rawObject(type: string, content: string | Buffer, lines: readonly RawLine[] = []): RawObject {
  const parts = lines.flatMap(({ mode, name, object }) => [
    Buffer.from(`${mode} `),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(object.oid, 'hex'),
  ]);
  const bytes = Buffer.concat([Buffer.from(content), ...parts]);
  const oid = createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
  return { oid, type, bytes, below: lines.map(({ object }) => object) };
}

/** A repository whose branch has a tree; returns its address. */
export async function rawRepository(
  peer: GitPeer,
  { entries = [], tree = rawObject('tree', '', entries) }: { entries?: readonly RawLine[]; tree?: RawObject },
): Promise<string> {
  const name = `raw-${randomUUID()}`;
  const { bare } = await peer.create(name);
  const person = 'Robin <robin@example.org> 1760000000 +0000';
  const commit = rawObject('commit', `tree ${tree.oid}\nauthor ${person}\ncommitter ${person}\n\nBegin\n`);
  const written = new Set<string>();
  const write = async (object: RawObject): Promise<void> => {
    if (written.has(object.oid) || (object.type === 'commit' && object !== commit)) return;
    written.add(object.oid);
    const path = join(bare, 'objects', object.oid.slice(0, 2), object.oid.slice(2));
    await mkdir(dirname(path), { recursive: true });
    const head = Buffer.from(`${object.type} ${object.bytes.length}\0`);
    await writeFile(path, deflateSync(Buffer.concat([head, object.bytes])));
    for (const below of object.below ?? []) await write(below);
  };
  await write(tree);
  await write(commit);
  await run('git', ['-C', bare, 'update-ref', 'refs/heads/main', commit.oid]);
  return peer.urlOf(name);
}
