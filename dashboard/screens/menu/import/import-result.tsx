import CheckCircle from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { ImportPreview, MenuImport } from '#contract/menu/menu-import.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { Counts } from './counts.tsx';
import { UndoImport } from './undo-import.tsx';

const text = words.menu.import;

interface ImportResultProps {
  menuImport: MenuImport;
  preview: ImportPreview;
  /** It is over: another file, or the same one mended. */
  onLeave: () => void;
}

/** Result of an import, with a link to the menu and a button that undoes the import. */
export function ImportResult({ menuImport, preview, onLeave }: ImportResultProps) {
  return (
    <Card component="section" sx={{ p: 2.5, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', color: 'success.main' }}>
        <CheckCircle aria-hidden />
        <Typography ref={focused} tabIndex={-1} variant="h2" sx={{ outline: 'none' }}>
          {text.imported}
        </Typography>
      </Box>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {text.importOf({ file: menuImport.fileName, menu: menuImport.menuName })}.{' '}
        {preview.menu.isLive ? text.isLive : text.isDraft}
      </Typography>
      <Counts counts={menuImport.counts} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" component={Link} to={paths.menu(menuImport.menuId)}>
          {text.openMenu}
        </Button>
        <UndoImport menuImport={menuImport} onUndone={onLeave} />
        <Button onClick={onLeave}>{text.importAnother}</Button>
      </Box>
    </Card>
  );
}

/** The button that was pressed is gone: the keyboard and the screen reader go on here. */
function focused(heading: HTMLElement | null): void {
  heading?.focus();
}
