import { createHttpService, type HttpService } from '../../../src/http/server.ts';

export interface Listener {
  service: HttpService;
  port: number;
  url: string;
}

/** Opens an HTTP listener on a free port. An installation can have several. Requests wait for `service.serve`. */
export async function openListener(basePath = ''): Promise<Listener> {
  const service = createHttpService();
  const { port } = await service.listen({ host: '127.0.0.1', port: 0 });
  return { service, port, url: `http://127.0.0.1:${port}${basePath}` };
}
