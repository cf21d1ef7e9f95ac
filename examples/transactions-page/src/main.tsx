/** Renders the page into its document. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { BrokenPage } from './broken-page.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('The document has no #root');
createRoot(root).render(
  <StrictMode>
    <BrokenPage>
      <App />
    </BrokenPage>
  </StrictMode>,
);
