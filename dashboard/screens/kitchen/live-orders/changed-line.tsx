import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { limits } from '#contract/base/limits.ts';
import { pressable } from '../../../components/form/pressable.ts';
import { dotList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import type { LineDraft } from './line-drafts.ts';

const text = words.ordering.change;

/** A line with its quantity, down to none, and another dish in its place. */
export function ChangedLine({
  line,
  onChange,
  onReplace,
}: {
  line: LineDraft;
  onChange: (line: LineDraft) => void;
  onReplace: () => void;
}) {
  const { name, options, quantity } = line;
  const isGone = quantity === 0;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        py: 1,
        borderBlockStart: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography
          dir="auto"
          color={isGone ? 'textSecondary' : 'textPrimary'}
          sx={{ fontWeight: 600, overflowWrap: 'anywhere', textDecoration: isGone ? 'line-through' : 'none' }}
        >
          {name}
        </Typography>
        {options.length > 0 && (
          <Typography variant="body2" color="textSecondary" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {dotList(options)}
          </Typography>
        )}
        {isGone && <Typography variant="body2">{text.takenOff}</Typography>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
        <IconButton
          aria-label={text.less({ name })}
          {...pressable(!isGone, () => onChange({ ...line, quantity: quantity - 1 }))}
        >
          <Remove />
        </IconButton>
        <Typography component="output" sx={{ minWidth: '2ch', textAlign: 'center', fontWeight: 700 }}>
          {quantity}
        </Typography>
        <IconButton
          aria-label={text.more({ name })}
          {...pressable(quantity < limits.quantityMax, () => onChange({ ...line, quantity: quantity + 1 }))}
        >
          <Add />
        </IconButton>
        <Button onClick={onReplace} aria-label={text.replaceNamed({ name })}>
          {text.replace}
        </Button>
      </Box>
    </Box>
  );
}
