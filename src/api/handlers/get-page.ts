import { bytes } from '../../http/answer.ts';
import { pageHeaders } from '../docs/page.ts';
import type { OpenHandler } from '../route.ts';

export function getPage(render: () => Buffer): OpenHandler {
  let page: Buffer | undefined;
  return () => {
    page ??= render();
    return bytes(200, 'text/html; charset=utf-8', page, pageHeaders);
  };
}
