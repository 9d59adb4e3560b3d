import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { CategoryChoice } from '../../../components/menu/category-choice.tsx';
import { words } from '../../../words/words.ts';
import type { StationChoice } from './station.ts';
import type { StationSettings } from './use-station.ts';

const text = words.kitchen.display;

interface StationDialogProps {
  isOpen: boolean;
  onClose: () => void;
  stationSettings: StationSettings;
}

/** Chooses the outlet and the categories on this screen. The board changes behind the dialog with every tick. */
export function StationDialog({ isOpen, onClose, stationSettings }: StationDialogProps) {
  const { choice, choose, outlets, categories } = stationSettings;
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{text.stationTitle}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{text.stationHint}</Typography>
        {outlets.length > 1 && <Outlets choice={choice} choose={choose} outlets={outlets} />}
        <CategoryChoice
          legend={text.categories}
          hint={null}
          hidden={choice.hidden}
          onChange={(hidden) => choose({ ...choice, hidden })}
          categories={categories}
        />
        <Typography color="textSecondary">
          <strong>{text.keys}:</strong> {text.keysHint}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {words.general.form.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChoiceProps {
  choice: StationChoice;
  choose: (choice: StationChoice) => void;
}

const row = { minHeight: 'var(--control)', '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' } };

function Outlets({ choice, choose, outlets }: ChoiceProps & { outlets: readonly Outlet[] }) {
  const labelId = useId();
  const all = 'all';
  return (
    <FormControl>
      <FormLabel id={labelId}>{text.outlet}</FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={choice.outletId ?? all}
        onChange={(_, value) => choose({ ...choice, outletId: outlets.find(({ _id }) => _id === value)?._id ?? null })}
      >
        <FormControlLabel value={all} control={<Radio />} label={text.allOutlets} sx={row} />
        {outlets.map(({ _id, name }) => (
          <FormControlLabel key={_id} value={_id} control={<Radio />} label={name} sx={row} />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
