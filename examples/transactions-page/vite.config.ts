/** The development server: serves the page and proxies the gateway on the same origin, so that no CORS is needed. */
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  const { GATEWAY_URL } = loadEnv(mode, import.meta.dirname, 'GATEWAY_');
  const gateway = { target: GATEWAY_URL || 'http://127.0.0.1:4000', changeOrigin: true };
  // The gateway refuses development tokens to other machines, so it has to know of them.
  const development = { ...gateway, xfwd: true };
  const proxy = { '/graphql': gateway, '/files': gateway, '/calendar': gateway, '/development': development };
  return {
    plugins: [react()],
    // The package beside this page is not built before it is packed.
    resolve: { conditions: ['realty-forms-source', ...defaultClientConditions] },
    // By default, pages of other ports may read what this server answers.
    server: { host: '127.0.0.1', port: 5173, cors: false, proxy },
    preview: { host: '127.0.0.1', port: 4173, cors: false, proxy },
  };
});
