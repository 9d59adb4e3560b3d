import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import type { PhoneDraft } from './phone-draft.ts';

const text = words.ordering.phoneOrder;

interface PhoneGuestProps {
  draft: PhoneDraft;
  onChange: (part: Partial<PhoneDraft>) => void;
}

/** The number, and whoever it belongs to: a known guest brings name and addresses along. */
export function PhoneGuest({ draft, onChange }: PhoneGuestProps) {
  const problemId = useId();
  const finding = useMutation({
    mutationFn: (phone: string) => client.call('POST /order/find-phone-guest', { body: { phone } }),
  });
  const find = () => {
    if (draft.phone.trim() === '' || finding.isPending || finding.isSuccess) return;
    finding.mutate(draft.phone, {
      // Not called any more once the number was edited, which resets the question.
      onSuccess: ({ phone, guest }) =>
        onChange({
          phone,
          customerId: guest?.customerId ?? null,
          saved: guest?.addresses[0] ?? null,
          ...(guest !== null && { name: guest.name }),
        }),
    });
  };
  return (
    <>
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Box
          component="form"
          onSubmit={(event) => {
            event.preventDefault();
            find();
          }}
          sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}
        >
          <TextField
            type="tel"
            label={text.phone}
            value={draft.phone}
            onChange={({ target }) => {
              finding.reset();
              // The name of another guest is not that of this number.
              const name = draft.customerId === null ? {} : { name: '' };
              onChange({ phone: target.value, customerId: null, saved: null, ...name });
            }}
            onBlur={find}
            error={finding.isError}
            helperText={null}
            slotProps={{
              htmlInput: { maxLength: limits.phone, autoComplete: 'off', dir: 'ltr', 'aria-describedby': problemId },
            }}
            sx={{ flex: 1 }}
          />
          <Button type="submit" variant="outlined" sx={{ minHeight: 'var(--control)' }}>
            {text.find}
          </Button>
        </Box>
        <Typography id={problemId} role="alert" variant="body2" color="error">
          {finding.isError && errorText(finding.error, 'operation')}
        </Typography>
      </Box>
      <TextField
        label={text.name}
        value={draft.name}
        disabled={draft.customerId !== null}
        helperText={null}
        onChange={({ target }) => onChange({ name: target.value })}
        slotProps={{ htmlInput: { maxLength: limits.name, autoComplete: 'off' } }}
      />
      <Box aria-live="polite">
        {finding.data && <Hint>{finding.data.guest === null ? text.newGuest : text.knownGuest}</Hint>}
      </Box>
    </>
  );
}
