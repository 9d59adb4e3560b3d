import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import { words } from '../../words/words.ts';
import { Hint } from '../feedback/hint.tsx';
import { type ImageProblem, prepareImage } from './prepare-image.ts';
import { visuallyHidden } from '../feedback/visually-hidden.ts';

/** The picture of a record: the saved one, a new one, or none. */
export type ShownImage = { kind: 'saved'; url: string } | { kind: 'new'; file: File } | { kind: 'none' };

/** One that is being prepared stands in the form, so that Save waits for it and any other choice takes its place. */
export type ImageChoice = ShownImage | { kind: 'preparing'; file: File; before: ShownImage };

/** The one before, while another is being prepared. */
export function shownImage(choice: ImageChoice): ShownImage {
  return choice.kind === 'preparing' ? choice.before : choice;
}

interface ImageFieldProps {
  label: string;
  value: ImageChoice;
  onChange: (choice: ImageChoice) => void;
  /** The share of it that has been sent, from 0 to 1; null while nothing is sent. */
  progress: number | null;
  /** The server's message about the image. */
  error?: string | undefined;
  /** Save waits for it. */
  isRequired?: boolean;
  /** Shows it as wide as it will be on top of a page, too: 16 to 9. */
  hasWidePreview?: boolean;
}

/** Chooses an image by click, keyboard or drop, and shows it before it is saved (M18). */
export function ImageField(props: ImageFieldProps) {
  const { label, value, onChange, progress, error, isRequired = false, hasWidePreview = false } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [hintId, preparingId, problemId] = [useId(), useId(), useId()];
  const shownProblem = problem ?? error ?? null;
  const shown = shownImage(value);
  const chosen = value.kind === 'preparing' ? value.file : null;

  const takeFile = (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(null);
    onChange({ kind: 'preparing', file, before: shown });
  };
  const takePrepared = useEffectEvent((prepared: File | ImageProblem) => {
    if (typeof prepared === 'string') setProblem(words.general.image.problems[prepared]);
    onChange(typeof prepared === 'string' ? shown : { kind: 'new', file: prepared });
  });
  useEffect(() => {
    if (chosen === null) return;
    let isCurrent = true;
    const prepare = async () => {
      const prepared = await prepareImage(chosen).catch(() => 'unreadable' as const);
      if (isCurrent) takePrepared(prepared);
    };
    void prepare();
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    takeFile(event.dataTransfer.files[0]);
  };
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minInlineSize: 0 }}>
      <Typography variant="subtitle2" component="legend" sx={{ p: 0, mb: 0.5 }}>
        {label}
        {isRequired && <span aria-hidden> *</span>}
      </Typography>
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
          p: 2,
          border: '1px dashed',
          borderColor: isOver ? 'primary.main' : 'tone.controlBorder',
          borderRadius: 1.5,
          bgcolor: isOver ? 'tone.primarySoft' : undefined,
        }}
      >
        <Preview value={shown} width={previewSize} />
        {hasWidePreview && shown.kind !== 'none' && <Preview value={shown} width={wideWidth} />}
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 1,
            justifyItems: 'start',
            flex: '1 1 184px',
          }}
        >
          <input
            ref={input}
            type="file"
            accept=".jpeg,.jpg,.png,image/jpeg,image/png"
            aria-label={label}
            tabIndex={-1}
            onChange={(event) => {
              takeFile(event.target.files?.[0]);
              // The same file can be chosen again after it was removed.
              event.target.value = '';
            }}
            style={visuallyHidden}
          />
          <Button
            type="button"
            variant="outlined"
            onClick={() => input.current?.click()}
            aria-describedby={`${hintId} ${problemId}`}
          >
            {shown.kind === 'none' ? words.general.image.choose : words.general.image.replace}
          </Button>
          <Hint id={hintId}>{words.general.image.drop}</Hint>
          {value.kind !== 'none' && (
            <Button
              type="button"
              color="error"
              onClick={() => {
                setProblem(null);
                onChange({ kind: 'none' });
              }}
            >
              {words.general.image.remove}
            </Button>
          )}
        </Box>
      </Box>
      {chosen !== null && chosen.size > limits.imageBytes && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mt: 1 }}>
          <Typography id={preparingId} variant="body2">
            {words.general.image.preparing}
          </Typography>
          <LinearProgress aria-labelledby={preparingId} sx={{ flex: '1 1 6rem' }} />
        </Box>
      )}
      {progress !== null && (
        <LinearProgress
          variant="determinate"
          value={Math.round(progress * 100)}
          aria-label={words.general.image.uploading}
          sx={{ mt: 1 }}
        />
      )}
      <FormHelperText id={problemId} error={shownProblem !== null} role={shownProblem === null ? undefined : 'alert'}>
        {shownProblem ?? ' '}
      </FormHelperText>
    </Box>
  );
}

const previewSize = limits.imagePreviewPixels;
const wideWidth = Math.round((previewSize * 16) / 9);

function Preview({ value, width }: { value: ShownImage; width: number }) {
  const size = {
    inlineSize: width,
    blockSize: previewSize,
    maxInlineSize: '100%',
    borderRadius: 1,
    bgcolor: 'tone.subtle',
  };
  if (value.kind === 'none') {
    return (
      <Box aria-hidden sx={{ ...size, color: 'tone.ink3', display: 'grid', placeItems: 'center' }}>
        <AddPhotoAlternateOutlined fontSize="large" />
      </Box>
    );
  }
  return (
    <Box
      component="img"
      ref={value.kind === 'new' ? showing(value.file) : undefined}
      src={value.kind === 'saved' ? value.url : undefined}
      alt={words.general.image.preview}
      width={width}
      height={previewSize}
      sx={{ ...size, objectFit: 'cover' }}
    />
  );
}

/** Gives an image the address of a file for as long as it is shown: its `ref`. */
export function showing(file: File) {
  return (image: HTMLImageElement) => {
    const url = URL.createObjectURL(file);
    image.src = url;
    return () => URL.revokeObjectURL(url);
  };
}
