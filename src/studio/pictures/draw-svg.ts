import { spawn, type ChildProcess } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const drawingTimeoutMs = 5_000;

/** The program beside this file, in whatever form this file runs: `.ts` as it is, `.js` when built. */
const program = fileURLToPath(import.meta.url).replace(/draw-svg(\.\w+)$/, 'svg-process$1');

/**
 * Draw an SVG as a PNG whose longer side is about `sidePx`; undefined when that fails or takes over five seconds.
 *
 * librsvg cannot be interrupted, and a kilobyte of nested patterns keeps it busy for as long as its author likes. So it
 * runs in a process of its own, which can be killed; libvips' time-out was measured to be ten times too late.
 */
export async function drawSvg(svg: Buffer, sidePx: number): Promise<Buffer | undefined> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, String(sidePx)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: drawingTimeoutMs,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => undefined); // It may be gone before it has read everything; the exit code tells.
  child.stdin.end(svg);
  const [png, exitCode] = await Promise.all([buffer(child.stdout), exitOf(child)]);
  return exitCode === 0 ? png : undefined;
}

/** null where it was killed or never began. */
const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('error', () => {
      resolve(null);
    });
    child.once('close', resolve);
  });
