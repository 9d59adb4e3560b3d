/** The operator's part of an error of the file system: what is wrong with which file, and what to do. */
const problems: Record<string, (path: string) => string> = {
  EACCES: (path) =>
    `This user may not read or write ${path}. Give it to the user that runs Order Manager, or set DATA_DIR.`,
  EPERM: (path) => `This user may not change ${path}. Give it to the user that runs Order Manager, or set DATA_DIR.`,
  EROFS: (path) =>
    `${path} is on a disk that cannot be written. Mount it for writing, or set DATA_DIR to another folder.`,
  EISDIR: (path) => `${path} is a folder, where a file belongs. Move it away and start again.`,
  EEXIST: (path) => `${path} is a file, where a folder belongs. Move it away, or set DATA_DIR to another folder.`,
  ENOTDIR: (path) =>
    `A part of ${path} is a file, where a folder belongs. Move it away, or set DATA_DIR to another folder.`,
  ENOSPC: (path) => `The disk of ${path} is full. Make room and start again.`,
};

/** The error in words, where it is one of the file system about a path; otherwise unchanged. */
export function asFolderProblem(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return error;
  const describe = problems[String(error.code)];
  return describe === undefined ? error : new Error(describe(String(error.path)), { cause: error });
}
