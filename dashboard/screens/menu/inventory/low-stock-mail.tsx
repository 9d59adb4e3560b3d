import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserId } from '#contract/base/ids.ts';
import { timeOfMinutes } from '#contract/base/time.ts';
import type { LowStockMail as Settings } from '#contract/menu/low-stock-mail.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';

const text = words.menu.inventory.mail;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const never = 'never';

/** The owner's choice until they save it. */
interface Draft {
  hour: number | null;
  userIds: readonly UserId[];
}

/** When the mail about low stock comes, and to whom. */
export function LowStockMail({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(queries.lowStockMail());
  const [changed, setChanged] = useState<Draft | null>(null);
  const [isTried, setTried] = useState(false);
  const draft = changed ?? (data && draftOf(data));
  const isNobody = draft !== undefined && draft.hour !== null && draft.userIds.length === 0;
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: ({ hour, userIds }: Draft) =>
      client.call('POST /menu/update-low-stock-mail', { body: { hour, userIds: [...userIds] } }),
    onSuccess: ({ lowStockMail, msg }) => {
      cache.setQueryData(queries.lowStockMail().queryKey, lowStockMail);
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
    },
    onError: (failure) => showToast({ place: 'bar', tone: 'error', text: errorText(failure, 'operation') }),
  });

  function save(): void {
    setTried(true);
    if (draft !== undefined && !isNobody && !saving.isPending) saving.mutate(draft);
  }

  return (
    <FormDialog
      title={text.title}
      submitLabel={words.general.form.save}
      isBusy={saving.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <Hint>{text.hint}</Hint>
      {data === undefined || draft === undefined ? (
        error === null ? (
          <LoadingBlock height={160} />
        ) : (
          <Failure error={error} place="setup" onRetry={() => void refetch()} />
        )
      ) : (
        <Fields settings={data} draft={draft} isNobody={isTried && isNobody} onChange={setChanged} />
      )}
    </FormDialog>
  );
}

function draftOf({ hour, people }: Settings): Draft {
  return { hour, userIds: people.flatMap(({ _id, isChosen }) => (isChosen ? [_id] : [])) };
}

interface FieldsProps {
  settings: Settings;
  draft: Draft;
  /** An hour was saved without anybody to write to. */
  isNobody: boolean;
  onChange: (draft: Draft) => void;
}

function Fields({ settings, draft: { hour, userIds }, isNobody, onChange }: FieldsProps) {
  const toggle = (id: UserId) =>
    onChange({ hour, userIds: userIds.includes(id) ? userIds.filter((one) => one !== id) : [...userIds, id] });
  return (
    <>
      <TextField
        select
        label={text.hour}
        value={hour ?? never}
        helperText={hour === null ? null : text.zone({ zone: settings.timeZone })}
        onChange={({ target }) => onChange({ hour: target.value === never ? null : Number(target.value), userIds })}
        sx={{ mt: 1 }}
      >
        <MenuItem value={never}>{text.never}</MenuItem>
        {hours.map((one) => (
          <MenuItem key={one} value={one}>
            {timeOfMinutes(one * 60)}
          </MenuItem>
        ))}
      </TextField>
      {hour !== null && (
        <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minInlineSize: 0 }}>
          <Typography variant="subtitle2" component="legend" sx={{ p: 0 }}>
            {text.people}
          </Typography>
          {settings.people.map(({ _id, name, email }) => (
            <FormControlLabel
              key={_id}
              control={<Checkbox checked={userIds.includes(_id)} onChange={() => toggle(_id)} />}
              label={
                <Box component="span" sx={{ display: 'grid', overflowWrap: 'anywhere' }}>
                  <bdi>{name}</bdi>
                  <Typography component="bdi" variant="body2" sx={{ color: 'text.secondary' }}>
                    {email}
                  </Typography>
                </Box>
              }
              sx={{ display: 'flex', marginInlineEnd: 0 }}
            />
          ))}
          {isNobody && (
            <FormHelperText error role="alert">
              {text.nobody}
            </FormHelperText>
          )}
        </Box>
      )}
    </>
  );
}
