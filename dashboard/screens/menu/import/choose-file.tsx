import Download from '@mui/icons-material/Download';
import UploadFile from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Hint } from '../../../components/feedback/hint.tsx';
import { saveFile } from '../../../components/feedback/save-file.ts';
import { Section } from '../../../components/shell/section.tsx';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { words } from '../../../words/words.ts';
import { exampleCsv } from './example.ts';
import { type ChosenFile, readChosenFile } from './chosen-file.ts';

const text = words.menu.import;

interface ChooseFileProps {
  file: ChosenFile | null;
  /** It stands where what had the focus was. */
  takesFocus: boolean;
  onChoose: (file: ChosenFile) => void;
}

/** Chooses a menu file by click, keyboard or drop. */
export function ChooseFile({ file, takesFocus, onChoose }: ChooseFileProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [hintId, problemId] = [useId(), useId()];

  const chooseFile = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const result = await readChosenFile(chosen);
    setProblem(typeof result === 'string' ? text.fileProblems[result] : null);
    if (typeof result !== 'string') onChoose(result);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void chooseFile(event.dataTransfer.files[0]);
  };
  return (
    <Section heading={text.bring}>
      <Typography variant="body2" color="textSecondary">
        {text.fileHint}
      </Typography>
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          display: 'grid',
          justifyItems: 'center',
          gap: 1,
          p: 3,
          textAlign: 'center',
          border: '1px dashed',
          borderColor: isOver ? 'primary.main' : 'tone.controlBorder',
          borderRadius: 1.5,
          bgcolor: isOver ? 'tone.primarySoft' : undefined,
        }}
      >
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          aria-label={text.file}
          tabIndex={-1}
          onChange={(event) => {
            void chooseFile(event.target.files?.[0]);
            // The mended file has the same name.
            event.target.value = '';
          }}
          style={visuallyHidden}
        />
        {file !== null && (
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {text.chosen({ name: file.content.name })}
          </Typography>
        )}
        <Button
          ref={takesFocus ? focused : undefined}
          variant={file === null ? 'contained' : 'outlined'}
          startIcon={<UploadFile />}
          onClick={() => input.current?.click()}
          aria-describedby={`${hintId} ${problemId}`}
        >
          {file === null ? text.choose : text.chooseOther}
        </Button>
        <Hint id={hintId}>{text.drop}</Hint>
        <FormHelperText
          id={problemId}
          error
          role={problem === null ? undefined : 'alert'}
          sx={{ m: 0, minHeight: 0, textAlign: 'center' }}
        >
          {problem}
        </FormHelperText>
      </Box>
      {file === null && (
        <div>
          <Button
            startIcon={<Download />}
            onClick={() => saveFile(new Blob([exampleCsv], { type: 'text/csv;charset=utf-8' }), 'menu-example.csv')}
          >
            {text.example}
          </Button>
        </div>
      )}
    </Section>
  );
}

function focused(button: HTMLElement | null): void {
  button?.focus();
}
