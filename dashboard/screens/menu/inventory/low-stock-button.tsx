import MailOutlined from '@mui/icons-material/MailOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useIsOwner } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';

const LowStockMail = lazy(async () => ({ default: (await import('./low-stock-mail.tsx')).LowStockMail }));

/** Where the owner says who is told each day of what is running out. */
export function LowStockButton() {
  const isOwner = useIsOwner();
  const [isOpen, setOpen] = useState(false);
  if (!isOwner) return null;
  return (
    <>
      <Button variant="outlined" aria-haspopup="dialog" startIcon={<MailOutlined />} onClick={() => setOpen(true)}>
        {words.menu.inventory.mail.button}
      </Button>
      {isOpen && (
        <Suspense>
          <LowStockMail onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
