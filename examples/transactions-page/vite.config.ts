/** The development server: serves the page and proxies the gateway on the same origin, so that no CORS is needed. */
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  const { GATEWAY_URL } = loadEnv(mode, import.meta.dirname, 'GATEWAY_');
  const gateway = { target: GATEWAY_URL || 'http://127.0.0.1:4000', changeOrigin: true };
  const proxy = { '/graphql': gateway, '/files': gateway };
  return {
    plugins: [react()],
    server: { host: '127.0.0.1', port: 5173, proxy },
    preview: { host: '127.0.0.1', port: 4173, proxy },
  };
});
