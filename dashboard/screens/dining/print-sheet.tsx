import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import GlobalStyles from '@mui/material/GlobalStyles';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import type { DiningArea, DiningTable } from '#contract/dining/dining.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { qrCode, qrSvg } from '../../components/feedback/qr-code.ts';
import { useRestaurant } from '../../components/shell/restaurant.tsx';
import { words } from '../../words/words.ts';
import { tableLabel } from '../../components/order/order-place.ts';

const text = words.dining;

/** Cards on a page of A4, by columns; the sizes follow from that: 210 by 297 mm. */
const layouts = {
  2: { columns: 1, rows: 2, code: 84 },
  6: { columns: 2, rows: 3, code: 52 },
  12: { columns: 3, rows: 4, code: 36 },
} as const;
type PerPage = keyof typeof layouts;
const perPages: readonly PerPage[] = [2, 6, 12];
const all = 'all';
/** For guests, in the languages of their site; the same whatever language the reader of this page has. */
const instructions = [
  { language: 'en', direction: 'ltr', sentence: 'Scan to order from your table' },
  { language: 'ar', direction: 'rtl', sentence: 'امسح الرمز لتطلب من طاولتك' },
];

interface PrintSheetProps {
  tables: readonly DiningTable[];
  areas: readonly DiningArea[];
  onClose: () => void;
}

/** The codes of the tables as pages of A4, to look at and to print. */
export function PrintSheet({ tables, areas, onClose }: PrintSheetProps) {
  const [perPage, setPerPage] = useState<PerPage>(6);
  const [which, setWhich] = useState<string>(all);
  const titleId = useId();
  const chosen = which === all ? tables : tables.filter(({ areaId }) => areaId === which);
  const pages = Array.from({ length: Math.ceil(chosen.length / perPage) }, (_, page) =>
    chosen.slice(page * perPage, (page + 1) * perPage),
  );
  return (
    <>
      <GlobalStyles styles={printed} />
      <Dialog open fullScreen onClose={onClose} aria-labelledby={titleId} data-print>
        <DialogTitle id={titleId} data-screen-only>
          {text.sheetTitle}
        </DialogTitle>
        <Box data-screen-only sx={{ px: 3, pb: 2, display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <TextField
            select
            label={text.perPage}
            value={perPage}
            helperText={null}
            onChange={(event) => setPerPage(Number(event.target.value) as PerPage)}
            sx={{ inlineSize: 160 }}
          >
            {perPages.map((count) => (
              <MenuItem key={count} value={count}>
                {text.perPages[count]}
              </MenuItem>
            ))}
          </TextField>
          {areas.length > 0 && (
            <TextField
              select
              label={text.which}
              value={which}
              helperText={null}
              onChange={(event) => setWhich(event.target.value)}
              sx={{ inlineSize: 200 }}
            >
              <MenuItem value={all}>{text.allAreas}</MenuItem>
              {areas.map(({ _id, name }) => (
                <MenuItem key={_id} value={_id}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
          )}
          <Hint>{`${text.pages({ pages: pages.length })}. ${text.sheetHint}`}</Hint>
        </Box>
        <DialogContent
          tabIndex={0}
          sx={{
            bgcolor: 'tone.subtle',
            p: 2,
            display: 'grid',
            gap: 2,
            justifyContent: { md: 'center' },
            alignContent: 'start',
          }}
        >
          {pages.map((page) => (
            <Paper key={page[0]!._id} tables={page} areas={areas} perPage={perPage} />
          ))}
        </DialogContent>
        <DialogActions data-screen-only>
          <Button onClick={onClose}>{words.general.shell.close}</Button>
          <Button variant="contained" disabled={pages.length === 0} onClick={() => window.print()}>
            {text.printNow}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

interface PaperProps {
  tables: readonly DiningTable[];
  areas: readonly DiningArea[];
  perPage: PerPage;
}

function Paper({ tables, areas, perPage }: PaperProps) {
  const { columns, rows, code } = layouts[perPage];
  return (
    <Box
      data-page
      sx={{
        inlineSize: '210mm',
        blockSize: '296.9mm',
        display: 'grid',
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${rows}, 1fr)`,
        bgcolor: '#fff',
        color: '#000',
        boxShadow: 1,
      }}
    >
      {tables.map((table) => (
        <TableCard
          key={table._id}
          table={table}
          area={areas.find(({ _id }) => _id === table.areaId)?.name ?? null}
          codeSize={code}
        />
      ))}
    </Box>
  );
}

/** One card, with the lines that it is cut along. `codeSize` in millimetres. */
function TableCard({ table, area, codeSize }: { table: DiningTable; area: string | null; codeSize: number }) {
  const { name } = useRestaurant();
  return (
    <Box
      component="section"
      aria-label={tableLabel(table.name)}
      sx={{
        minInlineSize: 0,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        gap: '1mm',
        p: '4mm',
        outline: '0.2mm dashed #999',
        textAlign: 'center',
        overflow: 'hidden',
        fontSize: `${codeSize / 15}mm`,
        lineHeight: 1.25,
        '& p': { m: 0, maxInlineSize: '100%', overflowWrap: 'anywhere' },
      }}
    >
      <p dir="auto">{name}</p>
      <Box component="p" dir="auto" sx={{ fontWeight: 700, fontSize: '2em', lineHeight: 1.1 }}>
        {tableLabel(table.name)}
      </Box>
      {area !== null && (
        <Box component="p" dir="auto" sx={{ fontSize: '1.2em' }}>
          {area}
        </Box>
      )}
      <Box
        component="img"
        src={`data:image/svg+xml,${encodeURIComponent(qrSvg(qrCode(table.address)))}`}
        alt={text.code({ name: table.name })}
        sx={{ inlineSize: `${codeSize}mm`, blockSize: `${codeSize}mm`, flex: 'none' }}
      />
      {instructions.map(({ language, direction, sentence }) => (
        <Box key={language} component="p" lang={language} dir={direction} sx={{ fontWeight: 600 }}>
          {sentence}
        </Box>
      ))}
      <Box component="p" dir="ltr" sx={{ fontSize: '0.7em', color: '#444' }}>
        {table.address.replace(/^https?:\/\//, '')}
      </Box>
    </Box>
  );
}

/** Prints the pages alone and nothing else on the screen. */
const printed = {
  '@page': { size: 'A4 portrait', margin: 0 },
  '@media print': {
    'html, body': { overflow: 'visible !important', background: '#fff !important' },
    'body > :not([data-print]), [data-screen-only], [data-print] > .MuiBackdrop-root': { display: 'none !important' },
    '[data-print], [data-print] .MuiDialog-container, [data-print] .MuiDialog-paper, [data-print] .MuiDialogContent-root':
      {
        position: 'static !important',
        display: 'block !important',
        inlineSize: 'auto !important',
        blockSize: 'auto !important',
        maxBlockSize: 'none !important',
        overflow: 'visible !important',
        margin: '0 !important',
        padding: '0 !important',
        background: '#fff !important',
        boxShadow: 'none !important',
      },
    '[data-page]': { boxShadow: 'none !important', breakAfter: 'page', breakInside: 'avoid' },
    '[data-page]:last-child': { breakAfter: 'auto' },
  },
} as const;
