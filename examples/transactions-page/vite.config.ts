/** The development server: serves the page and proxies the gateway on the same origin, so that no CORS is needed. */
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  const { GATEWAY_URL } = loadEnv(mode, import.meta.dirname, 'GATEWAY_');
  const gateway = { target: GATEWAY_URL || 'http://127.0.0.1:4000', changeOrigin: true };
  // The gateway refuses development tokens to other machines, so it has to learn the client's address.
  const development = { ...gateway, xfwd: true };
  const proxy = { '/graphql': gateway, '/files': gateway, '/calendar': gateway, '/development': development };
  return {
    plugins: [react()],
    // The package next to this page is not built until it is packed.
    resolve: { conditions: ['realty-forms-source', ...defaultClientConditions] },
    // By default, Vite lets pages on other ports read its responses.
    server: { host: '127.0.0.1', port: 5173, cors: false, proxy },
    preview: { host: '127.0.0.1', port: 4173, cors: false, proxy },
  };
});
