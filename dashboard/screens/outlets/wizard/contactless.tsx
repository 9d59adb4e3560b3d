import Alert from '@mui/material/Alert';
import { words } from '../../../words/words.ts';
import { AskPhone } from '../../dining/ask-phone.tsx';
import { Tables } from '../../dining/tables.tsx';
import { MenuCode } from './menu-code.tsx';
import { ModeForm } from './ordering-mode.tsx';
import { isSetUp, modeOf } from '../outlet-progress.ts';
import { NextStep, OutletStepPage } from './wizard-page.tsx';

const text = words.dining;

/** /dashboard/outlets/create/ordering-services/contactless-dining and its edit variant */
export function Contactless() {
  return (
    <OutletStepPage step="contactless-dining">
      {(outlet) => {
        const mode = modeOf(outlet, 'dine-in');
        return (
          <>
            <ModeForm outlet={outlet} mode="dine-in" />
            {!outlet.status ? (
              <Alert severity="info">{text.inactive}</Alert>
            ) : (
              !(mode.acceptsOrders && isSetUp(mode)) && <Alert severity="info">{text.notOn}</Alert>
            )}
            <AskPhone outlet={outlet} />
            <Tables outlet={outlet} />
            <MenuCode outlet={outlet} />
            <NextStep step="contactless-dining" outlet={outlet} />
          </>
        );
      }}
    </OutletStepPage>
  );
}
