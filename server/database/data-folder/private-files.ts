import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Options = Parameters<NodeFS['init']>[1];

/** The mode bits of a file that only its owner may open. */
const OWNER_ONLY = 0o700;

/**
 * The file system of the embedded engine, with private files. The engine sets mode 0666 explicitly, regardless of the
 * umask.
 */
export class PrivateFiles extends NodeFS {
  override async init(database: PGlite, options: Options) {
    const { emscriptenOpts } = await super.init(database, options);
    const closeFiles: NonNullable<Options['preRun']>[number] = ({ FS }) => {
      const { chmod } = FS;
      FS.chmod = (file: string, mode: number) => chmod(file, mode & OWNER_ONLY);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), closeFiles] } };
  }
}
