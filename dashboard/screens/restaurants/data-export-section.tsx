import Download from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { saveFile } from '../../components/feedback/save-file.ts';
import { Section } from '../../components/shell/section.tsx';
import { words } from '../../words/words.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.restaurants.dataExport;

/** Everything of the restaurant in one file, for its owner. */
export function DataExportSection({ slug }: { slug: string }) {
  return (
    <Section heading={text.heading}>
      <Typography color="textSecondary">{text.hint}</Typography>
      <div>
        <DataExportButton slug={slug} />
      </div>
    </Section>
  );
}

export function DataExportButton({ slug }: { slug: string }) {
  const exporting = useMutation({
    mutationFn: async () => (await client.file('GET /restaurant/export', {})).blob(),
    onSuccess: (file) => saveFile(file, `${slug}.zip`),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<Download />}
      onClick={() => {
        if (!exporting.isPending) exporting.mutate();
      }}
    >
      {exporting.isPending ? text.exporting : text.export}
    </Button>
  );
}
