import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { commaList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { useIsReadOnly } from '../feedback/editing-area.tsx';
import { Hint } from '../feedback/hint.tsx';
import { pressable } from './pressable.ts';

interface SaveBarProps {
  isDirty: boolean;
  isSaving: boolean;
  /** Fields that Save still needs, by their labels. Save is disabled while there are any. */
  missing: readonly string[];
  saveLabel?: string;
  onDiscard: () => void;
}

/** At the foot of a form, always in sight: Save with what it waits for, and Discard once there is something to lose (M16). */
export function SaveBar({ isDirty, isSaving, missing, saveLabel = words.general.form.save, onDiscard }: SaveBarProps) {
  const hintId = useId();
  const isReadOnly = useIsReadOnly();
  return (
    <Box
      sx={{
        position: 'sticky',
        // In a low window, or in letters of twice the size, it would cover the fields.
        '@media (max-height: 32em)': { position: 'static' },
        insetBlockEnd: 0,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1.5,
        px: 2,
        py: 1.5,
        bgcolor: 'background.paper',
        borderBlockStart: 1,
        borderColor: 'divider',
        borderEndStartRadius: 12,
        borderEndEndRadius: 12,
      }}
    >
      <Box component="output" sx={{ flex: '1 1 140px', minWidth: 0 }}>
        <Hint id={hintId}>
          {isReadOnly
            ? words.platform.supportAccess.onlyReads
            : missing.length > 0
              ? words.general.form.stillNeeded({ missing: commaList(missing) })
              : isDirty
                ? words.general.form.unsaved
                : ''}
        </Hint>
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        {isDirty && (
          <Button type="button" {...pressable(!isSaving, onDiscard)}>
            {words.general.form.discard}
          </Button>
        )}
        <Button
          type="submit"
          // Quiet while there is nothing to save: it still leads on to the next step of the wizard.
          variant={isDirty ? 'contained' : 'outlined'}
          disabled={missing.length > 0}
          aria-describedby={hintId}
          aria-busy={isSaving || undefined}
          sx={{ minWidth: 120, minHeight: 'var(--primary-control)' }}
        >
          {isSaving ? words.general.form.saving : saveLabel}
        </Button>
      </Box>
    </Box>
  );
}
