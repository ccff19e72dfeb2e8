import { describe, expect, test } from '@jest/globals';
import { light } from '../../../../../test/support/brands/sample-roles.ts';
import type { Box } from '../../../box.ts';
import { formatOf } from '../../../format.ts';
import { decor } from './decor.ts';

const size = { width: 500, height: 500 };

function shapes(tone: 'bold' | 'technical' | 'elegant', clear: Box[]): Box[] {
  const input = { attempt: 0, tone, format: formatOf(size), index: 0, roles: light, choose: () => undefined as never };
  return decor(input, '#ffffff', clear).flatMap((layer) => ('box' in layer ? [layer.box] : []));
}

const middle: Box = { x: 150, y: 200, width: 200, height: 100 };

describe('shapes of a plain ground', () => {
  test('the band of a bold film reaches from edge to edge', () => {
    expect(shapes('bold', [middle])).toEqual([{ x: 0, y: 475, width: 500, height: 25 }]);
  });

  test('a bold film has no band where something stands at the foot', () => {
    const foot = { x: 150, y: 300, width: 200, height: 190 };
    expect(shapes('bold', [foot]).every(({ height }) => height > 25)).toBe(true);
  });

  test('a mark of a technical film is left out where it would touch a text', () => {
    const isMark = ({ width, height }: Box): boolean => Math.max(width, height) === 16;
    const text = { x: 20, y: 20, width: 300, height: 60 };
    expect(shapes('technical', [middle]).filter(isMark)).toHaveLength(4);
    expect(shapes('technical', [text]).filter(isMark)).toHaveLength(2);
  });

  test('an elegant film has no frame if a text lies close to it', () => {
    const text = { x: 30, y: 20, width: 300, height: 60 };
    expect(shapes('elegant', [middle])).toHaveLength(5);
    expect(shapes('elegant', [text])).toHaveLength(1);
  });
});
