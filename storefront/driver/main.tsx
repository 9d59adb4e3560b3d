/** The page of a driver: an app of its own beside the guest's site, so that it adds nothing to a guest's first load (decision 91). */
import { createRoot } from 'react-dom/client';
import { DriverApp } from './driver-app.tsx';
import { readStored } from './stored.ts';
import { loadSpoken } from './words.ts';
import './driver.css';

const chosen = readStored('driver-language') ?? navigator.language.slice(0, 2);
const spoken = await loadSpoken(chosen === 'ar' ? 'ar' : 'en');
createRoot(document.getElementById('root')!).render(<DriverApp first={spoken} />);
