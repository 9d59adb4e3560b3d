import { cutText } from '#contract/base/cut-text.ts';
import { limits } from '#contract/base/limits.ts';
import type { MenuImport } from '#contract/menu/menu-import.ts';
import type { StoredImportRow } from './stored-imports.ts';

export function toMenuImport(row: StoredImportRow): MenuImport {
  return {
    _id: row.id,
    menuId: row.menu_id,
    menuName: row.menu_name,
    fileName: row.file_name,
    importedAt: row.imported_at.toISOString(),
    importedBy: row.imported_by,
    counts: row.counts,
    undoneAt: row.undone_at?.toISOString() ?? null,
  };
}

/** The name of a file without characters that break a file system or a screen. */
export function toFileName(name: string): string {
  const shown = cutText(name.replaceAll(/[^\p{Letter}\p{Mark}\p{Number} ._()-]/gu, '_').trim(), limits.name);
  return shown === '' ? 'menu' : shown;
}
