import type { MenuImport } from '#contract/menu/menu-import.ts';
import { deviceDate, deviceTime } from '../../../components/order/outlet-time.ts';

/** '2026-11-21 18:05' on the clock of this device. */
export function importTimeText({ importedAt: at }: MenuImport): string {
  return `${deviceDate(at)} ${deviceTime(new Date(at))}`;
}
