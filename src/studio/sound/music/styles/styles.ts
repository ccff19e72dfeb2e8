import type { Tone } from '../../../brief.ts';
import type { Style } from '../style.ts';
import { bold } from './bold.ts';
import { elegant } from './elegant.ts';
import { friendly } from './friendly.ts';
import { natural } from './natural.ts';
import { playful } from './playful.ts';
import { technical } from './technical.ts';

export const styles: Record<Tone, Style> = { bold, elegant, friendly, natural, playful, technical };
