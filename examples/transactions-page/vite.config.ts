/** The development server: serves the page and proxies the gateway on the same origin, so that no CORS is needed. */
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  const { GATEWAY_URL } = loadEnv(mode, import.meta.dirname, 'GATEWAY_');
  const gateway = { target: GATEWAY_URL || 'http://127.0.0.1:4000', changeOrigin: true };
  const proxy = { '/graphql': gateway, '/files': gateway, '/calendar': gateway };
  return {
    plugins: [react()],
    // The package beside this page is not built before it is packed.
    resolve: { conditions: ['realty-forms-source', ...defaultClientConditions] },
    server: { host: '127.0.0.1', port: 5173, proxy },
    preview: { host: '127.0.0.1', port: 4173, proxy },
  };
});
