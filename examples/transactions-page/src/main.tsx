/** Renders the page into its document. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './styles/base.css';
import './styles/layout.css';
import './styles/parts.css';
import './styles/forms.css';
import './styles/list.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('The document has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
