/** `git`, which tests of synchronized spaces have as the other side. The product itself does not need it. */
import { findOnPath, installDebianPackage } from './system-packages.ts';

/** Installs the distribution's package where it is missing. */
export async function ensureGit(): Promise<void> {
  if (findOnPath('git') !== undefined) return;
  if (await installDebianPackage('git')) return;
  throw new Error('git not found. Install it with your system’s package manager: tests synchronize with it.');
}
