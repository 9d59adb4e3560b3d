import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import type { UseFormReturn } from 'react-hook-form';
import type { DeliveryArea } from '#contract/outlets/delivery-areas.ts';
import { type MapPoint, shapeProblem } from '#contract/outlets/zone-shape.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import { type AreaKind, areaKinds, type AreaValues, shapeOf } from './area-values.ts';
import { ZoneMap } from './zone-map.tsx';
import { readRings, textOfPoint, textOfRings } from './zone-text.ts';

const text = words.outlets.zones;

interface ZoneFieldsProps {
  form: UseFormReturn<AreaValues>;
  entered: AreaValues;
  kitchen: MapPoint | null;
  others: readonly DeliveryArea[];
}

/** How guests find the area: by its name, on the map, or by their postcode. The map writes into the fields beside it. */
export function ZoneFields({ form, entered, kitchen, others }: ZoneFieldsProps) {
  const { register, formState, setValue } = form;
  const { errors } = formState;
  const enter = <Field extends 'kind' | 'points' | 'centre'>(field: Field, value: AreaValues[Field]) =>
    setValue(field, value as never, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const rings = readRings(entered.points) ?? (entered.points.trim() === '' ? [[]] : null);
  /** The last ring is the one that is being drawn. */
  const addPoint = (point: MapPoint) => {
    if (entered.kind === 'circle') enter('centre', textOfPoint(point));
    else if (rings !== null) enter('points', textOfRings([...rings.slice(0, -1), [...rings.at(-1)!, point]]));
  };
  const changeRing = (ring: number, change: (points: readonly MapPoint[]) => readonly MapPoint[]) => {
    if (rings === null) return;
    const changed = rings.map((points, index) => (index === ring ? [...change(points)] : points));
    enter('points', textOfRings(changed.filter((points) => points.length > 0)));
  };
  const { kind } = entered;
  const isMapped = kind === 'polygon' || kind === 'circle';
  const shape = shapeOf(entered);
  const problem = shape === null ? null : shapeProblem(shape);
  const zones = others.flatMap(({ areaName, shape: other }) =>
    other === undefined ? [] : [{ name: areaName, shape: other }],
  );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, px: 2 }}>
      <FormControl>
        <FormLabel id="area-kind">{text.kind}</FormLabel>
        <RadioGroup
          aria-labelledby="area-kind"
          value={kind}
          onChange={(_, chosen) => enter('kind', chosen as AreaKind)}
          sx={{ display: 'grid', gridTemplateColumns: twoColumns('12rem') }}
        >
          {areaKinds.map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              label={text.kinds[one]}
              control={<Radio />}
              sx={{ minHeight: 44 }}
            />
          ))}
        </RadioGroup>
      </FormControl>
      <Hint>{text.kindHints[kind]}</Hint>
      {isMapped && (
        <ZoneMap
          label={text.drawMap}
          hint={kind === 'polygon' ? text.drawHint : text.circleHint}
          scene={{
            zones,
            drawn: shape === null || shape.kind === 'postcodes' ? null : shape,
            overlaps: [],
            holes: [],
            pin: problem?.at ?? kitchen,
          }}
          start={kitchen}
          onTap={addPoint}
          onCorner={(ring, index, point) => changeRing(ring, (points) => points.with(index, point))}
          onInsert={(ring, index, point) => changeRing(ring, (points) => points.toSpliced(index, 0, point))}
          onRemove={(ring, index) => changeRing(ring, (points) => points.toSpliced(index, 1))}
        />
      )}
      {kind === 'polygon' && (
        <>
          <TextField
            {...muiField(register('points'))}
            label={text.points}
            multiline
            minRows={4}
            maxRows={12}
            required
            error={errors.points !== undefined || problem !== null}
            helperText={errors.points?.message ?? (problem === null ? text.pointsHint : text.problems[problem.code])}
            slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button
              type="button"
              disabled={rings === null || rings.at(-1)!.length === 0}
              onClick={() => changeRing(rings!.length - 1, (points) => points.slice(0, -1))}
            >
              {text.removeLast}
            </Button>
            <Button type="button" disabled={entered.points === ''} onClick={() => enter('points', '')}>
              {text.clear}
            </Button>
          </Box>
        </>
      )}
      {kind === 'circle' && (
        <Box sx={{ display: 'grid', gap: 1, columnGap: 2, gridTemplateColumns: twoColumns('8rem') }}>
          <TextField
            {...muiField(register('centre'))}
            label={text.centre}
            required
            error={errors.centre !== undefined}
            helperText={errors.centre?.message ?? text.centreHint}
            slotProps={{ htmlInput: { dir: 'ltr' } }}
          />
          <NumberField
            field={register('radius')}
            label={text.radius}
            after={text.kilometres}
            error={errors.radius?.message}
            isDecimal
            isRequired
          />
        </Box>
      )}
      {kind === 'postcodes' && (
        <TextField
          {...muiField(register('postcodes'))}
          label={text.postcodes}
          multiline
          minRows={3}
          maxRows={12}
          required
          error={errors.postcodes !== undefined}
          helperText={errors.postcodes?.message ?? text.postcodesHint}
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
      )}
    </Box>
  );
}
