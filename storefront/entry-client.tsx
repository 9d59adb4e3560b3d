import './styles.css';
import { hydrateRoot } from 'react-dom/client';
import type { SiteData } from './site.tsx';
import { SiteApp } from './site-app.tsx';

const root = document.getElementById('root');
const text = document.getElementById('data')?.textContent;
// A page without data is one that says why there is none.
if (root !== null && text !== undefined) hydrateRoot(root, <SiteApp data={JSON.parse(text) as SiteData} />);
