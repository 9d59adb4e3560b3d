import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CompanyProvider } from '#contract/accounts/company-sign-in.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { Section } from '../../../components/shell/section.tsx';
import { words } from '../../../words/words.ts';
import { ProofDialog } from '../security/proof-dialog.tsx';

const text = words.accounts.company;

/** Whether people may, and whether they must, use the company. Both are saved together, with the owner's proof. */
export function CompanySwitches({ company }: { company: CompanyProvider }) {
  const [isOn, setOn] = useState(company.isOn);
  const [isRequired, setRequired] = useState(company.isRequired);
  const [isOpen, setOpen] = useState(false);
  const [onId, requiredId] = [useId(), useId()];
  const cache = useQueryClient();
  const body = { isOn, isRequired: isOn && isRequired };
  const isChanged = body.isOn !== company.isOn || body.isRequired !== company.isRequired;
  return (
    <Section heading={text.use}>
      <div>
        <SwitchField
          label={text.isOn}
          isOn={isOn}
          onChange={setOn}
          describedBy={onId}
          sx={{ inlineSize: '100%', justifyContent: 'space-between' }}
        />
        <Hint id={onId}>
          {company.triedAt === null ? text.tryFirst : isOn && isRequired ? text.onlyWayHint : text.isOnHint}
        </Hint>
      </div>
      {isOn && (
        <div>
          <SwitchField
            label={text.isRequired}
            isOn={isRequired}
            onChange={setRequired}
            describedBy={requiredId}
            sx={{ inlineSize: '100%', justifyContent: 'space-between' }}
          />
          <Hint id={requiredId}>{text.isRequiredHint}</Hint>
        </div>
      )}
      {isChanged && (
        <div>
          <Button variant="contained" onClick={() => setOpen(true)}>
            {text.apply}
          </Button>
        </div>
      )}
      {isOpen && (
        <ProofDialog
          title={text.applyTitle}
          hint={text.applyHint}
          confirmLabel={text.apply}
          errors="setup"
          onProof={async (proof) => {
            const answer = await client.call('POST /restaurant/switch-company', { body: { ...body, ...proof } });
            const { company: switched, redirectUrl, signInUrl } = answer;
            cache.setQueryData(queries.company().queryKey, { company: switched, redirectUrl, signInUrl });
            showToast({ place: 'bar', tone: 'ok', text: text.connected });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
