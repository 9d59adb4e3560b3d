import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import WarningAmber from '@mui/icons-material/WarningAmber';
import type { Printer } from '#contract/printing/printing.ts';
import { type PrinterState, printerState } from './printer-state.ts';
import { Mark } from '../feedback/state-chip.tsx';

const looks = {
  ok: { Icon: CheckCircleOutlined, color: 'success.main', background: 'tone.okSoft' },
  warn: { Icon: WarningAmber, color: 'warning.main', background: 'tone.warnSoft' },
  error: { Icon: ErrorOutlined, color: 'error.main', background: 'tone.errorSoft' },
  new: { Icon: PrintOutlined, color: 'info.main', background: 'tone.infoSoft' },
} satisfies Record<PrinterState['tone'], unknown>;

interface PrinterMarkProps {
  printer: Printer;
  now: Date;
  /** Says nothing of a printer that is as it should be. */
  isQuietWhenWell?: boolean;
}

/** How a printer is: colour, icon and words. */
export function PrinterMark({ printer, now, isQuietWhenWell = false }: PrinterMarkProps) {
  const { tone, text } = printerState(printer, now);
  if (isQuietWhenWell && tone === 'ok') return null;
  return <Mark {...looks[tone]}>{text}</Mark>;
}
