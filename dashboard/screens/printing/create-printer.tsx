import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Printer } from '#contract/printing/printing.ts';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { client } from '../../api/api.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { Page } from '../../components/shell/page.tsx';
import { useIsLimited } from '../../components/shell/restaurant.tsx';
import { WorksNowhere } from '../../components/shell/works-nowhere.tsx';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { PrinterAddress, type PrinterLogin } from './printer-address.tsx';
import { PrinterForm } from './printer-form.tsx';
import { printerFields } from './printer-values.ts';

const text = words.printing.printers;
export const backToPrinters = { to: paths.printers(), label: text.title };

interface AddedPrinter extends PrinterLogin {
  printer: Printer;
}

/** /dashboard/printers/create: first the form, then the address to type into the printer. */
export function CreatePrinter() {
  const [added, setAdded] = useState<AddedPrinter | null>(null);
  const navigate = useNavigate();
  return (
    <Page title={text.createTitle} back={backToPrinters}>
      {added === null ? (
        <NewPrinter onAdded={setAdded} />
      ) : (
        <PrinterAddress
          login={added}
          kind={added.printer.kind}
          onDone={() => void navigate(paths.printers(), { replace: true })}
        />
      )}
    </Page>
  );
}

function NewPrinter({ onAdded }: { onAdded: (added: AddedPrinter) => void }) {
  const { data: outlets, error, refetch } = useQuery(queries.outlets());
  const cache = useQueryClient();
  const isLimited = useIsLimited();
  if (outlets === undefined) {
    if (error === null) return <LoadingBlock height={320} />;
    return (
      <Card>
        <Failure error={error} place="outlets" onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (outlets.length === 0) {
    if (isLimited) return <WorksNowhere />;
    return (
      <Card>
        <Notice
          heading={text.noOutlets}
          sentence={text.noOutletsHint}
          action={
            <Button variant="contained" component={Link} to={paths.outlets()}>
              {text.toOutlets}
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <PrinterForm
      printer={null}
      outlets={outlets}
      save={(values) => client.call('POST /printing/add-printer', { body: printerFields(values) })}
      onSaved={({ msg, ...added }) => {
        cache.setQueryData(queries.printers().queryKey, (printers) => printers && [...printers, added.printer]);
        void cache.invalidateQueries({ queryKey: queries.printers().queryKey });
        showToast({ place: 'bar', tone: 'ok', text: msg });
        onAdded(added);
      }}
    />
  );
}
