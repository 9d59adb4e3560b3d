import Undo from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MenuImport } from '#contract/menu/menu-import.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { momentText } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { catalogueKey } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.menu.import;

/** Takes an import back as a whole, as long as nothing of it was changed since. */
export function UndoImport({ menuImport, onUndone }: { menuImport: MenuImport; onUndone?: () => void }) {
  const cache = useQueryClient();
  const undoing = useMutation({
    mutationFn: () => client.call('POST /menu/undo-import/:id', { params: { id: menuImport._id } }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      onUndone?.();
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
    onSettled: () => cache.invalidateQueries({ queryKey: catalogueKey }),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<Undo />}
      aria-label={
        undoing.isPending
          ? text.undoing
          : text.undoOf({ file: menuImport.fileName, at: momentText(menuImport.importedAt) })
      }
      onClick={() => {
        if (!undoing.isPending) undoing.mutate();
      }}
    >
      {undoing.isPending ? text.undoing : text.undo}
    </Button>
  );
}
