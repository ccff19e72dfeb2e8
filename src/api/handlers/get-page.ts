import { bytes } from '../../http/answer.ts';
import { pageHeaders } from '../docs/page.ts';
import type { Handler } from '../../http/route.ts';

export function getPage(render: () => Buffer): Handler {
  let page: Buffer | undefined;
  return () => {
    page ??= render();
    return bytes(200, 'text/html; charset=utf-8', page, pageHeaders);
  };
}
