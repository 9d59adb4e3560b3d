import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { MenuId } from '#contract/base/ids.ts';
import type { Menu } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { saveFile } from '../../../components/feedback/save-file.ts';
import { Section } from '../../../components/shell/section.tsx';
import { words } from '../../../words/words.ts';
import { guestsMenu } from '../menus/menu-state.tsx';
import { errorText } from '../../../words/error-text.ts';

const text = words.menu.import;

interface ExportMenuProps {
  menus: readonly Menu[];
  /** The id of the menu that one came from. */
  cameFrom: string | null;
}

/** Writes a menu to a file that an import reads. */
export function ExportMenu({ menus, cameFrom }: ExportMenuProps) {
  const [chosen, setChosen] = useState<string | null>(cameFrom);
  const menu = menus.find(({ _id }) => _id === chosen) ?? guestsMenu(menus) ?? menus[0];
  return (
    <Section heading={text.export}>
      {menu === undefined ? (
        <Hint>{text.noMenu}</Hint>
      ) : (
        <>
          <Hint>{text.exportHint}</Hint>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5 }}>
            <TextField
              select
              label={text.menu}
              value={menu._id}
              onChange={(event) => setChosen(event.target.value)}
              helperText={null}
              slotProps={{ select: { native: true } }}
              sx={{ flex: '1 1 240px', maxWidth: 420 }}
            >
              {menus.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </TextField>
            <DownloadButton menuId={menu._id} format="csv" />
            <DownloadButton menuId={menu._id} format="json" />
          </Box>
        </>
      )}
    </Section>
  );
}

function DownloadButton({ menuId, format }: { menuId: MenuId; format: 'csv' | 'json' }) {
  const exporting = useMutation({
    mutationFn: () => client.call('GET /menu/export/:id', { params: { id: menuId }, query: { format } }),
    onSuccess: ({ fileName, contentType, text: content }) =>
      saveFile(new Blob([content], { type: contentType }), fileName),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<Download />}
      onClick={() => {
        if (!exporting.isPending) exporting.mutate();
      }}
    >
      {text.downloads[format]}
    </Button>
  );
}
