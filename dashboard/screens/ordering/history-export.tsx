import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { words } from '../../words/words.ts';
import type { ExportProgress } from './use-history-export.ts';

const text = words.ordering.history;

const shown = (count: number) => count.toLocaleString(words.locale);

export function ExportButton({ onExport }: { onExport: () => void }) {
  return (
    <Button variant="outlined" startIcon={<Download />} onClick={onExport}>
      {text.export}
    </Button>
  );
}

/** In the button's place while the file is on its way. */
export function ExportRunning({
  progress: { rows, total },
  onCancel,
}: {
  progress: ExportProgress;
  onCancel: () => void;
}) {
  const share = total === null || total === 0 ? null : Math.min(100, (rows / total) * 100);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: '0 1 320px' }}>
      <Box sx={{ flex: 1, minWidth: 120 }}>
        <Typography variant="body2">
          {total === null
            ? text.exportedSoFar({ count: rows })
            : text.exportedOf({ count: shown(rows), total: shown(total) })}
        </Typography>
        <LinearProgress
          aria-label={text.exporting}
          variant={share === null ? 'indeterminate' : 'determinate'}
          value={share ?? undefined}
        />
      </Box>
      <Button onClick={onCancel}>{text.exportCancel}</Button>
    </Box>
  );
}
