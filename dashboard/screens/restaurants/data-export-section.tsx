import Download from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { client } from '../../api/api.ts';
import { saveFile } from '../../components/feedback/save-file.ts';
import { Section } from '../../components/shell/section.tsx';
import { words } from '../../words/words.ts';
import { ProofDialog } from '../accounts/security/proof-dialog.tsx';

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
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<Download />} onClick={() => setAsking(true)}>
        {text.export}
      </Button>
      {isAsking && (
        <ProofDialog
          title={text.export}
          hint={text.proofHint}
          confirmLabel={text.confirm}
          busyLabel={text.exporting}
          errors="operation"
          onProof={async (proof) =>
            saveFile(await (await client.file('POST /restaurant/export', { body: proof })).blob(), `${slug}.zip`)
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
