import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The living child processes of a process. */
export function childrenOf(pid: number): number[] {
  // Small Linux images have no `ps`, and macOS has no /proc.
  const text =
    process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return text.split(/\s+/).filter(Boolean).map(Number);
}
