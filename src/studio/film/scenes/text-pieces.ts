import type { TextBlock } from '../../scene.ts';
import type { Breaker } from '../../text/breaks.ts';
import type { TextEngine } from '../../text/engine.ts';

export interface PieceContext {
  engine: TextEngine;
  breaker: Breaker;
}

/**
 * Divides a text into blocks that appear one after another, in reading order: words or, in a writing system without
 * spaces, phrases. Together the blocks look like the whole text. A line whose parts cannot be placed alone is one
 * block.
 */
export async function piecesOf(block: TextBlock, context: PieceContext): Promise<TextBlock[]> {
  return (await Promise.all(linesOf(block).map((line) => piecesIn(line, context)))).flat();
}

function linesOf(block: TextBlock): TextBlock[] {
  return block.lines.map((line, at) => ({
    ...block,
    lines: [line],
    box: { ...block.box, y: block.box.y + at * block.leading, height: block.leading },
  }));
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Strong letters that run from left to right. A line that has them and right-to-left letters is not divided. */
const leftToRight = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

async function piecesIn(line: TextBlock, context: PieceContext): Promise<TextBlock[]> {
  const text = line.lines[0] ?? '';
  const isRtl = line.direction === 'rtl';
  if (rightToLeft.test(text) && (!isRtl || leftToRight.test(text))) return [line];
  const words = text.split(/[ \u00a0]/u).filter((word) => word !== '');
  if (words.length > 1) return placed(line, words, ' ', context);
  if (isRtl) return [line];
  const phrases = context.breaker(text).map((phrase) => phrase.text);
  return phrases.length > 1 && phrases.join('') === text ? placed(line, phrases, '', context) : [line];
}

/** Letters that join no neighbour over a space, to measure how far a text with a space at its end reaches. */
const probes = { ltr: 'n', rtl: 'ا' } as const;

async function placed(
  line: TextBlock,
  parts: string[],
  space: '' | ' ',
  { engine }: PieceContext,
): Promise<TextBlock[]> {
  const { style, size, box, direction } = line;
  const probe = space === '' ? '' : probes[direction];
  const heads = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join(space) + space + probe);
  const texts = [...heads, ...parts, parts.join(space), probe].map((text) => ({ text, style }));
  const widths = await engine.widths(texts);
  const width = (at: number) => ((widths[at] ?? 0) + style.tracking * Array.from(texts[at]?.text ?? '').length) * size;
  const whole = width(texts.length - 2);
  const letter = probe === '' ? 0 : width(texts.length - 1);
  const spare = box.width - whole;
  const from = line.align === 'center' ? spare / 2 : line.side === 'right' ? spare : 0;
  return parts.map((part, at) => {
    const before = at === 0 ? 0 : width(at - 1) - letter;
    const across = width(parts.length - 1 + at);
    const x = box.x + from + (direction === 'rtl' ? whole - before - across : before);
    const room = direction === 'rtl' ? { x: x - 1, width: across + 1 } : { x, width: across + 1 };
    return {
      ...line,
      lines: [part],
      align: 'start',
      side: direction === 'rtl' ? 'right' : 'left',
      box: { ...box, ...room },
    };
  });
}
