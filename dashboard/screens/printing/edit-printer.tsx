import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { Printer } from '#contract/printing/printing.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { useOpenEntity } from '../../components/list/open-entity.ts';
import { Page } from '../../components/shell/page.tsx';
import { EntityPage } from '../../components/form/entity-page.tsx';
import { formWidth } from '../../components/form/form-width.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { backToPrinters } from './create-printer.tsx';
import { PrinterAddress, type PrinterLogin } from './printer-address.tsx';
import { PrinterForm } from './printer-form.tsx';
import { printerChanges } from './printer-values.ts';
import { refreshMs } from './refresh-printers.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.printing.printers;

/** /dashboard/printers/edit */
export function EditPrinter() {
  const printers = useQuery({ ...queries.printers(), refetchInterval: refreshMs });
  const isNone = useOpenEntity('printer') === null;
  if (isNone) return <Navigate to={paths.printers()} replace />;
  return (
    <EntityPage kind="printer" query={printers} errors="operation" title={text.editTitle} back={backToPrinters}>
      {(printer) => <ChangePrinter printer={printer} />}
    </EntityPage>
  );
}

function ChangePrinter({ printer }: { printer: Printer }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { data: outlets } = useQuery(queries.outlets());
  const [login, setLogin] = useState<PrinterLogin | null>(null);
  const { _id: id } = printer;
  return (
    <Page title={text.editTitle} heading={printer.name} back={backToPrinters}>
      {outlets !== undefined && (
        <PrinterForm
          printer={printer}
          outlets={outlets}
          save={(values) =>
            client.call('POST /printing/update-printer/:id', { params: { id }, body: printerChanges(printer, values) })
          }
          onSaved={({ printer: saved, msg }) => {
            cache.setQueryData(queries.printers().queryKey, (printers) =>
              printers?.map((one) => (one._id === id ? saved : one)),
            );
            showToast({ place: 'bar', tone: 'ok', text: msg });
            if (isShown()) void navigate(paths.printers(), { replace: true });
          }}
        />
      )}
      {login === null ? (
        <NewAddress printer={printer} onLogin={setLogin} />
      ) : (
        <PrinterAddress login={login} kind={printer.kind} onDone={() => setLogin(null)} />
      )}
    </Page>
  );
}

/** Asks twice: a printer that works stops working. */
function NewAddress({ printer, onLogin }: { printer: Printer; onLogin: (login: PrinterLogin) => void }) {
  const [isAsking, setAsking] = useState(false);
  const renewing = useMutation({
    mutationFn: () => client.call('POST /printing/new-address/:id', { params: { id: printer._id } }),
    onSuccess: onLogin,
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <Card sx={{ maxWidth: formWidth, p: 2, display: 'grid', gap: 1 }}>
      <Typography variant="h2">{text.address}</Typography>
      <Typography role={isAsking ? 'alert' : undefined}>
        {isAsking ? text.newAddressConfirm : text.newAddressHint}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          color={isAsking ? 'error' : 'primary'}
          onClick={() => {
            if (!isAsking) setAsking(true);
            else if (!renewing.isPending) renewing.mutate();
          }}
        >
          {text.newAddress}
        </Button>
        {isAsking && <Button onClick={() => setAsking(false)}>{text.keepAddress}</Button>}
      </Box>
    </Card>
  );
}
