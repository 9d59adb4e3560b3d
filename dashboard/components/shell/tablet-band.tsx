import Lock from '@mui/icons-material/Lock';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { client } from '../../api/api.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { Band } from './band.tsx';
import { showToast } from '../feedback/toast-store.ts';
import { useIdleLock } from './use-idle-lock.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.accounts.sharedTablet;
const SwitchDialog = lazy(async () => ({ default: (await import('../form/switch-dialog.tsx')).SwitchDialog }));

/** On a shared tablet: who stands behind what is done on it now, and how somebody else takes over (ST-06). */
export function TabletBand() {
  const { data: me } = useQuery(queries.me());
  const [isSwitching, setSwitching] = useState(false);
  const cache = useQueryClient();
  const { mutate: lock } = useMutation({
    mutationFn: () => client.call('POST /auth/lock-tablet', {}),
    onSuccess: () => cache.invalidateQueries(),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
  });
  const tablet = me?.tablet;
  useIdleLock(tablet, lock);
  if (me === undefined || tablet === undefined) return null;
  const { firstName, lastName } = me.user;
  return (
    <>
      <Band
        tone={tablet.isLocked ? 'warn' : 'info'}
        Icon={tablet.isLocked ? Lock : PersonOutlined}
        action={
          <>
            <Button color="inherit" onClick={() => setSwitching(true)}>
              {tablet.isLocked ? text.takeOver : text.switch}
            </Button>
            {!tablet.isLocked && (
              <Button color="inherit" onClick={() => lock()}>
                {text.lock}
              </Button>
            )}
          </>
        }
      >
        {tablet.isLocked ? text.locked : text.acting({ name: `${firstName} ${lastName}` })}
      </Band>
      {isSwitching && (
        <Suspense>
          <SwitchDialog onClose={() => setSwitching(false)} />
        </Suspense>
      )}
    </>
  );
}
