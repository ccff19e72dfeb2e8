export type { AdPart, Asked, AskedField, Direction, Mood, ReferencePicture } from '../../schema/direction.ts';
