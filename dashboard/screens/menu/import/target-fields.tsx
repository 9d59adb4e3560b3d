import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import type { Menu } from '#contract/menu/menus.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Section } from '../../../components/shell/section.tsx';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { words } from '../../../words/words.ts';
import { isLive } from '../menus/menu-state.tsx';
import type { Target } from './target.ts';

const text = words.menu.import;

interface TargetFieldsProps {
  menus: readonly Menu[];
  target: Target;
  /** A JSON file can name its menu. */
  isJson: boolean;
  takesOff: boolean;
  /** While it is being imported. */
  isFixed: boolean;
  onTarget: (target: Target) => void;
  onTakesOff: (takesOff: boolean) => void;
}

/** Which menu the file goes into, and whether what it does not have leaves that menu. */
export function TargetFields(props: TargetFieldsProps) {
  const { menus, target, isJson, takesOff, isFixed, onTarget, onTakesOff } = props;
  const hintId = useId();
  const choose = (value: string) => {
    const existingMenu = menus.find(({ _id }) => _id === value);
    if (existingMenu !== undefined) return onTarget({ kind: 'known', id: existingMenu._id });
    onTarget(value === 'named' ? { kind: 'named' } : { kind: 'new', name: text.newNameDefault });
  };
  return (
    <Section heading={text.where}>
      <Box inert={isFixed} sx={{ display: 'grid', gap: 1 }}>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <TextField
            select
            label={text.into}
            value={target.kind === 'known' ? target.id : target.kind}
            onChange={(event) => choose(event.target.value)}
            helperText={null}
            slotProps={{ select: { native: true } }}
          >
            {isJson && <option value="named">{text.intoNamed}</option>}
            {menus.map((menu) => (
              <option key={menu._id} value={menu._id}>
                {isLive(menu) ? menu.name : text.draft({ menu: menu.name })}
              </option>
            ))}
            <option value="new">{text.intoNew}</option>
          </TextField>
          {target.kind === 'new' && <NewName name={target.name} onName={(name) => onTarget({ kind: 'new', name })} />}
        </Box>
        <Box>
          <SwitchField label={text.takeOff} isOn={takesOff} onChange={onTakesOff} describedBy={hintId} />
          <Hint id={hintId}>{text.takeOffHint}</Hint>
        </Box>
      </Box>
    </Section>
  );
}

/** Counts once it is complete: each name is a preview of its own. */
function NewName({ name, onName }: { name: string; onName: (name: string) => void }) {
  const [entered, setEntered] = useState(name);
  const complete = () => {
    const next = entered.trim() || name;
    setEntered(next);
    if (next !== name) onName(next);
  };
  return (
    <TextField
      label={text.newName}
      value={entered}
      onChange={(event) => setEntered(event.target.value)}
      onBlur={complete}
      helperText={null}
      onKeyDown={(event) => {
        if (event.key === 'Enter') complete();
      }}
      slotProps={{ htmlInput: { maxLength: limits.name } }}
    />
  );
}
