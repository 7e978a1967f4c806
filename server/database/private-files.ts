import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Options = Parameters<NodeFS['init']>[1];

/** What of a mode is left to a file that only its owner may open. */
const OWNER_ONLY = 0o700;

/**
 * The data folder of the embedded engine, with files that only their owner may open. The engine gives each file that it
 * makes the mode 0666 explicitly, whatever the umask of the process is.
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
