import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { exportMenuFile } from './export-menu-file.ts';
import { inImportTurn } from './import-turn.ts';
import { importMenuFile } from './import-menu-file.ts';
import { listStoredImports } from './stored-imports.ts';
import { slowImport, undoImport } from './undo-import.ts';
import { toMenuImport } from './wire.ts';

/** The calls of menu import and export, and of undoing an import. */
export function menuImportRoutes({ db, importDb, clock }: Pick<Deps, 'db' | 'importDb' | 'clock'>) {
  return {
    'POST /menu/import': ({ caller, form, files, requestId }) =>
      importMenuFile(
        { db, importDb },
        { restaurantId: caller.restaurantId, actor: caller, requestId },
        { file: files.file, form },
        clock(),
      ),

    'GET /menu/imports': async ({ caller: { restaurantId } }) => {
      const rows = await transaction(db, restaurantId, (tx) => listStoredImports(tx, restaurantId, clock()), {
        readOnly: true,
      });
      return { imports: rows.map(toMenuImport) };
    },

    'POST /menu/undo-import/:id': async ({ caller, params, requestId }) => {
      const { restaurantId } = caller;
      const by = { restaurantId, actor: caller, requestId };
      await inImportTurn(restaurantId, () =>
        menuTransaction(importDb, restaurantId, (tx) => undoImport(tx, by, params.id, clock()), slowImport),
      );
      return confirmationOf('menu.import_undone');
    },

    'GET /menu/export/:id': ({ caller: { restaurantId }, params, query }) =>
      exportMenuFile(db, restaurantId, params.id, query.format),
  } satisfies Partial<Handlers>;
}
